import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { declareBazaar } from './bazaar.ts';

const declaration = declareBazaar({
  queryParams: { vin: '5NPDH4AE8DH100013' },
  querySchema: {
    type: 'object',
    properties: { vin: { type: 'string', pattern: '^[A-HJ-NPR-Z0-9]{17}$' } },
    required: ['vin'],
    additionalProperties: false,
  },
  output: { example: { vehicle: { make: 'Hyundai' } }, format: 'excerpt' },
});

/** As facilitators do before they list a resource. */
function isListed({ info, schema }: { info: object; schema: object }): boolean {
  return new Ajv2020({ strict: false, allErrors: true }).compile(schema)(info);
}

interface Part {
  input?: object;
  output?: object;
}

/** The declaration with other members in its `info`. */
function changed({ input, output }: Part) {
  const { info, schema } = declaration;
  return { info: { input: { ...info.input, ...input }, output: { ...info.output, ...output } }, schema };
}

describe('the Bazaar declaration', () => {
  it('is accepted by its own schema', () => {
    expect(isListed(declaration)).toBe(true);
  });

  it('says how the call is made and what comes back', () => {
    expect(declaration.info).toEqual({
      input: { type: 'http', method: 'GET', queryParams: { vin: '5NPDH4AE8DH100013' } },
      output: { type: 'json', example: { vehicle: { make: 'Hyundai' } }, format: 'excerpt' },
    });
  });

  it.each<[string, Part]>([
    ['another kind of input', { input: { type: 'mcp' } }],
    ['another method', { input: { method: 'POST' } }],
    ['a body', { input: { body: {} } }],
    ['a query without what is required', { input: { queryParams: {} } }],
    ['a query with a value that is not taken', { input: { queryParams: { vin: 'too short' } } }],
    [
      'a query with more than there is',
      { input: { queryParams: { vin: '5NPDH4AE8DH100013', colour: 'red' } } },
    ],
    ['an output without type', { output: { type: undefined } }],
  ])('has a schema that refuses %s', (_what, part) => {
    expect(isListed(changed(part))).toBe(false);
  });
});
