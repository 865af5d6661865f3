import { expect, test } from 'vitest';
import { z } from 'zod';
import { readExamples } from '../../../test/issues/examples.ts';
import { withoutPersonalData } from './personal-data.ts';

const sentences = readExamples(
  'personal-data-in-sentences',
  z.object({
    people: z.array(z.string()),
    planted: z.array(z.object({ secrets: z.array(z.string()), said: z.array(z.string()) })),
    inOtherWords: z.array(z.object({ secret: z.string(), text: z.string() })),
    unchanged: z.array(z.string()),
  }),
);
const people = sentences.people.join().toUpperCase();
const planted = sentences.planted.flatMap(({ secrets, said }) =>
  secrets.flatMap((secret) => said.map((text) => ({ secret, text: text.replace('{}', secret) }))),
);

/** Looks for the number of a keyed one, and for the last word of a name, which would be enough to find somebody. */
function isLeft({ secret, text }: { secret: string; text: string }): boolean {
  const shown = withoutPersonalData(text);
  const revealing = secret
    .split(/\s+/)
    .filter((word) => /\d/.test(word) || !/^[a-z#'.:]+$/i.test(word) || people.includes(word.toUpperCase()));
  return revealing.some((word) => word.length > 1 && shown.includes(word));
}

test(`of ${planted.length} planted names, plates, addresses and numbers 99 in 100 are gone`, () => {
  expect(planted.length).toBeGreaterThanOrEqual(200);
  const left = planted.filter(isLeft);
  expect(left.slice(Math.floor(planted.length / 100))).toEqual([]);
});

test.each(sentences.unchanged)('what describes the failure stays: %s', (text) => {
  expect(withoutPersonalData(text)).toBe(text);
});

test(`of ${sentences.inOtherWords.length} more, written after the rules, all are gone`, () => {
  const left = sentences.inOtherWords.filter(({ secret, text }) =>
    withoutPersonalData(text).includes(secret),
  );
  expect(left).toEqual([]);
});

const examples = readExamples(
  'personal-data',
  z.object({
    planted: z.array(z.object({ kind: z.string(), secret: z.string(), text: z.string() })),
    kept: z.array(z.object({ word: z.string(), text: z.string() })),
  }),
);

test(`of ${examples.planted.length} more in small letters, with typos and in other forms 99 in 100 are gone`, () => {
  const left = examples.planted.filter(({ secret, text }) => withoutPersonalData(text).includes(secret));
  expect(left.slice(Math.floor(examples.planted.length / 100))).toEqual([]);
});

test(`of ${examples.kept.length} words of cars, recalls, codes and places 95 in 100 are kept`, () => {
  const lost = examples.kept.filter(({ word, text }) => !withoutPersonalData(text).includes(word));
  expect(lost.slice(Math.floor(examples.kept.length / 20))).toEqual([]);
});

test.each(['1 ', '12-', 'a', 'a.b+', 'one 12 two-', 'Maple Grove ', '1422 maple ', 'claim number is '])(
  'nobody holds it up by writing %s over and over',
  (text) => {
    const started = performance.now();
    withoutPersonalData(text.repeat(4_000 / text.length));
    expect(performance.now() - started).toBeLessThan(3_000);
  },
);
