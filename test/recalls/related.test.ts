import { describe, expect, test } from 'vitest';
import {
  hasRecordings,
  RECORDED_SETS,
  scoreRelated,
  scoreRelatedRecorded,
  withOtherNumber,
  withoutNumber,
} from './labelled-pairs.ts';

describe.each(['tuning', 'check'] as const)('on the labelled pairs of real campaigns, %s set', (set) => {
  test.each([
    ['as labelled', undefined, 0.9],
    ['without a number of the maker in Canada', withoutNumber, 0.9],
    ['with a number of its own in Canada', withOtherNumber, 0.85],
  ])('%s, at least 95 %% of the pairs found are right', (_name, alter, leastRecall) => {
    const score = scoreRelated(set, alter);
    expect(score.precision, score.wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(score.recall, score.missed.join('\n')).toBeGreaterThanOrEqual(leastRecall);
  });
});

const skipped = hasRecordings ? '' : ' (skipped: FORECOURT_RECORDINGS is not set)';

describe.skipIf(skipped).each(RECORDED_SETS)('on recorded cars with many campaigns, %s', (set) => {
  test.each([
    ['as labelled', undefined],
    ['without a number of the maker in Canada', withoutNumber],
    ['with a number of its own in Canada', withOtherNumber],
  ])(`%s, at least 95 in 100 of the pairs found are right${skipped}`, (_name, alter) => {
    const score = scoreRelatedRecorded(set, alter);
    expect(score.labelled).toBeGreaterThanOrEqual(60);
    expect(score.precision, score.wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(score.recall, score.missed.join('\n')).toBeGreaterThanOrEqual(0.7);
  });
});
