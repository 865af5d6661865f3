import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { createDocument, type FreeDocument } from '../document.ts';
import { paths } from '../links.ts';
import { describeSite } from '../openapi/openapi.ts';
import type { DocumentedSite } from '../site.ts';
import { operationView } from './operation-view.ts';
import { schemaView } from './schema-view.ts';

type Description = Awaited<ReturnType<typeof describeSite>>;

const style = readFileSync(new URL('./reference.css', import.meta.url), 'utf8').trim();
const styleHash = createHash('sha256').update(style).digest('base64');

/** The API reference: a page made from the OpenAPI document, complete in itself and without scripts. */
export function createReference(site: DocumentedSite): FreeDocument {
  return createDocument({
    path: paths.reference,
    contentType: 'text/html; charset=utf-8',
    summary: 'This service as a page to read',
    headers: {
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'no-referrer',
    },
    text: async () => String(await page(await describeSite(site))),
  });
}

async function page(description: Description) {
  const { info, tags, components } = description;
  const operations = operationsOf(description);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}: API reference</title>
<meta name="description" content="${info.summary}">
<link rel="service-desc" type="application/json" href="${paths.openapi}">
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the paths</a>
<header>
<h1>${info.title}</h1>
<p>${info.summary} <span class="soft">Version ${info.version}</span></p>
${info['x-guidance'].split('\n\n').map((paragraph) => html`<p class="lines">${paragraph}</p>`)}
<p><a href="${paths.openapi}">OpenAPI</a> · <a href="${paths.llmsFull}">one text for language models</a> · <a href="${paths.terms}">terms</a> · <a href="${paths.changelog}">changelog</a> · <a href="${paths.discovery}">all documents</a></p>
<nav aria-label="Paths"><ul>${operations.map(({ path, id }) => html`<li><a href="#${id}"><code>${path}</code></a></li>`)}</ul></nav>
</header>
<main id="main">
${tags.map(
  ({ name, description: meaning }) => html`<section aria-labelledby="tag-${slug(name)}">
<h2 id="tag-${slug(name)}">${name}</h2>
<p class="soft">${meaning}</p>
${operations.filter(({ operation }) => operation.tags.includes(name)).map((entry) => operationView(entry, components))}
</section>`,
)}
<section aria-labelledby="schemas">
<h2 id="schemas">Shapes</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<h3 id="schema-${name}">${name}</h3>
<p>${schema.description ?? ''}</p>
<details><summary>Members</summary>${schemaView(schema)}</details>`,
)}
</section>
</main>
<footer><p class="soft">Made from <a href="${paths.openapi}">${paths.openapi}</a>.</p></footer>
</body>
</html>
`;
}

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
