import { html, raw } from 'hono/html';
import type { Operation } from '../openapi/operation.ts';

interface Entry {
  path: string;
  method: string;
  id: string;
  operation: Operation;
}

interface Components {
  responses: Readonly<Record<string, Operation['responses'][string]>>;
}

/** One path: what it is for, what it takes and all that it may answer. */
export function operationView({ path, method, id, operation }: Entry, components: Components) {
  const price = operation['x-payment-info']?.price.amount;
  const [summary, ...more] = (operation.description ?? operation.summary).split('\n\n');
  return html`<article aria-labelledby="${id}">
<h3 id="${id}"><span class="path">${method} ${path}</span><span class="tag ${price ? 'paid' : 'free'}">${price ? `$${price}` : 'free'}</span></h3>
<p>${summary}</p>
${more.length > 0 ? html`<details><summary>More</summary>${more.map((paragraph) => html`<p>${paragraph}</p>`)}</details>` : ''}
${parametersView(operation.parameters ?? [])}
<details><summary>Answers</summary>
<div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Body</th></tr></thead>
<tbody>${Object.entries(operation.responses).map(([status, response]) => responseRow(status, resolve(response, components)))}</tbody></table></div>
</details>
${exampleView(operation)}
</article>`;
}

function parametersView(parameters: NonNullable<Operation['parameters']>) {
  if (parameters.length === 0) return '';
  return html`<div class="scroll"><table><thead><tr><th scope="col">Parameter</th><th scope="col">Meaning</th><th scope="col">Values</th></tr></thead>
<tbody>${parameters.map(({ name, required, description, schema, example }) => html`<tr><td><code>${name}</code>${required ? raw(' <strong>required</strong>') : ''}</td><td>${description}</td><td>${valuesOf(schema)}${example === undefined ? '' : html` <span class="soft">such as <code>${String(example)}</code></span>`}</td></tr>`)}</tbody></table></div>`;
}

function valuesOf(schema: NonNullable<Operation['parameters']>[number]['schema']): string {
  if (schema.enum) return schema.enum.join(', ');
  const bounds = [
    schema.minimum === undefined ? '' : `at least ${schema.minimum}`,
    schema.maximum === undefined ? '' : `at most ${schema.maximum}`,
  ];
  return [String(schema.type ?? 'text'), ...bounds].filter((part) => part !== '').join(', ');
}

function responseRow(status: string, response: Operation['responses'][string]) {
  const body = Object.values(response.content ?? {})[0]?.schema;
  const names = [body, ...(body?.oneOf ?? [])].flatMap((schema) =>
    typeof schema === 'object' && schema.$ref !== undefined ? [schema.$ref.split('/').at(-1) ?? ''] : [],
  );
  return html`<tr><td>${status}</td><td>${(response.description ?? '').split('\n\n').map((line) => html`${code(line)}<br>`)}</td><td>${names.map((name) => html`<a href="#schema-${name}">${name}</a><br>`)}</td></tr>`;
}

/** Between backticks is code. */
function code(line: string) {
  return line.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** Only of what is paid: a free path shows its own answer to anybody who opens it. */
function exampleView(operation: Operation) {
  if (!operation['x-payment-info']) return '';
  const examples = operation.responses['200']?.content?.['application/json']?.examples ?? {};
  return Object.values(examples).map(
    ({ summary, value }) =>
      html`<details><summary>Example: ${summary}</summary><pre tabindex="0">${JSON.stringify(value, undefined, 1)}</pre></details>`,
  );
}

function resolve(response: Operation['responses'][string], { responses }: Components) {
  const name = response.$ref?.split('/').at(-1);
  return (name !== undefined ? responses[name] : undefined) ?? response;
}
