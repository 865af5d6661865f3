import type { Operation, ResponseObject } from '../../documents/openapi/components.ts';
import { type Html, html } from '../../view/html.ts';
import { withCode } from '../page.ts';
import type { AddressOf } from './shape-view.ts';

export interface Entry {
  path: string;
  method: string;
  id: string;
  operation: Operation;
}

export interface Responses {
  responses: Readonly<Record<string, ResponseObject>>;
}

/** Shows one path: what it is for, how it is called, and what it answers. */
export function operationView(
  { path, method, id, operation }: Entry,
  { responses }: Responses,
  { examples, addressOf }: { examples: Html; addressOf: AddressOf },
): Html {
  const price = operation['x-payment-info']?.price.amount;
  const { summary, description = summary } = operation;
  return html`<article aria-labelledby="${id}">
<h2 id="${id}"><span class="path">${method} ${path}</span> <span class="chip ${price ? 'paid' : 'free'}">${price ? `$${price}` : 'free'}</span></h2>
${price === undefined && html`<p>${withCode(summary)}</p>`}
${description
  .split('\n\n')
  .filter((paragraph) => price !== undefined || paragraph !== summary)
  .map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
${examples}
<details><summary>Answers<span class="unseen"> of ${path}</span></summary><ul>${Object.entries(operation.responses).map(([status, response]) => responseView(status, response, responses, addressOf))}</ul></details>
</article>
`;
}

/** Describes an answer that only this path gives; errors are described once, at their shape. */
function responseView(
  status: string,
  { $ref, description = '', content }: ResponseObject,
  responses: Responses['responses'],
  addressOf: AddressOf,
): Html {
  const shared = $ref === undefined ? undefined : responses[$ref.split('/').at(-1) ?? ''];
  const body = Object.values(shared?.content ?? content ?? {})[0]?.schema;
  const names = [body, ...(body?.oneOf ?? []), ...(body?.allOf ?? [])].flatMap((schema) =>
    typeof schema === 'object' && schema.$ref !== undefined ? [schema.$ref.split('/').at(-1) ?? ''] : [],
  );
  const links = names.map((name) => html` <a href="${addressOf(name)}">${name}</a>`);
  return html`<li><b>${status}</b> ${shared ? null : withCode(description)}${links}</li>`;
}
