import { pagePaths, paths } from '../documents/links.ts';
import type { FailureCode } from '../errors/errors.ts';
import { type AnyServiceError, isServiceError } from '../errors/service-error.ts';
import type { Health } from '../http/health-route.ts';
import { version } from '../lib/version.ts';
import type { SourceHealth } from '../sources/http.ts';
import { type Html, html } from '../view/html.ts';
import { vinField, vinFieldScript } from './form-field.ts';
import type { Page } from './page.ts';

const TITLES: Partial<Record<FailureCode, string>> = {
  not_found: 'There is nothing at this address',
  rate_limited: 'That was a little fast',
  overloaded: 'Too many visitors just now',
  shutting_down: 'Back in a moment',
  internal: 'That was our fault',
  invalid_parameters: 'Something in the form is not right',
};

/** Words for people, for failures whose message is for programs. */
const WORDS: Partial<Record<FailureCode, string>> = {
  not_found: 'The address may be mistyped, or the page has moved. To look up a car, type its VIN.',
  rate_limited: 'This is free, and given to each visitor only so often in a minute.',
  internal: 'It is in our log under the number below. Nothing was charged.',
};

export function failurePage(failure: AnyServiceError, requestId: string): Page {
  const { code, status, retryAfterSeconds } = failure;
  const title = TITLES[code] ?? 'This did not work';
  return {
    path: pagePaths.home,
    title: `${title} · Forecourt`,
    description: title,
    isPrivate: true,
    ...(code === 'not_found' && { scripts: [vinFieldScript().path] }),
    content: html`<h1>${title}</h1>
${isServiceError(failure, 'invalid_parameters') ? html`<div><ul>${failure.details.issues.map(({ parameter, message }) => html`<li><code>${parameter}</code> ${message}</li>`)}</ul></div>` : html`<p class="lead">${WORDS[code] ?? failure.message}</p>`}
${retryAfterSeconds !== undefined && html`<p>Try again in ${retryAfterSeconds} seconds. Nothing was charged.</p>`}
${code === 'not_found' && vinField()}
<p class="actions"><a class="button" href="${pagePaths.home}">Home</a> <a class="button" href="${pagePaths.sample}">Sample report</a> <a class="button" href="${paths.health}">Status</a></p>
<p><small>Status ${status}, <code>${code}</code>, request ${requestId}</small></p>`,
  };
}

const LIGHTS: Record<SourceHealth['state'], { mark: 'good' | 'bad' | 'idle'; words: string }> = {
  ok: { mark: 'good', words: 'working' },
  unknown: { mark: 'idle', words: 'not asked yet' },
  failing: { mark: 'bad', words: 'failing' },
  resting: { mark: 'bad', words: 'not available just now' },
};

export function statusPage({ payments, storage, sources, paymentMode }: Health): Page {
  const isWell = payments.ready && storage.ok;
  const own = [
    { name: 'Payments', state: payments.ready ? 'ok' : 'resting' },
    { name: 'Storage', state: storage.ok ? 'ok' : 'failing' },
  ] as const;
  return {
    path: paths.health,
    title: 'Status · Forecourt',
    description: 'What works just now.',
    isPrivate: true,
    content: html`<h1>${isWell ? 'Everything that is sold can be bought' : 'Something does not work just now'}</h1>
<p class="lead">${isWell ? 'Sources that fail are stood in for by the last copy that was read, and the answer says so.' : 'Nothing is charged for an answer that cannot be given. Try again in a while.'}</p>
<section aria-labelledby="own"><h2 id="own">The service</h2>${lights(own)}</section>
<section aria-labelledby="sources"><h2 id="sources">Public sources</h2>${lights(sources)}</section>
<p><small>Version ${version}${paymentMode === 'dev' && ', test payments only'}. Programs read this as JSON at the same address.</small></p>`,
  };
}

function lights(all: readonly { name: string; state: SourceHealth['state'] }[]): Html {
  return html`<ul class="dots">${all.map(({ name, state }) => html`<li class="${LIGHTS[state].mark}">${name}: ${LIGHTS[state].words}</li>`)}</ul>`;
}
