import type { SoldProduct } from '../../documents/document.ts';
import type { Operation, ResponseObject } from '../../documents/openapi/components.ts';
import type { ParameterDescription } from '../../products/describe-query.ts';
import { type Html, html } from '../../view/html.ts';
import { payData } from '../buy-part.ts';
import { type Site, withCode } from '../page.ts';
import type { AddressOf } from './shape-view.ts';

export interface ListedOperation {
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
  { path, method, id, operation }: ListedOperation,
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

/** The parts that pay within the page, where payments are not real: the module that buys and the wallet. */
export interface Till {
  pay: string;
  wallet: string;
  hint: Html;
}

/**
 * Lists the parameters as a form that calls the path with them. Without its script the sample opens as data, and the form
 * leads to the page that sells, filled in.
 */
export function tryIt(product: SoldProduct, site: Site, till: Till | undefined): Html {
  const { path, priceUsd, parameters, exampleQuery, sample, offer } = product;
  const way = site.hasTestWallet ? 'the test wallet' : 'a wallet of this browser';
  return html`${till?.hint ?? null}
<form class="try" action="${path}" method="get"${payData(offer)}${till !== undefined && html` data-pay="${till.pay}" data-wallet="${till.wallet}"`}>
<h3 id="parameters">Parameters</h3>
${parameters.map((parameter) => row(parameter, String(exampleQuery[parameter.name] ?? '')))}
<p class="actions"><button class="main">Pay $${priceUsd} with ${way}</button> <button type="button" class="ask" hidden>Ask for the price</button> <a class="button sample" href="${sample.path}">See the free sample</a></p>
</form>
<p id="state" class="message" role="status"></p>
<div class="tried"></div>`;
}

function row({ name, required, description, schema }: ParameterDescription, value: string): Html {
  const id = `parameter-${name}`;
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const common = html`id="${id}" name="${name}" aria-describedby="${id}-is"${required && html` required`}`;
  const control = choices
    ? html`<select ${common}>${!required && html`<option value=""></option>`}${choices.map((choice) => html`<option${String(choice) === value && html` selected`}>${String(choice)}</option>`)}</select>`
    : html`<input ${common} value="${value}" autocomplete="off" spellcheck="false">`;
  return html`<div><label for="${id}"><code>${name}</code></label>${control}<small id="${id}-is">${required && html`<strong>required</strong>, `}${valuesOf(schema)}. ${description}</small></div>
`;
}

function valuesOf({ enum: values, type, minimum, maximum }: ParameterDescription['schema']): string {
  if (values) return values.join(', ');
  return [
    String(type ?? 'text'),
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
  ].join(', ');
}
