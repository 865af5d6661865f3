import { z } from 'zod';
import { disclaimer } from '../../../disclaimer.ts';
import { type FailureCode, failureStatus } from '../../failure-status.ts';
import { failureBody } from '../../http/reply-failure.ts';
import { errorTable } from '../error-table.ts';
import { type HeaderName, headerRefs } from './headers.ts';
import type { ResponseObject } from './operation.ts';
import type { SchemaBook } from './schema-book.ts';

export const rpcMessage = { $ref: '#/components/schemas/JsonRpcMessage' };

export const EXAMPLE_REQUEST_ID = '3f0c1c0e-6f2b-4a53-9d0c-2f4f1f6b7a10';

/** Components and references for errors: one schema for each code, one response for each set of codes. */
export interface ErrorResponses {
  readonly responses: Readonly<Record<string, ResponseObject>>;
  /** The responses of an operation that may fail with these codes, by status. */
  of(codes: readonly FailureCode[]): Record<string, { $ref: string }>;
  /** The same failures as JSON-RPC tells them, in the data of its error. */
  ofRpc(codes: readonly FailureCode[]): Record<string, ResponseObject>;
}

export function createErrorResponses(book: SchemaBook): ErrorResponses {
  const responses: Record<string, ResponseObject> = {};
  const respond = (codes: readonly FailureCode[]) => {
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
      Object.fromEntries(codes.map((code) => [String(failureStatus[code]), describeRpcError(book, code)])),
  };
}

function describeResponse(book: SchemaBook, codes: readonly FailureCode[]): ResponseObject {
  const schemas = codes.map((code) => book.named(`${pascalCase(code)}Error`, errorSchema(code)));
  const examples = codes.flatMap((code) => {
    const { example, when } = errorTable[code];
    if (!example) return [];
    return [[code, { summary: when, value: exampleBody(example) }] as const];
  });
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].when}`).join('\n\n'),
    headers: headerRefs(...headersOf(codes)),
    content: {
      'application/json': {
        schema: schemas.length === 1 && schemas[0] ? schemas[0] : { oneOf: schemas },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function describeRpcError(book: SchemaBook, code: FailureCode): ResponseObject {
  const data = book.named(`${pascalCase(code)}Error`, errorSchema(code));
  const retries = errorTable[code].example?.retryAfterSeconds !== undefined;
  return {
    description: `\`${code}\`: ${errorTable[code].when}`,
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

function exampleBody(failure: Parameters<typeof failureBody>[0]): object {
  return { ...failureBody(failure, EXAMPLE_REQUEST_ID), disclaimer };
}

function errorSchema(code: FailureCode): z.ZodType {
  const { details = {}, example, when } = errorTable[code];
  const retries = example?.retryAfterSeconds !== undefined;
  return z
    .object({
      error: z.literal(code),
      message: z.string().describe('What to do'),
      charged: z.literal(false),
      requestId: z.string().describe('Name it when you report a problem'),
      ...(retries && { retryAfterSeconds: z.number() }),
      ...details,
      disclaimer: z.string(),
    })
    .describe(when);
}

function headersOf(codes: readonly FailureCode[]): HeaderName[] {
  const names: HeaderName[] = [];
  if (codes.some((code) => errorTable[code].example?.retryAfterSeconds !== undefined))
    names.push('Retry-After');
  if (codes.includes('rate_limited')) names.push('RateLimit', 'RateLimit-Policy');
  if (codes.includes('method_not_allowed')) names.push('Allow');
  if (codes.includes('invalid_payment_payload')) names.push('PAYMENT-REQUIRED');
  if (codes.includes('settlement_pending')) names.push('PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE');
  return names;
}

function byStatus(codes: readonly FailureCode[]): Record<string, FailureCode[]> {
  const grouped: Record<string, FailureCode[]> = {};
  for (const code of codes) {
    const status = String(failureStatus[code]);
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
