import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasRecordings, readRecordedWarnings } from '../../test/recalls/recorded-warnings.ts';
import { warningsOf } from './warnings.ts';

/** One sentence a line behind its labels: D do not drive, P park outside, S stop sale, N none of them. */
function readLabelled(file: string) {
  return readFileSync(new URL(`../../test/recalls/labels/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [labels = '', ...words] = line.split(' ');
      return { labels: labels === 'N' ? '' : labels, text: words.join(' ') };
    });
}

const first = readLabelled('recall-warnings.txt');
const second = readLabelled('recall-warnings-second.txt');
const third = readLabelled('recall-warnings-third.txt');

function lettersOf(text: string): string {
  const { parkIt, parkOutside, stopSale } = warningsOf([text]);
  return `${parkIt ? 'D' : ''}${parkOutside ? 'P' : ''}${stopSale ? 'S' : ''}`;
}

const LEAST = 0.98;

/** The patterns were written with the odd lines at hand; the even ones and the other files were looked at afterwards. */
describe.each([
  ['on odd lines', first.filter((_, at) => at % 2 === 0)],
  ['on even lines', first.filter((_, at) => at % 2 === 1)],
  ['of the second file', second],
  ['of the third file', third],
])('of the labelled sentences %s', (_which, sentences) => {
  const letters = sentences.map(({ labels, text }) => ({ labels, found: lettersOf(text), text }));
  const stated = letters.flatMap(({ labels }) => [...labels]).length;
  const found = letters.flatMap((one) => [...one.found]).length;
  const right = letters.flatMap(({ labels, found: of }) =>
    [...of].filter((letter) => labels.includes(letter)),
  ).length;

  test('98 of 100 warnings are read', () => {
    const isShort = ({ labels, found: of }: (typeof letters)[number]) =>
      [...labels].some((one) => !of.includes(one));
    expect(letters.filter(isShort).length / letters.length).toBeLessThanOrEqual(1 - LEAST);
    expect(right / stated).toBeGreaterThanOrEqual(LEAST);
  });

  test('98 of 100 read are warnings', () => {
    expect(right / found).toBeGreaterThanOrEqual(LEAST);
  });
});

describe('of the sentences of the fourth file, far from the usual', () => {
  const fourth = readLabelled('recall-warnings-fourth.txt');

  test('every warning is read, or shown as advice that was not understood', () => {
    const silent = fourth.filter(
      ({ labels, text }) => labels !== '' && lettersOf(text) === '' && warningsOf([text]).unread === null,
    );
    expect(silent).toEqual([]);
  });

  test('none is taken for one of another kind', () => {
    const wrong = fourth.filter(({ labels, text }) =>
      [...lettersOf(text)].some((one) => !labels.includes(one)),
    );
    expect(wrong).toEqual([]);
  });
});

test('a third of the sentences warn of nothing', () => {
  const sentences = [...first, ...second];
  expect(sentences.length).toBeGreaterThanOrEqual(450);
  expect(sentences.filter(({ labels }) => labels === '').length * 3).toBeGreaterThanOrEqual(sentences.length);
});

test('the sentence that warns is the evidence', () => {
  const { parkOutside, text } = warningsOf([
    'Issue:\r\nThe module may short.\r\nCorrective Actions:\r\nUntil the recall repairs are made, you should park outdoors.',
    "Tant que les réparations n'ont pas été faites, stationnez à l'extérieur.",
  ]);
  expect(parkOutside).toBe(true);
  expect(text).toContain('Until the recall repairs are made, you should park outdoors.');
  expect(text).not.toContain('module');
});

describe('a sentence that is read as no warning', () => {
  test.each([
    'Owners are advised not to charge their vehicle in a garage until the recall repair is completed.',
    'Your garage is not the right place for this car until the recall is done.',
    'The battery may ignite, so never let the vehicle stand in an underground car park.',
    'Treat the vehicle as out of order: no driving whatsoever before the recall visit.',
    'Il convient de laisser le camion à l’arrêt jusqu’à nouvel avis.',
    'Choisissez une place à ciel ouvert pour la nuit, jamais un parc de stationnement souterrain.',
  ])('is shown where it may be advice: %s', (sentence) => {
    const read = warningsOf([`The module may short. ${sentence} Dealers will replace it.`]);
    expect(read).toMatchObject({ parkIt: false, parkOutside: false, text: null, unread: sentence });
  });

  test.each([
    'The vehicle may not shift out of Park, and may not be driven away.',
    'You may continue to drive your vehicle until the parts are available.',
    'Vous pouvez continuer de conduire votre véhicule jusqu’à la réparation.',
    'The advice not to park in a garage was withdrawn before the repair.',
    'Drivers may not see the warning lamp on the road.',
  ])('is not where it is none: %s', (sentence) => {
    expect(warningsOf([sentence])).toMatchObject({ parkIt: false, parkOutside: false, unread: null });
  });

  test('of parking alone is never one not to drive', () => {
    const parking = third.filter(({ labels }) => labels === 'P');
    expect(parking.length).toBeGreaterThanOrEqual(40);
    expect(parking.filter(({ text }) => warningsOf([text]).parkIt)).toEqual([]);
  });
});

const skipped = hasRecordings ? '' : ' (skipped: FORECOURT_RECORDINGS is not set)';

test.skipIf(skipped)(
  `recorded campaigns warn of what a reader found in them, and of nothing else${skipped}`,
  () => {
    const { campaigns, different } = readRecordedWarnings();
    expect(campaigns).toBeGreaterThanOrEqual(500);
    expect(different).toEqual([]);
  },
);
