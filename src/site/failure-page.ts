import { pagePaths, paths } from '../documents/links.ts';
import type { FailureCode } from '../errors/errors.ts';
import { type AnyServiceError, isServiceError } from '../errors/service-error.ts';
import { html } from '../view/html.ts';
import type { Page } from './page.ts';
import { vinField, vinFieldScripts } from './vin-field.ts';

const TITLES: Partial<Record<FailureCode, string>> = {
  not_found: 'There is nothing at this address',
  rate_limited: 'That was a little fast',
  overloaded: 'Too many visitors just now',
  shutting_down: 'Back in a moment',
  internal: 'That was our fault',
  invalid_parameters: 'Something in the form is not right',
};

/** Where the message is for programs. */
const WORDS: Partial<Record<FailureCode, string>> = {
  not_found: 'The address may be mistyped, or the page has moved. To look up a car, type its VIN.',
  rate_limited: 'This is free, and given to each visitor only so often in a minute.',
  internal: 'It is in our log under the number below. Nothing was charged.',
};

/** Whatever keeps a browser from what it wanted, in words, with the way on. */
export function failurePage(failure: AnyServiceError, requestId: string): Page {
  const { code, status, retryAfterSeconds } = failure;
  const title = TITLES[code] ?? 'This did not work';
  return {
    path: pagePaths.home,
    title: `${title} · Forecourt`,
    description: title,
    isPrivate: true,
    ...(code === 'not_found' && vinFieldScripts()),
    content: html`<h1>${title}</h1>
<p class="lead">${WORDS[code] ?? failure.message}</p>
${isServiceError(failure, 'invalid_parameters') && html`<ul>${failure.details.issues.map(({ parameter, message }) => html`<li><code>${parameter}</code> ${message}</li>`)}</ul>`}
${retryAfterSeconds !== undefined && html`<p>Try again in ${retryAfterSeconds} seconds. Nothing was charged.</p>`}
${code === 'not_found' && vinField()}
<p class="actions"><a class="button" href="${pagePaths.home}">Home</a> <a class="button" href="${pagePaths.sample}">Sample report</a> <a class="button" href="${paths.health}">Status</a></p>
<p><small>Status ${status}, <code>${code}</code>, request ${requestId}</small></p>`,
  };
}
