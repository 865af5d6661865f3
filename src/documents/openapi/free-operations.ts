import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { DocumentedSite, FreeDocument, SoldProduct } from '../document.ts';
import type { Protocol } from '../protocols.ts';
import {
  anyError,
  type ErrorResponses,
  headerRefs,
  type JsonSchema,
  type Operation,
  pascalCase,
  rpcMessage,
  type SchemaBook,
} from './components.ts';
import { camelCase } from './paid-operation.ts';

const free = { security: [] };
const limitHeaders = ['RateLimit', 'RateLimit-Policy'] as const;
const unchanged = { $ref: '#/components/responses/NotModified' };

export function describeSampleOperation(
  product: SoldProduct,
  book: SchemaBook,
  errors: ErrorResponses,
): Operation {
  const { slug, name, summary, path, sample } = product;
  return {
    operationId: `sample${pascalCase(slug)}`,
    tags: ['Free samples'],
    summary: `${name}, a free sample`,
    description: `${summary}\n\nThe shape of \`${path}\` for one fixed sample. Takes no parameters; ${sample.limitPerMinute} requests a minute and client.`,
    ...free,
    responses: {
      '200': {
        description: 'The sample',
        headers: headerRefs('ETag', ...limitHeaders),
        content: {
          'application/json': {
            schema: sampleSchema(product, book),
          },
        },
      },
      '304': unchanged,
      ...errors.of(['invalid_parameters', 'rate_limited']),
      default: anyError,
    },
  };
}

const sampleAnswer = z
  .object({ sample: z.literal(true), note: z.string(), disclaimer: z.string() })
  .describe('What every free sample has besides');

/** Takes the paid shape where the sample has all of it, so that it is described once; else a shape of its own. */
function sampleSchema({ slug, response, sample }: SoldProduct, book: SchemaBook): JsonSchema {
  const paid = book.inline(response);
  const free = book.inline(sample.response);
  const members = Object.entries(paid.properties ?? {});
  const hasAll =
    members.length > 0 &&
    members.every(
      ([name, member]) => name in sampleAnswer.shape || isDeepStrictEqual(free.properties?.[name], member),
    );
  const name = pascalCase(slug);
  const body = hasAll ? book.named(name, response) : book.named(`${name}Sample`, sample.response);
  return { allOf: [body, book.named('FreeSample', sampleAnswer)] };
}

export function describeDocumentOperation(
  document: FreeDocument,
  book: SchemaBook,
  { limits }: DocumentedSite,
): Operation {
  const { path, summary, contentType, schema, limit } = document;
  const [mediaType = contentType] = contentType.split(';');
  return {
    operationId: `get${pascalCase(path)}`,
    tags: ['Documents'],
    summary,
    ...(limit !== 'documents' && {
      description: `${limits.named(limit).limit} requests a minute and client.`,
    }),
    ...free,
    responses: {
      '200': {
        description: 'The document',
        content: { [mediaType]: { schema: documentSchema(mediaType, schema, book) } },
      },
      '304': unchanged,
      default: anyError,
    },
  };
}

function documentSchema(mediaType: string, schema: z.ZodType | undefined, book: SchemaBook): JsonSchema {
  if (schema) return book.inline(schema);
  return mediaType.endsWith('json') ? { type: 'object' } : { type: 'string' };
}

export function describeHealthOperation(book: SchemaBook, _errors: ErrorResponses): Operation {
  return {
    operationId: 'health',
    tags: ['Documents'],
    summary: 'Whether the service lives, and how it takes payments',
    ...free,
    responses: {
      '200': {
        description: 'It lives',
        headers: headerRefs(),
        content: { 'application/json': { schema: book.named('Health', healthSchema) } },
      },
      default: anyError,
    },
  };
}

export function describeProtocolOperation(
  { name, path, summary, description, refusals, failures, takesNotifications, example }: Protocol,
  errors: ErrorResponses,
): Operation {
  const message = { 'application/json': { schema: rpcMessage } };
  const asked = { 'application/json': { schema: rpcMessage, example: example.message } };
  return {
    operationId: camelCase(`call ${path}`),
    tags: ['Protocols'],
    summary,
    description,
    ...free,
    requestBody: { required: true, description: `A request of ${name}`, content: asked },
    responses: {
      '200': {
        description: 'The answer, or an error of the protocol',
        headers: headerRefs(),
        content: message,
      },
      ...(takesNotifications && {
        '202': { description: 'A notification was taken', headers: headerRefs() },
      }),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, when]) => [status, { description: when, content: message }]),
      ),
      ...errors.ofRpc(failures),
      default: anyError,
    },
  };
}

const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string().describe('Version of the code'),
    interfaceVersion: z.string().describe('Version of the interface'),
    uptimeSeconds: z.number().int(),
    paymentMode: z
      .enum(['live', 'dev'])
      .describe('dev: payments go to a private chain and are worth nothing'),
    payments: z.object({
      ready: z.boolean(),
      leastPriceUsd: z.string().optional().describe('While gas is so dear that nothing is sold for less'),
    }),
    storage: z.object({ kind: z.string(), ok: z.boolean() }),
    sources: z
      .record(
        z.string(),
        z.object({
          state: z.string(),
          lastSuccessAt: z.string().nullable().optional(),
          lastFailureAt: z.string().nullable().optional(),
        }),
      )
      .describe('The public data sources by name, as they answered last'),
    disclaimer: z.string(),
  })
  .describe('What is known without asking anybody');
