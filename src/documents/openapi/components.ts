import { z } from 'zod';
import { type ErrorCode, errorCodes, errors } from '../../errors/errors.ts';

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: readonly Record<string, never[]>[];
  'x-payment-info'?: {
    price: { mode: 'fixed'; currency: 'USD'; amount: string };
    protocols: readonly object[];
  };
  parameters?: {
    name: string;
    in: 'query';
    required: boolean;
    description: string;
    schema: JsonSchema;
    example?: string | number | boolean;
  }[];
  requestBody?: object;
  responses: Record<string, ResponseObject>;
}

export interface ResponseObject {
  $ref?: string;
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: JsonSchema; examples?: Record<string, Example> }>;
}

interface Example {
  summary: string;
  value: object;
}

const text = { type: 'string' } as const;

export const headers = {
  'X-Request-Id': {
    description: 'Names this request; a paid answer that is fetched again keeps that of its first call',
    schema: text,
  },
  'PAYMENT-REQUIRED': {
    description: 'The x402 version 2 challenge as base64 of JSON',
    schema: text,
  },
  'PAYMENT-RESPONSE': {
    description:
      'How the settlement went, as base64 of JSON: success, transaction, network, payer, errorReason, and a signed receipt in extensions',
    schema: text,
  },
  'X-PAYMENT-RESPONSE': {
    description: 'The same as PAYMENT-RESPONSE, for those who paid by X-PAYMENT',
    schema: text,
  },
  'Retry-After': { description: 'Seconds after which to try again', schema: { type: 'integer' } },
  RateLimit: { description: 'Requests left (r) and seconds until the window is new (t)', schema: text },
  'RateLimit-Policy': { description: 'Requests (q) per window of w seconds', schema: text },
  ETag: {
    description: 'Send it back in If-None-Match to be answered 304 while nothing changed',
    schema: text,
  },
  Link: { description: 'Where the description, its reference and the terms are', schema: text },
  Allow: { description: 'The methods that the path takes', schema: text },
} as const;

type HeaderName = keyof typeof headers;

export function headerRefs(...names: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    (['X-Request-Id', ...names] as const).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

export type JsonSchema = z.core.JSONSchema.BaseSchema;

const COMPONENTS = '#/components/schemas/';

export type SchemaBook = ReturnType<typeof createSchemaBook>;

/** Collects the schemas of a description: those that have an id of their own, or get a name here, are written once. */
export function createSchemaBook() {
  const schemas: Record<string, JsonSchema> = {};

  function inline(schema: z.ZodType): JsonSchema {
    const { $defs = {}, $schema: _dialect, ...converted } = convert(schema);
    for (const [name, definition] of Object.entries($defs))
      schemas[name] ??= withoutId(toComponents(definition));
    return toComponents(converted);
  }

  return {
    schemas,
    inline,
    /** Names a schema; what `base` describes is described there. */
    named(name: string, schema: z.ZodType, base?: JsonSchema): JsonSchema {
      schemas[name] ??= { ...inline(schema), ...(base && { allOf: [base] }) };
      return { $ref: `${COMPONENTS}${name}` };
    },
  };
}

/** Said of what comes in, and of no use to who reads an answer. */
const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'minLength',
  'propertyNames',
  'pattern',
] as const;

/** Leaves objects open, for answers may grow, and says of numbers and texts what they are, not their bounds. */
function convert(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      const [one, none] = jsonSchema.anyOf ?? [];
      if (jsonSchema.anyOf?.length === 2 && none?.type === 'null' && isPlain(one)) {
        delete jsonSchema.anyOf;
        Object.assign(jsonSchema, { ...one, type: [one.type, 'null'] });
      }
      if (jsonSchema.const !== undefined || jsonSchema.enum) delete jsonSchema.type;
      for (const bound of BOUNDS) delete jsonSchema[bound];
    },
  });
}

const isPlain = (schema: JsonSchema | undefined): schema is JsonSchema =>
  ['string', 'number', 'integer', 'boolean'].includes(String(schema?.type)) &&
  schema?.enum === undefined &&
  schema?.const === undefined;

function withoutId({ id: _id, ...definition }: JsonSchema): JsonSchema {
  return definition;
}

/** Turns zod's references to `#/$defs/` into references to components. */
function toComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', COMPONENTS) : value,
  );
}

export const anyError = { $ref: '#/components/responses/AnyError' };

export const rpcMessage = { $ref: '#/components/schemas/JsonRpcMessage' };

export const EXAMPLE_REQUEST_ID = '3f0c1c0e-6f2b-4a53-9d0c-2f4f1f6b7a10';

export type ErrorResponses = ReturnType<typeof createErrorResponses>;

/** Describes errors: one schema for each code, one response for each set of codes. */
export function createErrorResponses(book: SchemaBook) {
  const responses: Record<string, ResponseObject> = {
    NotModified: {
      description: 'Not changed since the ETag in If-None-Match',
      headers: headerRefs('ETag'),
    },
    AnyError: {
      description: 'An error, with the status of its code',
      headers: headerRefs(),
      content: { 'application/json': { schema: book.named('AnyError', anyErrorSchema) } },
    },
  };
  const names = new Map<string, string>();
  const respond = (codes: readonly ErrorCode[]) => {
    const key = codes.join();
    const name = names.get(key) ?? `Errors${names.size + 1}`;
    names.set(key, name);
    responses[name] ??= describeResponse(book, codes);
    return { $ref: `#/components/responses/${name}` };
  };
  return {
    responses,
    /** Gives the responses of an operation that may fail with these codes, by status. */
    of: (codes: readonly ErrorCode[]): Record<string, ResponseObject> =>
      Object.fromEntries(
        Object.entries(byStatus(codes)).map(([status, together]) => [status, respond(together)]),
      ),
    /** Gives the same failures in the form of JSON-RPC, in the data of its error. */
    ofRpc: (codes: readonly ErrorCode[]): Record<string, ResponseObject> =>
      Object.fromEntries(codes.map((code) => [String(errors[code].status), describeRpcError(book, code)])),
  };
}

function describeResponse(book: SchemaBook, codes: readonly ErrorCode[]): ResponseObject {
  const schemas = distinct(codes.map((code) => errorNamed(book, code)));
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headerRefs(...headersOf(codes)),
    content: {
      'application/json': {
        schema: schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas },
      },
    },
  };
}

const distinct = (schemas: JsonSchema[]) => [
  ...new Map(schemas.map((schema) => [schema.$ref, schema])).values(),
];

function describeRpcError(book: SchemaBook, code: ErrorCode): ResponseObject {
  const data = errorNamed(book, code);
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

const anyErrorSchema = z
  .object({
    error: z.enum(errorCodes).describe('Its code'),
    message: z.string().describe('What to do'),
    charged: z.literal(false).nullable().describe('null: money may have been taken, do not pay again'),
    requestId: z.string().describe('Name it when you report a problem'),
    disclaimer: z.string(),
  })
  .describe('What every error has');

/** Describes what an error has beside the members of all. */
function errorNamed(book: SchemaBook, code: ErrorCode): JsonSchema {
  const { details, retryAfterSeconds } = errors[code];
  const any = book.named('AnyError', anyErrorSchema);
  const own = { ...(retryAfterSeconds !== undefined && { retryAfterSeconds: z.number() }), ...details };
  if (Object.keys(own).length === 0) return any;
  return book.named(`${pascalCase(code)}Error`, z.object({ error: z.literal(code), ...own }), any);
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
