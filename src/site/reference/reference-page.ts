import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDocument, type DocumentedSite, type FreeDocument } from '../../documents/document.ts';
import { pagePaths, paths } from '../../documents/links.ts';
import type { JsonSchema, Operation, ResponseObject } from '../../documents/openapi/components.ts';
import { describeSite } from '../../documents/openapi/openapi.ts';
import { Html, html } from '../../view/html.ts';
import { assetPaths } from '../assets.ts';
import { HTML, type Page, pageHeaders, type Site, withCode, writePage } from '../page.ts';
import { examplesPart, freeExamplesPart } from './examples.ts';

type Description = Awaited<ReturnType<typeof describeSite>>;

/** Makes the API reference, a page of this site, from the OpenAPI document. */
export function createReference(documented: DocumentedSite, site: Site): FreeDocument {
  return createDocument({
    path: paths.reference,
    contentType: HTML,
    summary: 'This service as a page to read',
    headers: pageHeaders,
    text: async () => writePage(await referencePage(await describeSite(documented), documented, site), site),
  });
}

async function referencePage(
  description: Description,
  { products }: DocumentedSite,
  site: Site,
): Promise<Page> {
  const { info, tags, components } = description;
  const operations = operationsOf(description);
  const examplesOf = ({ path, method }: { path: string; method: string }) => {
    const product = products.find((one) => one.path === path);
    return product ? examplesPart(product, site) : freeExamplesPart(method, path, site);
  };
  // Piece by piece: whatever else waits has its turn.
  const views: { tags: readonly string[]; view: Html }[] = [];
  for (const entry of operations) {
    await nextTurn();
    const { tags } = entry.operation;
    views.push({ tags, view: operationView(entry, components, examplesOf(entry)) });
  }
  const shapes: Html[] = [];
  for (const [name, schema] of Object.entries(components.schemas)) {
    await nextTurn();
    shapes.push(shapeView(name, schema));
  }
  return {
    path: paths.reference,
    title: `API reference · ${info.title}`,
    description: info.summary,
    scripts: [assetPaths.copy, assetPaths.tryIt],
    content: html`<div class="reference">
<h1>API reference</h1>
<p class="lead">${info.summary} <span class="soft">Version ${info.version}</span></p>
${info['x-guidance'].split('\n\n').map((paragraph) => html`<p class="lines">${paragraph}</p>`)}
<p><a href="${paths.openapi}">OpenAPI</a> · <a href="${paths.llmsFull}">one text for language models</a> · <a href="${pagePaths.terms}">terms</a> · <a href="${paths.discovery}">all documents</a></p>
<nav aria-label="Paths"><ul>${operations.map(({ path, id }) => html`<li><a href="#${id}"><code>${path}</code></a></li>`)}</ul></nav>
${tags.map(
  ({ name, description: meaning }) => html`<section aria-labelledby="tag-${slug(name)}">
<h2 id="tag-${slug(name)}">${name}</h2>
<p class="soft">${meaning}</p>
${views.filter(({ tags }) => tags.includes(name)).map(({ view }) => view)}
</section>`,
)}
<section aria-labelledby="schemas">
<h2 id="schemas">Shapes</h2>
${shapes}
</section>
<p class="soft">Made from <a href="${paths.openapi}">${paths.openapi}</a>.</p>
</div>`,
  };
}

const shapeView = (name: string, schema: JsonSchema): Html => html`<h3 id="schema-${name}">${name}</h3>
<p>${schema.description ?? ''}</p>
<details><summary>Members</summary>${schemaView(schema)}</details>`;

function operationsOf({ paths: all }: Description) {
  return Object.entries(all).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
      id: operation.operationId,
    })),
  );
}

function slug(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

interface Entry {
  path: string;
  method: string;
  id: string;
  operation: Operation;
}

interface Components {
  responses: Readonly<Record<string, ResponseObject>>;
}

function operationView(
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

/** Describes an answer that only this path gives; errors are described once, at their shape. */
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

/** Lists the members of a schema; shapes that stand elsewhere are links. */
function schemaView(schema: JsonSchema): Html {
  const alternatives = schema.properties ? [] : (schema.oneOf ?? schema.anyOf ?? schema.allOf ?? []);
  if (alternatives.length > 0) {
    const word = schema.allOf ? 'and' : 'or';
    return html`<dl>${alternatives.filter(isSchema).map((option, index) => html`<dt>${index > 0 ? word : ''} ${kindOf(option)}</dt><dd>${nested(option)}</dd>`)}</dl>`;
  }
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).filter(
    (entry): entry is [string, JsonSchema] => typeof entry[1] === 'object',
  );
  if (members.length === 0) return new Html('');
  return html`<dl>${members.map(([name, member]) => html`<dt><code>${name}</code> <i>${kindOf(member)}${required.has(name) ? '' : ', may be absent'}</i>${definition(member)}`)}</dl>`;
}

/** Leaves out the end tags of \`dt\` and \`dd\`, without which a page of many shapes is a third shorter. */
function definition(member: JsonSchema): Html {
  const inside = nested(member);
  const { description = '' } = member;
  return html`<dd>${description}${inside}`;
}

function nested(member: JsonSchema): Html {
  const inner = itemOf(member) ?? member;
  const own = inner.anyOf?.filter(isSchema).find(({ type }) => type !== 'null') ?? inner;
  const target = own.$ref === undefined ? own : {};
  return target.properties || target.oneOf ? schemaView(target) : new Html('');
}

function kindOf(schema: JsonSchema): Html {
  const item = itemOf(schema);
  if (item) return html`array of ${kindOf(item)}`;
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.filter(isSchema);
  if (options)
    return html`${options.map((option, index) => html`${index > 0 ? ' | ' : ''}${kindOf(option)}`)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
  return html`${schema.format ? `${type}, ${schema.format}` : type}`;
}

function itemOf({ items }: JsonSchema): JsonSchema | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? (items as JsonSchema) : undefined;
}

function isSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === 'object' && schema !== null;
}
