import { describe, expect, it } from 'vitest';
import { prepared } from '../../../test/issues/complaints.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { createRecogniser } from '../lexicon/recognise.ts';
import { UNKNOWN_TRAITS } from '../lexicon/traits.ts';
import { indexTerms } from '../text/terms.ts';
import { nameGroups } from './name-group.ts';
import { countHolders } from './part-phrases.ts';
import { titlesOn } from './rank-modes.ts';

const recognise = createRecogniser(lexicon().modes);
const context = {
  known: countHolders([], [], indexTerms([])),
  total: 100,
  traits: UNKNOWN_TRAITS,
  titles: titlesOn(UNKNOWN_TRAITS),
};

function titlesOf(...groups: readonly (readonly string[])[]): (string | undefined)[] {
  const members = groups.map((texts) =>
    prepared(...texts).map((one) => ({
      one,
      reported: recognise(one.sentences, one.tags).reported.map(({ mode }) => mode),
      likely: new Map<number, number>(),
    })),
  );
  return nameGroups(members, context).map((name) => name?.title);
}

const FAILING = [
  'The brake pedal went to the floor.',
  'The brakes failed completely at a red light.',
  'I had no brakes at all on the hill.',
];
const NOISY = [
  'The brakes squeal in the morning.',
  'The brakes make a grinding noise.',
  'The brakes squeak at every stop.',
  'The rotors warped after a year.',
  'The brake pads wore out at 9,000 miles.',
];

describe('the titles of groups beside each other', () => {
  it('are of several failures where none of them is a title of its own', () => {
    expect(titlesOf([...FAILING, ...NOISY])).toEqual(['Brakes fail, stick, wear early or make noise']);
  });

  it('never say twice what failed', () => {
    expect(titlesOf(FAILING, [...FAILING, ...NOISY])).toEqual([
      'Brakes fail or the pedal goes soft or hard',
      'Brakes wear early, shake or make noise',
    ]);
  });

  it('are one where a group reports nothing else', () => {
    const [alone, again] = titlesOf(FAILING, [
      ...FAILING,
      'The brakes drag and lock up.',
      'The rotors warped.',
    ]);
    expect(again).toBe(alone);
  });
});
