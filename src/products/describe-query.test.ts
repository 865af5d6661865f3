import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeQuery, exampleQuery, exampleSearch, toInputSchema } from './describe-query.ts';
import { readSearch } from './product.ts';
import { products } from './table.ts';

describe('the query of a product, described', () => {
  it.each(products)('gives an example for $slug that the product takes', (product) => {
    const example = exampleQuery(describeQuery(product.query));
    const parameters = readSearch(new URLSearchParams(exampleSearch(example)));
    expect(() => product.prepare(parameters)).not.toThrow();
  });

  it('has names, meanings, values and what is required', () => {
    const query = z.strictObject({
      colour: z.enum(['red', 'blue']).meta({ description: 'Colour of the car', example: 'blue' }),
      doors: z.string().exactOptional().meta({ type: 'integer', description: 'Number of doors' }),
    });
    expect(describeQuery(query)).toEqual([
      {
        name: 'colour',
        required: true,
        description: 'Colour of the car',
        schema: { type: 'string', enum: ['red', 'blue'] },
        example: 'blue',
      },
      { name: 'doors', required: false, description: 'Number of doors', schema: { type: 'integer' } },
    ]);
  });

  it('fills in what is required and has no example, and leaves out the rest', () => {
    const query = z.strictObject({
      side: z.enum(['left', 'right']),
      year: z.string().meta({ type: 'integer', minimum: 1981 }),
      gift: z.string().meta({ type: 'boolean' }),
      word: z.string(),
      hint: z.string().exactOptional(),
    });
    expect(exampleQuery(describeQuery(query))).toEqual({
      side: 'left',
      year: 1981,
      gift: true,
      word: 'example',
    });
  });

  it('is closed as one schema, because unknown parameters are errors', () => {
    expect(toInputSchema(describeQuery(z.strictObject({ vin: z.string() })))).toEqual({
      type: 'object',
      properties: { vin: { type: 'string', description: 'vin' } },
      required: ['vin'],
      additionalProperties: false,
    });
  });
});
