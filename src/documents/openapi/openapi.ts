import { setImmediate as nextTurn } from 'node:timers/promises';
import { disclaimer } from '../../lib/disclaimer.ts';
import { interfaceVersion, version } from '../../lib/version.ts';
import { challenge } from '../../payments/wire/challenge.ts';
import { createDocument, type DocumentedSite, type FreeDocument } from '../document.ts';
import { crawlerPaths, paths as documentPaths } from '../links.ts';
import { guidance } from '../llms.ts';
import { protocols } from '../protocols.ts';
import {
  createErrorResponses,
  createSchemaBook,
  EXAMPLE_REQUEST_ID,
  headers,
  type JsonSchema,
  type Operation,
} from './components.ts';
import {
  describeDocumentOperation,
  describeHealthOperation,
  describeProtocolOperation,
  describeSampleOperation,
} from './free-operations.ts';
import { describePaidOperation, describePaymentRequired } from './paid-operation.ts';

const jsonRpcMessage: JsonSchema = {
  type: 'object',
  description: 'A message of JSON-RPC 2.0',
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer', 'null'] },
    method: { type: 'string' },
    params: { type: 'object' },
    result: {},
    error: {
      type: 'object',
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
      required: ['code', 'message'],
    },
  },
  required: ['jsonrpc'],
};

export function createOpenApi(site: DocumentedSite): FreeDocument {
  return createDocument({
    path: documentPaths.openapi,
    contentType: 'application/json',
    summary: 'This service as OpenAPI 3.1',
    text: async () => JSON.stringify(forModels(await describeSite(site))),
  });
}

/**
 * Writes the service as an OpenAPI document: nothing here is about a single product. Piece by piece at the first use,
 * so that whatever else waits has its turn.
 */
export async function describeSite(site: DocumentedSite) {
  const book = createSchemaBook();
  const errors = createErrorResponses(book);
  const paths: Record<string, { get: Operation } | { post: Operation }> = {};
  for (const product of site.products) {
    await nextTurn();
    paths[product.path] = { get: describePaidOperation(product, book, errors) };
  }
  for (const product of site.products) {
    await nextTurn();
    paths[product.sample.path] = { get: describeSampleOperation(product, book, errors) };
  }
  await nextTurn();
  paths[documentPaths.health] = { get: describeHealthOperation(book, errors) };
  for (const document of site.documents) {
    paths[document.path] = { get: describeDocumentOperation(document, book, site) };
  }
  for (const protocol of protocols)
    paths[protocol.path] = { post: describeProtocolOperation(protocol, errors) };
  // Any path may answer so; no operation of this document does.
  errors.of([
    'bad_request',
    'not_found',
    'method_not_allowed',
    'request_timeout',
    'url_too_long',
    'headers_too_large',
    'internal',
  ]);
  const [first] = site.products;
  const paymentRequired = first && {
    PaymentRequired: describePaymentRequired(
      {
        ...challenge(first.offer, 'payment_required').body,
        // They are as long as all the rest.
        extensions: {},
        requestId: EXAMPLE_REQUEST_ID,
        disclaimer,
      },
      book,
    ),
  };

  return {
    openapi: '3.1.0',
    'x-disclaimer': disclaimer,
    info: {
      title: 'Forecourt',
      summary: 'What a VIN means before money changes hands.',
      description: `${site.network.notice === undefined ? '' : `${site.network.notice} `}Interface ${interfaceVersion}, code ${version}. Unknown paths are answered 404, other methods 405 with \`Allow\`. Every JSON object carries a \`disclaimer\`, every error \`charged: false\`, or \`null\` while it is open whether money was taken.`,
      version: `${interfaceVersion}+${version}`,
      termsOfService: `${site.publicUrl}${documentPaths.terms}`,
      contact: contactOf(site.contact),
      'x-guidance': guidance(site),
    },
    servers: [{ url: site.publicUrl }],
    externalDocs: { description: 'For language models', url: `${site.publicUrl}${documentPaths.llms}` },
    tags: [
      { name: 'Paid', description: 'Paid per call by x402 version 2' },
      { name: 'Free samples', description: 'Every paid shape, for one fixed sample' },
      { name: 'Documents', description: 'What describes the service' },
      { name: 'Protocols', description: 'Other ways to call' },
    ],
    paths,
    components: {
      securitySchemes: {
        x402: {
          type: 'apiKey',
          in: 'header',
          name: 'PAYMENT-SIGNATURE',
          description:
            'x402 version 2: a signed payment for one entry of `accepts` in the 402 challenge, as base64 of JSON. ' +
            'Legacy clients send it as `X-PAYMENT`. No account, no key, no sign-up.',
        },
        signInWithX: {
          type: 'apiKey',
          in: 'header',
          name: 'SIGN-IN-WITH-X',
          description:
            'In place of a payment, for ten minutes after the wallet has paid for the same request: the message of the ' +
            "402 challenge's extension `sign-in-with-x`, signed by that wallet. It gets the kept answer and costs nothing.",
        },
      },
      headers,
      responses: { ...errors.responses, ...paymentRequired },
      schemas: { ...book.schemas, JsonRpcMessage: jsonRpcMessage },
    },
  };
}

/** Leaves the first words of what each member means, and the shapes of answers: the reference pages have all. */
function forModels(description: Awaited<ReturnType<typeof describeSite>>): object {
  const { components, paths, ...others } = description;
  const isDocument = (path: string, methods: object) =>
    path !== documentPaths.health && 'get' in methods && Object(methods.get).tags[0] === 'Documents';
  const schemas: unknown = JSON.parse(JSON.stringify(components.schemas), (key, value: unknown) => {
    if (key !== 'description' || typeof value !== 'string') return value;
    return value.length <= SHORT ? undefined : firstWords(value);
  });
  const shorten = (methods: object) =>
    JSON.parse(JSON.stringify(methods), (key, value: unknown) =>
      key === 'schema' && Object(value).type === 'object' ? { type: 'object' } : value,
    );
  // ChatGPT takes thirty operations.
  const shortPaths = Object.entries(paths)
    .filter(([path]) => !crawlerPaths.includes(path))
    .map(([path, methods]) => [path, isDocument(path, methods) ? shorten(methods) : methods]);
  return { ...others, paths: Object.fromEntries(shortPaths), components: { ...components, schemas } };
}

const LONG = 40;
/** So little says no more than the name of the member. */
const SHORT = 75;

/** The first clause; of a long one what stands before a comma. */
function firstWords(text: string): string {
  const [clause = text] = /^.+?(?=[.;] |\.?$)/.exec(text) ?? [];
  return clause.length <= LONG ? clause : (/^.{15,}?(?=, | \()/.exec(clause)?.[0] ?? clause);
}

function contactOf(contact: string) {
  return contact.startsWith('mailto:')
    ? { name: 'Forecourt', email: contact.slice('mailto:'.length) }
    : { name: 'Forecourt', url: contact };
}
