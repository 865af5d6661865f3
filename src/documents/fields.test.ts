import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeFields } from './fields.ts';

describe('the members of an answer as a list', () => {
  it('describes types, what may be null or absent, and meanings', () => {
    const schema = z.object({
      year: z.number().int().nullable().describe('Model year'),
      state: z.enum(['ok', 'late']),
      note: z.string().optional(),
      parts: z.array(z.object({ name: z.string() })).describe('What it is made of'),
    });
    expect(describeFields(schema).split('\n')).toEqual([
      '- `year` (integer | null): Model year',
      '- `state` ("ok" | "late")',
      '- `note` (string, may be absent)',
      '- `parts` (array of object): What it is made of',
      '  - `name` (string)',
    ]);
  });

  it('describes a shared shape once', () => {
    const shared = z.object({ source: z.string() }).meta({ id: 'SharedShapeOfThisTest' });
    const schema = z.object({ first: shared, second: shared.nullable(), third: z.array(shared) });
    expect(describeFields(schema).split('\n')).toEqual([
      '- `first` (object)',
      '  - `source` (string)',
      '- `second` (object | null) (members as above)',
      '- `third` (array of object) (members as above)',
    ]);
  });

  it('distinguishes alternatives', () => {
    const schema = z.discriminatedUnion('country', [
      z.object({ country: z.literal('CA'), cad: z.number() }),
      z.object({ country: z.literal('US'), usd: z.number() }),
    ]);
    expect(describeFields(schema).split('\n')).toEqual([
      '- either, 1 of 2:',
      '  - `country` ("CA")',
      '  - `cad` (number)',
      '- either, 2 of 2:',
      '  - `country` ("US")',
      '  - `usd` (number)',
    ]);
  });
});
