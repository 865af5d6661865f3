/** The x402 extension by which facilitators and indexers list what is sold. */
export const BAZAAR = 'bazaar';

interface PaidGet {
  /** A query that is answered. */
  queryParams: Record<string, string | number | boolean>;
  /** JSON Schema of the whole query. */
  querySchema: {
    type: 'object';
    properties: object;
    required: readonly string[];
    additionalProperties: false;
  };
  /** The answer; `format` says how the example was cut. */
  output: { example: object; format: string };
}

interface Tool {
  /** Its name for `tools/call`. */
  toolName: string;
  /** JSON Schema of the arguments that it needs; `tools/list` has all. */
  inputSchema: object;
  /** Arguments that are answered. */
  example: object;
}

export interface BazaarDeclaration {
  info: { input: object; output?: object };
  schema: object;
}

export type BriefDeclaration = ReturnType<typeof declareBriefly>;

const SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';

const outputSchema = { type: 'object', required: ['type', 'example'] };

/**
 * Declares how a paid GET is called and what comes back.
 *
 * @NOTE Indexers check `info` against `schema` and remember the first listing that fails: the test beside this file
 * checks it as they do.
 */
export function declareBazaar({ queryParams, querySchema, output }: PaidGet): BazaarDeclaration {
  return {
    info: {
      input: inputOf(queryParams),
      output: { type: 'json', ...output },
    },
    schema: {
      $schema: SCHEMA_DIALECT,
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
        output: outputSchema,
      },
      required: ['input'],
    },
  };
}

interface BriefGet {
  queryParams: PaidGet['queryParams'];
  /** JSON Schema of what must stand in the query. */
  querySchema: Pick<PaidGet['querySchema'], 'properties' | 'required'>;
}

/** Declares how a paid GET is called by the least that it takes, for where bytes are dear. */
export function declareBriefly({ queryParams, querySchema: { properties, required } }: BriefGet) {
  return {
    info: { input: inputOf(queryParams) },
    schema: { properties: { input: { properties: { queryParams: { properties, required } } } } },
  };
}

const inputOf = (queryParams: PaidGet['queryParams']) => ({ type: 'http', method: 'GET', queryParams });

/** Declares how a paid tool of our MCP server is called, by the least that it takes: models read it with every price. */
export function declareMcpTool(call: Tool): BazaarDeclaration {
  return {
    info: { input: { type: 'mcp', transport: 'streamable-http', ...call } },
    schema: {
      properties: {
        input: {
          properties: {
            type: { const: 'mcp' },
            toolName: { type: 'string' },
            inputSchema: { type: 'object' },
          },
          required: ['type', 'toolName', 'inputSchema'],
        },
      },
      required: ['input'],
    },
  };
}
