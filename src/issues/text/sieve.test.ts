import { describe, expect, it } from 'vitest';
import { createSieve } from './sieve.ts';
import { firstStretches, neededStretches } from './stretches.ts';

describe('the stretches that every match of a pattern holds', () => {
  it.each<[RegExp, string[] | undefined]>([
    [/\bno (?:further )?(?:problems?|leaks?)\b/, ['problem', 'leak']],
    [/summari[sz]e the (?:list)?/, ['summari']],
    [/(?:cat|dog)s? (?!bed)food/, [' food']],
    [/a{2,}b|[xyz]{9}/, undefined],
    [/(?:engine)?stall/, ['stall']],
    [/(?:steering){0,2}wheel/, ['wheel']],
    [/(?:brake|.)pedal/i, ['pedal']],
    [/\u0041bcd\x20efgh\p{L}ij/u, ['efgh']],
    [/\d+/, undefined],
  ])('of %s', (pattern, expected) => {
    expect(neededStretches(pattern.source)).toEqual(expected);
  });
});

describe('the stretches with which every match of a pattern begins', () => {
  it.each<[RegExp, string[] | undefined]>([
    [/\bno (?:further )?(?:problems?|leaks?)\b/, ['no further p', 'no further l', 'no problem', 'no leak']],
    [/(?:cat|dogs?|do\w)food/, ['catfood', 'do']],
    [/(?<!a )(?:ab)+c/, ['ab']],
    [/(?:engine)?stall/, ['enginestall', 'stall']],
    [/summari[sz]e/, ['summari']],
    [/^(?:a|the )car/i, ['acar', 'the car']],
    [/[ab]cd|ef/, undefined],
    [/x*stall/, undefined],
  ])('of %s', (pattern, expected) => {
    expect(firstStretches(pattern.source)?.toSorted()).toEqual(expected?.toSorted());
  });
});

describe('a sieve', () => {
  const patterns = [
    /\bnever (?:stall|leak)\w*/i,
    /\d{2},\d{3}/,
    /(?:could|might) (?:fail|burn)/i,
    /he[a-z]+ed up/i,
  ];
  const sieve = createSieve(patterns);

  it.each([
    'It NEVER stalled at 12,345 miles but it might burn.',
    'The heater heated up. Nevermore.',
    'café: ſtall, never leaks 1,234',
    '',
    'Nobody could, might or will fail',
    'couldcould failnever leakednever stalls',
  ])('finds the patterns that match: %s', (text) => {
    const matching = patterns.filter((pattern) => pattern.test(text));
    expect(sieve.matching(text)).toEqual(matching);
    const replaced = patterns.reduce((left, pattern) => left.replace(pattern, '-'), text);
    expect(sieve.replacing(text, () => '-')).toBe(replaced);
  });

  it('replaces what only another replacement brings about', () => {
    const both = createSieve([/very /g, /(?:not|hardly) good/g]);
    expect(both.replacing('not very good', (pattern) => (pattern.source === 'very ' ? '' : 'bad'))).toBe(
      'bad',
    );
  });
});
