/** The x402 extension by which facilitators and indexers list what is sold. */
export const BAZAAR = 'bazaar';

interface Call {
  /** A query that is answered. */
  queryParams: Record<string, string | number | boolean>;
  /** JSON Schema of the whole query. */
  querySchema: {
    type: 'object';
    properties: object;
    required: readonly string[];
    additionalProperties: false;
  };
  /** What comes back; `format` says how the example was cut. */
  output: { example: object; format: string };
}

export interface BazaarDeclaration {
  info: { input: object; output: object };
  schema: object;
}

/**
 * How a paid GET is called and what comes back.
 *
 * @NOTE Indexers check `info` against `schema` and remember the first listing that fails: the test beside this file
 * checks it as they do.
 */
export function declareBazaar({ queryParams, querySchema, output }: Call): BazaarDeclaration {
  return {
    info: {
      input: { type: 'http', method: 'GET', queryParams },
      output: { type: 'json', ...output },
    },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: ['GET'] },
            queryParams: querySchema,
          },
          required: ['type', 'method', 'queryParams'],
          additionalProperties: false,
        },
        output: {
          type: 'object',
          properties: { type: { type: 'string' }, format: { type: 'string' }, example: { type: 'object' } },
          required: ['type'],
        },
      },
      required: ['input'],
    },
  };
}
