import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDocument, type DocumentedSite, type FreeDocument } from '../../documents/document.ts';
import { pagePaths, paths } from '../../documents/links.ts';
import type { JsonSchema } from '../../documents/openapi/components.ts';
import { describeSite } from '../../documents/openapi/openapi.ts';
import { termsSectionsOf } from '../../documents/terms.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { type Html, html } from '../../view/html.ts';
import { siteFiles } from '../assets.ts';
import { HTML, type Page, pageHeaders, type Site, withCode, writePage } from '../page.ts';
import { freeExamples, paidExamples } from './examples.ts';
import { type ListedOperation, operationView, type Till, tryIt } from './operation-view.ts';
import { type AddressOf, membersOf, shapesIn, shapeView } from './shape-view.ts';
import { readTasks, type Task, taskPaths } from './task-pages.ts';

type Description = Awaited<ReturnType<typeof describeSite>>;

/** A page of the reference: paths of one kind, and the shapes that are first met there. */
interface Part {
  path: string;
  title: string;
  lead: string;
  operations: readonly ListedOperation[];
  shapes: readonly string[];
}

const DOCUMENTS = `${paths.reference}/documents`;
const ERRORS = `${paths.reference}/errors`;
const INDEX = `${paths.reference}/index.json`;

/**
 * Makes the API reference from the OpenAPI document: a page for each product, one for what is free, one for errors; and a
 * page for each document of callers.
 */
export function createReference(
  documented: DocumentedSite,
  site: Site,
  till: Till | undefined,
): FreeDocument {
  const description = onDemand(() => describeSite(documented));
  const parts = onDemand(async () => partsOf(await description(), site));
  const tasks = onDemand(() => readTasks(site));
  const write = async (page: Draft) => writePage(framed(page, await parts(), tasks()), site);
  const part = (path: string) =>
    createDocument({
      path,
      contentType: HTML,
      summary: 'A part of the API reference',
      headers: pageHeaders,
      text: async () => {
        const task = tasks().find((one) => one.path === path);
        return write(
          task ? taskPage(task) : await partPage(path, await parts(), await description(), site, till),
        );
      },
    });
  const asMarkdown = (path: string) =>
    createDocument({
      path: `${path}.md`,
      contentType: 'text/markdown; charset=utf-8',
      summary: 'The same page as Markdown',
      text: () => tasks().find((one) => one.path === path)?.markdown ?? '',
    });
  const index = createDocument({
    path: INDEX,
    contentType: 'application/json',
    summary: 'What the search of the API reference finds',
    text: async () =>
      JSON.stringify([...searchIndex(await parts(), await description()), ...findable(tasks())]),
  });
  return createDocument({
    path: paths.reference,
    contentType: HTML,
    summary: 'This service as pages to read',
    headers: pageHeaders,
    parts: [...site.products.map(pathOf), DOCUMENTS, ERRORS, ...taskPaths]
      .map(part)
      .concat(index, taskPaths.map(asMarkdown)),
    text: async () => write(startPage(tasks(), await description(), site)),
  });
}

const pathOf = ({ slug }: { slug: string }) => `${paths.reference}/${slug}`;

function partsOf({ paths: all, components, tags }: Description, { products, offered }: Site): Part[] {
  const entries = Object.entries(all).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
      id: operation.operationId,
    })),
  );
  const taken = new Set<string>();
  /** Each shape stands once: on the first page whose answers have it. */
  const claim = (answers: unknown) => {
    const names = [...shapesIn(answers, components.schemas)].filter((name) => !taken.has(name));
    for (const name of names) taken.add(name);
    return names;
  };
  const answersOf = (operations: readonly ListedOperation[]) =>
    operations.map(({ operation }) => operation.responses['200']);
  const ofProducts = products.map((product) => {
    const operations = entries.filter(({ path }) => path === product.path || path === product.sample.path);
    return {
      path: pathOf(product),
      title: product.name,
      lead: product.summary,
      operations,
      shapes: claim(answersOf(operations)),
    };
  });
  const sold = new Set(ofProducts.flatMap(({ operations }) => operations.map(({ path }) => path)));
  const others = entries.filter(({ path }) => !sold.has(path));
  const lead = tags
    .slice(2)
    .map(({ description }) => description)
    .join('. ')
    .concat('.');
  return [
    ...ofProducts,
    {
      path: DOCUMENTS,
      title: 'Documents and protocols',
      lead,
      operations: others,
      shapes: claim(answersOf(others)),
    },
    {
      path: ERRORS,
      title: 'Errors and refunds',
      lead:
        termsSectionsOf(offered.offer.network).find(({ title }) => title === 'Errors are not charged')
          ?.text ?? '',
      operations: [],
      shapes: claim(components.schemas).concat(
        Object.keys(components.schemas).filter((name) => !taken.has(name)),
      ),
    },
  ];
}

const shapeOf = ({ components }: Description, name: string): JsonSchema =>
  new Map<string, JsonSchema>(Object.entries(components.schemas)).get(name) ?? {};

function addressesOf(parts: readonly Part[], here: string): AddressOf {
  const homes = new Map(parts.flatMap(({ path, shapes }) => shapes.map((shape) => [shape, path] as const)));
  return (shape) => `${homes.get(shape) === here ? '' : homes.get(shape)}#schema-${shape}`;
}

