import { z } from 'zod';
import { type ErrorCode, errors, type FailureCode, isFailureCode } from '../../errors/errors.ts';
import { exampleOf } from '../../errors/service-error.ts';
import { disclaimer } from '../../lib/disclaimer.ts';
import { type HeaderName, headerRefs } from './headers.ts';
import type { ResponseObject } from './operation.ts';
import type { SchemaBook } from './schema-book.ts';

export const rpcMessage = { $ref: '#/components/schemas/JsonRpcMessage' };

export const EXAMPLE_REQUEST_ID = '3f0c1c0e-6f2b-4a53-9d0c-2f4f1f6b7a10';

/** Components and references for errors: one schema for each code, one response for each set of codes. */
export interface ErrorResponses {
  readonly responses: Readonly<Record<string, ResponseObject>>;
  /** The responses of an operation that may fail with these codes, by status. */
  of(codes: readonly ErrorCode[]): Record<string, { $ref: string }>;
  /** The same failures in the form of JSON-RPC, in the data of its error. */
  ofRpc(codes: readonly ErrorCode[]): Record<string, ResponseObject>;
}

export function createErrorResponses(book: SchemaBook): ErrorResponses {
  const responses: Record<string, ResponseObject> = {};
  const respond = (codes: readonly ErrorCode[]) => {
    const name = codes.map(pascalCase).join('Or');
    responses[name] ??= describeResponse(book, codes);
    return { $ref: `#/components/responses/${name}` };
  };
  return {
    responses,
    of: (codes) =>
      Object.fromEntries(
        Object.entries(byStatus(codes)).map(([status, together]) => [status, respond(together)]),
      ),
    ofRpc: (codes) =>
      Object.fromEntries(codes.map((code) => [String(errors[code].status), describeRpcError(book, code)])),
  };
}

function describeResponse(book: SchemaBook, codes: readonly ErrorCode[]): ResponseObject {
  const schemas = codes.map((code) => book.named(`${pascalCase(code)}Error`, errorSchema(code)));
  const examples = codes.flatMap((code) => {
    if (!isFailureCode(code)) return [];
    return [[code, { summary: errors[code].when, value: exampleBody(code) }] as const];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].when}`).join('\n\n'),
    headers: headerRefs(...headersOf(codes)),
    content: {
      'application/json': {
        schema: schemas.length === 1 && schemas[0] ? schemas[0] : { oneOf: schemas },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function describeRpcError(book: SchemaBook, code: ErrorCode): ResponseObject {
  const data = book.named(`${pascalCase(code)}Error`, errorSchema(code));
  const retries = errors[code].retryAfterSeconds !== undefined;
  return {
    description: `\`${code}\`: ${errors[code].when}`,
    headers: headerRefs(...(retries ? (['Retry-After'] as const) : [])),
    content: {
      'application/json': {
        schema: {
          allOf: [
            rpcMessage,
            { type: 'object', properties: { error: { type: 'object', properties: { data } } } },
          ],
        },
      },
    },
  };
}

function exampleBody(code: FailureCode): object {
  return { ...exampleOf(code).body(EXAMPLE_REQUEST_ID), disclaimer };
}

function errorSchema(code: ErrorCode): z.ZodType {
  const { details, retryAfterSeconds, charged, when } = errors[code];
  const retries = retryAfterSeconds !== undefined;
  return z
    .object({
      error: z.literal(code),
      message: z.string().describe('What to do'),
      charged: charged === null ? z.null().describe('Not known yet') : z.literal(false),
      requestId: z.string().describe('Name it when you report a problem'),
      ...(retries && { retryAfterSeconds: z.number() }),
      ...details,
      disclaimer: z.string(),
    })
    .describe(when);
}

function headersOf(codes: readonly ErrorCode[]): HeaderName[] {
  const rows = codes.map((code) => errors[code]);
  const retries = rows.some(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
  return [...(retries ? (['Retry-After'] as const) : []), ...rows.flatMap(({ headers }) => headers)];
}

function byStatus(codes: readonly ErrorCode[]): Record<string, ErrorCode[]> {
  const grouped: Record<string, ErrorCode[]> = {};
  for (const code of codes) {
    const status = String(errors[code].status);
    grouped[status] = [...(grouped[status] ?? []), code];
  }
  return grouped;
}

export function pascalCase(words: string): string {
  return words
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
