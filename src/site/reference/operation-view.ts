import type { Operation, ResponseObject } from '../../documents/openapi/components.ts';
import { type Html, html } from '../../view/html.ts';
import { withCode } from '../with-code.ts';

interface Entry {
  path: string;
  method: string;
  id: string;
  operation: Operation;
}

interface Components {
  responses: Readonly<Record<string, ResponseObject>>;
}

/** One path: what it is for, what it takes and all that it may answer. */
export function operationView(
  { path, method, id, operation }: Entry,
  components: Components,
  examples: Html | null,
): Html {
  const price = operation['x-payment-info']?.price.amount;
  const [summary = '', ...more] = (operation.description ?? operation.summary).split('\n\n');
  return html`<article aria-labelledby="${id}">
<h3 id="${id}"><span class="path">${method} ${path}</span> <span class="chip ${price ? 'paid' : 'free'}">${price ? `$${price}` : 'free'}</span></h3>
<p>${withCode(summary)}</p>
${more.map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
${parametersView(path, operation.parameters ?? [])}
${examples}
<details><summary>Answers</summary><ul>${Object.entries(operation.responses).map(([status, response]) => responseView(status, response, components))}</ul></details>
</article>
`;
}

function parametersView(path: string, parameters: NonNullable<Operation['parameters']>): Html | null {
  if (parameters.length === 0) return null;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Parameters of ${path}"><table><thead><tr><th scope="col">Parameter</th><th scope="col">Meaning</th><th scope="col">Values</th></tr></thead>
<tbody>${parameters.map(({ name, required, description, schema, example }) => html`<tr><td><code>${name}</code>${required && html` <strong>required</strong>`}</td><td>${description}</td><td>${valuesOf(schema)}${example !== undefined && html` <i>such as <code>${String(example)}</code></i>`}</td></tr>`)}</tbody></table></div>`;
}

function valuesOf({
  enum: values,
  type,
  minimum,
  maximum,
}: NonNullable<Operation['parameters']>[number]['schema']): string {
  if (values) return values.join(', ');
  const parts = [
    String(type ?? 'text'),
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
  ];
  return parts.join(', ');
}

/** Errors are described once, at their shape; an answer that only this path gives is described here. */
function responseView(
  status: string,
  { $ref, description = '', content }: ResponseObject,
  { responses }: Components,
): Html {
  const shared = $ref === undefined ? undefined : responses[$ref.split('/').at(-1) ?? ''];
  const body = Object.values(shared?.content ?? content ?? {})[0]?.schema;
  const names = [body, ...(body?.oneOf ?? []), ...(body?.allOf ?? [])].flatMap((schema) =>
    typeof schema === 'object' && schema.$ref !== undefined ? [schema.$ref.split('/').at(-1) ?? ''] : [],
  );
  const links = names.map((name) => html` <a href="#schema-${name}">${name}</a>`);
  return html`<li><b>${status}</b> ${shared ? null : withCode(description)}${links}</li>`;
}
