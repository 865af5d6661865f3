import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDocument, type DocumentedSite, type FreeDocument } from '../../documents/document.ts';
import { pagePaths, paths } from '../../documents/links.ts';
import type { JsonSchema } from '../../documents/openapi/components.ts';
import { describeSite } from '../../documents/openapi/openapi.ts';
import { type Html, html } from '../../view/html.ts';
import { assetPaths } from '../assets.ts';
import { HTML, type Page, pageHeaders, type Site, writePage } from '../page.ts';
import { examplesPart, freeExamplesPart } from './examples.ts';
import { operationView } from './operation-view.ts';
import { schemaView } from './schema-view.ts';

type Description = Awaited<ReturnType<typeof describeSite>>;

/** The API reference: a page of this site, made from the OpenAPI document. */
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
