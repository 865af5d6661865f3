import { codesWithStatus, errorCodes, errors } from '../errors/errors.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { interfaceVersion, version } from '../lib/version.ts';
import { FAILED_PAYMENTS, UNPAID_CHALLENGES } from '../limits/limits.ts';
import { createDocument, type DocumentedSite, type FreeDocument, type SoldProduct } from './document.ts';
import { shorten } from './examples.ts';
import { describeFields } from './fields.ts';
import { crawlerPaths, paths } from './links.ts';
import { ASK_AGAIN, createProductGuides, guidePathOf, sizeOf, valuesOf } from './product-guides.ts';
import { protocols } from './protocols.ts';
import { termsTextOf } from './terms.ts';
import { clientCode, workedPayment } from './worked-payment.ts';

const PLAIN = 'text/plain; charset=utf-8';

/** Says what an agent needs to decide and to call, in the form that llmstxt.org describes. */
export function createLlms(site: DocumentedSite): FreeDocument {
  return createDocument({
    path: paths.llms,
    contentType: PLAIN,
    summary: 'What there is, for language models',
    parts: createProductGuides(site),
    text: () => short(site),
  });
}

export function createLlmsFull(site: DocumentedSite): FreeDocument {
  return createDocument({
    path: paths.llmsFull,
    contentType: PLAIN,
    summary: 'Everything in one text, for language models',
    text: () => full(site),
  });
}

async function short(site: DocumentedSite): Promise<string> {
  const { publicUrl, products, documents } = site;
  const link = (name: string, path: string, note: string) => `- [${name}](${publicUrl}${path}): ${note}`;
  const optional = [...crawlerPaths, paths.changelog];
  const listed = (isOptional: boolean) =>
    documents
      .filter(({ path }) => optional.includes(path) === isOptional && path !== paths.llms)
      .map(({ path, summary }) => link(path, path, summary));
  return `${head(site)}

${rulesOf(site)}

${call(site)}

## Products

${(await Promise.all(products.map(async (product) => link(product.name, guidePathOf(product), await inOneLine(product))))).join('\n')}

## Free samples

${products
  .map(({ name, sample }) =>
    link(`Sample of ${name}`, sample.path, `the same shape, free, ${sample.limitPerMinute} a minute`),
  )
  .join('\n')}

## Protocols and documents

${[...protocols.map(({ name, path, summary }) => link(name, path, summary)), ...listed(false)].join('\n')}
${link('How to', `${paths.reference}/calling.md`, `buy from any language. Also ${guidesIn(documents)}`)}
${link('Health', paths.health, 'whether it lives, and how it takes payments')}

## Optional

${listed(true).join('\n')}
`;
}

/** The guides of the reference, which are parts of it. */
const guidesIn = (documents: DocumentedSite['documents']) =>
  documents
    .flatMap(({ path, parts = [] }) => (path === paths.reference ? parts : []))
    .filter(({ contentType }) => contentType.startsWith('text/markdown'))
    .map(({ path }) => path)
    .join(', ');

/** All that a call takes, on one line; the link leads to the same with the meanings. */
async function inOneLine(product: SoldProduct): Promise<string> {
  const { path, priceUsd, summary, parameters } = product;
  const [needed, optional] = [true, false].map((isNeeded) =>
    parameters
      .filter(({ required }) => required === isNeeded)
      .map((one) => `${one.name}${valuesOf(one)}`)
      .join(', '),
  );
  return `GET ${path}, $${priceUsd}. ${summary} Needs ${needed}.${optional ? ` Takes ${optional}.` : ''} ${await sizeOf(product)}`;
}

function call({ products, network, testKey }: DocumentedSite): string {
  const [first] = products;
  return first
    ? `Example: GET ${first.exampleUrl} is answered with 402 and \`accepts\`. A client of x402 signs and repeats: ${clientCode(`${first.exampleUrl}&view=brief`, network.id, testKey)}
${ASK_AGAIN} The links under Products lead to one page for each, with every parameter.`
    : '';
}

async function full(site: DocumentedSite): Promise<string> {
  const [first] = site.products;
  if (!first) throw new Error('There is nothing to sell');
  const sections = await Promise.all(site.products.map(describeInFull));
  return `${head(site)}

Interface ${interfaceVersion}, code ${version}.

${rulesOf(site)}

## Prices

| product | path | price | free sample |
|---|---|---|---|
${site.products.map(({ name, path, priceUsd, sample }) => `| ${name} | \`GET ${path}\` | $${priceUsd} | \`${sample.path}\` |`).join('\n')}

## How to pay

${workedPayment(first)}
## Products

${sections.join('\n')}
## Errors

Every error body has \`error\` (the code), \`message\` (what to do), \`charged: false\` (${openCodes} has \`null\`: money may have been taken), \`requestId\` and \`disclaimer\`, plus what the code needs.

| status | error | when | extra members |
|---|---|---|---|
${errorRows().join('\n')}

A 402 says in \`error\` why there is no answer:

| error | what to do |
|---|---|
${codesWithStatus(402)
  .map((code) => `| \`${code}\` | ${errors[code].message({})} |`)
  .join('\n')}

## Other ways to call

${
  protocols
    .map(({ name, path, description }) => `- ${name} at ${site.publicUrl}${path}: ${description}`)
    .join('\n') || 'None.'
}

## What is not covered

