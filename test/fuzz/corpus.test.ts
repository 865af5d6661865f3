import { expect, it } from 'vitest';
import { readCorpus } from './corpus.ts';
import { readers } from './readers.ts';

it.each(readers)('what fuzzing has found of the reader of $name is read as promised', async (reader) => {
  const corpus = readCorpus(reader.name);
  expect(corpus.length).toBeGreaterThan(5);
  for (const input of corpus) await reader.read(input);
});
