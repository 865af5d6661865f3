import { describe, expect, it } from 'vitest';
import { isSafeTitle } from '../../title.ts';
import { createRecogniser } from '../recognise.ts';
import { MODES } from './modes.ts';

const ids = new Set(MODES.map(({ id }) => id));

describe('the lexicon', () => {
  it('is well formed: every phrase and every list of faults can be read', () => {
    expect(() => createRecogniser(MODES)).not.toThrow();
  });

  it('gives each failure an id and a title of its own', () => {
    expect(ids.size).toBe(MODES.length);
    expect(new Set(MODES.map(({ title }) => title)).size).toBe(MODES.length);
  });

  it.each(MODES.map((mode) => [mode.id, mode] as const))(
    '%s has a title and a sentence fit to be shown',
    (_id, mode) => {
      expect(isSafeTitle(mode.title)).toBe(true);
      expect(mode.summary).toMatch(/^[A-Z][^.]+\.$/);
      expect(
        [...(mode.explains ?? []), ...(mode.partOf === undefined ? [] : [mode.partOf])].filter(
          (id) => !ids.has(id),
        ),
      ).toEqual([]);
    },
  );

  it('has no failure that is part of one which is itself part of another', () => {
    const parents = new Set(MODES.map(({ partOf }) => partOf).filter((id) => id !== undefined));
    expect(
      MODES.filter(({ id, partOf }) => partOf !== undefined && parents.has(id)).map(({ id }) => id),
    ).toEqual([]);
  });
});