${disclaimer} Recalls are those of the make, model and year: whether one car was repaired only its maker knows. Complaints are what owners reported, unverified. Warranty terms are those as sold new; what remains of them is computed for one owner, and only the maker can confirm it.

## Terms

${termsTextOf(site.network)}

## Documents

${site.documents.map(({ path, summary }) => `- ${site.publicUrl}${path}: ${summary}`).join('\n')}
`;
}

function head({ publicUrl, network: { id, notice }, testKey, products }: DocumentedSite): string {
  const slugs = products.map(({ name }) => name.toLowerCase()).join(', ');
  return `# Forecourt

> What a VIN means before money changes hands: ${slugs}. Pay-per-call HTTP and JSON; no account, no key.
${notice === undefined ? '' : `\n${notice}\n`}${testKey === undefined ? '' : `A wallet with test USDC has the private key ${testKey}.\n`}
Base URL: ${publicUrl}

Pay: call without payment and get 402 with what to pay; sign one entry of \`accepts\` (x402 version 2, scheme exact, USDC on ${id}).
Repeat the identical request with the payment in \`PAYMENT-SIGNATURE\` and get the answer.`;
}

const rulesOf = ({ limits }: DocumentedSite) => `Rules worth knowing:

- \`view=brief\` on any product answers in a few kB; the full answer has up to 80. A payment for one form fetches the other, too.
- GET only; parameters in the query. Unknown and repeated parameters are errors, and all problems are reported at once.
- The answer is computed before the payment is settled. Errors and answers with \`charged: false\` cost nothing.
- One authorization pays for one answer. After a lost connection, or 503 with \`charged: null\`, repeat the identical request with the same payment: it is not charged twice. Do not sign a new one.
- One client may ask for ${limits.named(UNPAID_CHALLENGES).limit} challenges and fail with ${limits.named(FAILED_PAYMENTS).limit} payments a minute; a challenge whose payment leads to an answer, charged or not, is not counted, and a good payment is served whatever came before it. 429 says which limit it was and when to come back.
- \`owner\` is the buyer: \`later\` (the default) of a used car, for whom some warranties have ended, or \`first\`.
- \`null\` means that the data does not say. Nothing is guessed.`;

async function describeInFull(product: SoldProduct): Promise<string> {
  const { name, path, priceUsd, summary, description, parameters, exampleUrl, sample, brief } = product;
  const body = product.inView(await sample.read(), 'brief');
  return `### ${name}

\`GET ${path}\`, $${priceUsd}. ${summary}

${description}

| parameter | required | meaning |
|---|---|---|
${parameters.map(({ name, required, description, schema }) => `| \`${name}\` | ${required ? 'yes' : 'no'} | ${description}${allowed(schema)} |`).join('\n')}

Example: ${exampleUrl}

The answer with \`view=brief\` (besides \`view\`, \`more\`, \`charged\` and \`disclaimer\`); the members of the full one are at ${paths.reference}:

${describeFields(brief.response)}

Free sample: \`GET ${sample.path}\` answers the full form of this, whose lists are cut here after their first entries:

\`\`\`json
${JSON.stringify(shorten(body))}
\`\`\`
`;
}

function allowed({ enum: values }: { enum?: readonly unknown[] | undefined }): string {
  return values ? `: ${values.join(', ')}` : '';
}

const openCodes = errorCodes
  .filter((code) => errors[code].charged === null)
  .map((code) => `\`${code}\``)
  .join(', ');

function errorRows(): string[] {
  return errorCodes
    .filter((code) => errors[code].status !== 402)
    .sort((one, other) => errors[one].status - errors[other].status)
    .map((code) => {
      const { status, when, details, retryAfterSeconds } = errors[code];
      const extra = [
        ...(retryAfterSeconds === undefined ? [] : ['retryAfterSeconds']),
        ...Object.keys(details),
      ];
      return `| ${status} | \`${code}\` | ${when} | ${extra.map((member) => `\`${member}\``).join(', ')} |`;
    });
}

export function guidance({ products, network: { id, notice }, publicUrl }: DocumentedSite): string {
  const list = products
    .map(({ path, priceUsd, parameters, summary }) => {
      const names = parameters.filter(({ required }) => required).map(({ name }) => name);
      return `GET ${path} ($${priceUsd}; needs ${names.join(', ')}): ${summary}`;
    })
    .join('\n');
  return [
    ...(notice === undefined ? [] : [notice]),
    'Says what the VIN of a used car means before it is bought. GET requests only, JSON answers (browsers, which ask for text/html first, get pages), one payment per call, no account.',
    list,
    `To call: GET the path with its query; the 402 says what to pay; sign one entry of accepts (exact scheme, USDC on ${id}, EIP-3009) and repeat the identical request with the payment in PAYMENT-SIGNATURE. Any x402 version 2 client does this.`,
    'Errors and answers with charged: false cost nothing. When a connection is lost or the answer is 503 with charged: null, repeat the identical request with the same payment: it is not charged twice. Never sign a second payment for it.',
    `Try before paying: every product has a free sample of the same shape under /v1/sample/. Every product with its parameters, and a program that pays: ${publicUrl}${paths.llms}`,
    'Not covered: liens, accidents, odometer readings, owners, theft, market value. Recalls are those of the make, model and year; whether one car was repaired only its maker knows.',
  ].join('\n\n');
}
