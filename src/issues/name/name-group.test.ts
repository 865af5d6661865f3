import { describe, expect, it } from 'vitest';
import { prepared } from '../../../test/issues/complaints.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { createRecogniser } from '../lexicon/recognise.ts';
import { UNKNOWN_TRAITS } from '../lexicon/traits.ts';
import { nameGroup, plainerTitle, titlesOn } from './name-group.ts';
import { createPartReader } from './part-phrases.ts';

const recognise = createRecogniser(lexicon().modes);
const parts = createPartReader(['door check', 'check weld']);

function titleOf(texts: readonly string[], traits = UNKNOWN_TRAITS): string | undefined {
  const members = prepared(...texts).map((one) => ({
    one,
    parts: parts.read(one.sentences),
    reported: recognise(one.sentences, one.tags).reported.map(({ mode }) => mode),
    likely: new Map<number, number>(),
  }));
  const compared = { names: parts.names, holders: new Map(), total: 100 };
  return nameGroup(members, { compared, traits, titles: titlesOn(traits) })?.title;
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

describe('the title of a group', () => {
  it('is the failure that most of it report', () => {
    expect(titleOf(FAILING)).toBe('Brakes fail or the pedal goes soft or hard');
  });

  it('is of the fewest failures of which most report one', () => {
    expect(titleOf([...FAILING, ...NOISY, 'The brakes drag and lock up.'])).toMatch(/^Brakes /);
  });

  it('claims nothing where no failure prevails', () => {
    const vague = ['It went wrong in May.', 'The trouble began again.', 'It is bad.', 'All was wrong.'];
    expect(titleOf(vague)).toMatch(/^Several unlike failures/);
    expect(titleOf(vague.slice(1))).toBeUndefined();
  });

  it('is of the gearbox where most name it and the car loses power', () => {
    const losing = [
      'The car lost power on the highway, the transmission was to blame.',
      'Lost power and would not accelerate, dealer says transmission.',
      'It lost all power while driving. The transmission again.',
    ];
    expect(titleOf(losing)).toMatch(/^Transmission/);
  });

  it('says which of several things it was where seven in ten say so and hardly anybody another', () => {
    const called = (...texts: string[]) =>
      plainerTitle('Tire blows out, separates, bulges, splits or leaks', prepared(...texts));
    const burst = 'The tire blew out on the highway.';
    expect(called(burst, burst, burst, 'The tire failed.', 'A bad tire, it blew.')).toBe('Tire blows out');
    expect(called(burst, burst, 'The sidewall had a bulge.')).toBe(
      'Tire blows out, separates, bulges, splits or leaks',
    );
    expect(called(burst, 'The tire failed.')).toBe('Tire blows out, separates, bulges, splits or leaks');
    const both = 'The tire had a bulge and blew out.';
    expect(called(both, both)).toBe('Tire blows out, separates, bulges, splits or leaks');
  });

  it('names no engine on a car that is known to have none', () => {
    const electric = { ...UNKNOWN_TRAITS, combustion: false };
    const stalling = ['It stalled while driving.', 'The car stalled on the highway.'];
    expect(titleOf(stalling)).toMatch(/^Engine/);
    expect(titleOf(stalling, electric)).toBe('Loses drive power while driving');
  });
});
