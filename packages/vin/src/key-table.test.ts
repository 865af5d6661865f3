import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileKey, createKeyTable, createPatternGroups, groupAccepts } from './key-table.ts';
import { createMatchKey, matchTextOf, setMatchKey } from './symbols.ts';

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const CHARACTERS = [...`${LETTERS}0123456789`];
const character = fc.constantFrom(...CHARACTERS);
const range = fc.tuple(fc.constantFrom('AZ', '09'), fc.nat(), fc.nat()).map(([ends, one, other]) => {
  const low = ends.charCodeAt(0);
  const size = ends.charCodeAt(1) - low + 1;
  const [from, to] = [low + (one % size), low + (other % size)].sort((a, b) => a - b);
  return `${String.fromCharCode(from ?? low)}-${String.fromCharCode(to ?? low)}`;
});
const characterClass = fc
  .array(fc.oneof(character, range), { minLength: 1, maxLength: 5 })
  .map((parts) => `[${parts.join('')}]`);
const token = fc.oneof({ weight: 3, arbitrary: character }, fc.constant('*'), characterClass);
const key = fc
  .tuple(fc.array(token, { maxLength: 5 }), fc.array(token, { maxLength: 8 }))
  .map(([before, after]) =>
    (before.length < 5 || after.length === 0 ? before : [...before, '|', ...after]).join(''),
  );
const vin = fc.array(character, { minLength: 3, maxLength: 17 }).map((characters) => characters.join(''));

function reference(text: string): RegExp {
  return new RegExp(`^${text.replaceAll('|', '\\|').replaceAll('*', '.')}`);
}

const matches = (text: string, of: string): boolean => {
  const groups = createPatternGroups(
    createKeyTable(1, () => text),
    { groups: Uint32Array.of(0, 1), patterns: Uint32Array.of(0, 1), blocks: Uint32Array.of(0, 3) },
    Uint8Array.of(0, 1, 0),
  );
  groups.readSchema(0);
  const matchKey = createMatchKey();
  setMatchKey(matchKey, of);
  return groupAccepts(groups, 0, matchKey);
};

describe('a pattern key', () => {
  it('accepts the VINs that the same regular expression accepts', () => {
    fc.assert(
      fc.property(key, vin, (text, of) => {
        expect(matches(text, of)).toBe(reference(text).test(matchTextOf(of)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts every VIN made from itself', () => {
    const made = fc.array(character, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(made, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (characters, wild) => {
        const of = characters.join('');
        const text = [...of.slice(3)].map((one, at) => (wild[at] ? '*' : one)).join('');
        expect(matches(text, of)).toBe(true);
      }),
    );
  });

  it('leaves free what follows its end', () => {
    expect(matches('AB', '1FTABCDE')).toBe(true);
    expect(matches('ABCDEF', '1FTABCDE')).toBe(false);
  });

  it('is matched by an unknown character only at a wildcard', () => {
    expect(matches('A*C', '1FTA*C')).toBe(true);
    expect(matches('A[BC]C', '1FTA*C')).toBe(false);
    expect(matches('ABC', '1FTA*C')).toBe(false);
  });

  it('takes a line outside a class for a wildcard, as SQL does', () => {
    expect(matches('A_C', '1FTABC')).toBe(true);
    expect(matches('A[B_]C', '1FTA3C')).toBe(false);
  });

  it('reads the one malformed class of the data as 1-9, A, J and T', () => {
    const accepted = CHARACTERS.filter((one) => matches('[1-A-JT]', `1FT${one}`));
    expect(accepted.sort().join('')).toBe('123456789AJT');
  });

  it('names what a class lists, and of a range only what a VIN can hold', () => {
    const named = (text: string): number => (compileKey(text).names[0] ?? 0) >>> 0;
    expect(named('[H-J]')).toBe(named('[HJ]'));
    expect(named('*')).toBe(0);
    expect(named('#')).toBe(0x3ff);
  });
});