async function partPage(
  path: string,
  parts: readonly Part[],
  description: Description,
  site: Site,
  till: Till | undefined,
): Promise<Draft> {
  const { components, info } = description;
  const part = parts.find((one) => one.path === path);
  if (!part) throw new Error(`The reference has no page ${path}`);
  const { title, lead, operations, shapes } = part;
  const addressOf = addressesOf(parts, path);
  const views: Html[] = [];
  // Piece by piece: whatever else waits has its turn.
  for (const entry of operations) {
    await nextTurn();
    const product = site.products.find((one) => one.path === entry.path);
    const examples = product
      ? html`${tryIt(product, site, till)}<h3>In your program</h3>${paidExamples(product, site)}`
      : freeExamples(entry.path, site);
    views.push(operationView(entry, components, { examples, addressOf }));
  }
  const [first] = shapes;
  const content = html`<h1>${title}</h1>
${!operations[0]?.operation.description?.startsWith(lead) && html`<p class="lead">${lead}</p>`}
${views}
${
  shapes.length > 0 &&
  html`<section aria-labelledby="shapes"><h2 id="shapes">Shapes</h2>
${shapes.map((name) => shapeView(name, shapeOf(description, name), addressOf, name === first))}</section>`
}`;
  const inPage = [
    ...operations.map(({ id, method, path }) => ({ id, words: `${method} ${path}` })),
    { id: 'shapes', words: 'Shapes' },
  ];
  return { path, title: `${title} · API reference · ${info.title}`, description: lead, content, inPage };
}

function taskPage({ path, title, lead, content, sections }: Task): Draft {
  return {
    path,
    title: `${title} · Forecourt`,
    description: lead,
    content: html`<div class="prose">${content}</div>`,
    inPage: sections.slice(1),
  };
}

function startPage(tasks: readonly Task[], { info }: Description, site: Site): Draft {
  const content = html`<h1>API reference</h1>
<p class="lead">${info.summary}</p>
${info['x-guidance']
  .split('\n\n')
  .filter((paragraph) => !paragraph.startsWith('GET /') && paragraph !== site.notice)
  .map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
<ul class="tiles">${site.products.map(
    (
      product,
    ) => html`<li><h2 class="tile-title"><a href="${pathOf(product)}">${product.name}</a> <span class="price">$${product.priceUsd}</span></h2>
<p><code class="path">GET ${product.path}</code></p><p>${product.summary}</p></li>`,
  )}</ul>
<h2>How to</h2>
<ul>${tasks.map(({ path, title }) => html`<li><a href="${path}">${title}</a></li>`)}</ul>
<p><a href="${paths.openapi}">OpenAPI</a> · <a href="${paths.llmsFull}">one text for language models</a> · <a href="${pagePaths.terms}">terms</a></p>`;
  return {
    path: paths.reference,
    title: `API reference · ${info.title}`,
    description: info.summary,
    content,
    inPage: [],
  };
}

/** A page before the menu stands beside it. */
interface Draft extends Pick<Page, 'path' | 'title' | 'description' | 'content'> {
  inPage: readonly { id: string; words: string }[];
}

/** Puts the menu and the search beside a page of the reference. */
function framed({ inPage, content, ...page }: Draft, parts: readonly Part[], tasks: readonly Task[]): Page {
  const menu = (entries: readonly { path: string; title: string }[]) =>
    html`<ul>${entries.map(
      ({ path, title }) =>
        html`<li><a href="${path}"${path === page.path && html` aria-current="page"`}>${title}</a>${path === page.path && inPage.length > 0 && html`<ul>${inPage.map(({ id, words }) => html`<li><a href="#${id}">${words}</a></li>`)}</ul>`}</li>`,
    )}</ul>`;
  return {
    ...page,
    scripts: [siteFiles.copy.path, siteFiles.reference.path],
    content: html`<div class="reference">
<div class="side"><search hidden><label for="find">Search the reference</label><input id="find" type="search" autocomplete="off" spellcheck="false" placeholder="press /" data-index="${INDEX}">
<ol id="found"></ol><p class="unseen" role="status" id="found-count"></p></search>
<details class="menu"><summary>Pages</summary><nav aria-label="Reference">${menu([{ path: paths.reference, title: 'Start' }, ...parts])}<p>How to</p>${menu(tasks)}</nav></details></div>
<div class="body">
${content}
</div>
</div>`,
  };
}

const findable = (tasks: readonly Task[]): [string, string, string][] =>
  tasks.flatMap(({ path, title, sections }) =>
    sections.map(({ id, words, text }): [string, string, string] => [
      words,
      `${path}#${id}`,
      id === 'main' ? text : `${title}: ${text}`,
    ]),
  );

/** Everything that can be found: each path, parameter and shape, with the words by which it is looked for. */
function searchIndex(parts: readonly Part[], described: Description): [string, string, string][] {
  return parts.flatMap(({ path: page, title, operations, shapes }) => [
    ...operations.flatMap(({ path, id, operation }): [string, string, string][] => [
      [path, `${page}#${id}`, operation.summary],
      ...(operation.parameters ?? []).map(({ name, description }): [string, string, string] => [
        name,
        `${page}#parameter-${name}`,
        `${title}: ${description}`,
      ]),
    ]),
    ...shapes.map((name): [string, string, string] => {
      const schema = shapeOf(described, name);
      const members = membersOf(schema).map(([member]) => member);
      return [name, `${page}#schema-${name}`, [title, schema.description ?? '', ...members].join(' ')];
    }),
  ]);
}
