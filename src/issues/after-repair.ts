import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import type { PreparedComplaint } from './read/prepare.ts';
import type { KnownIssue } from './schemas.ts';
import { anyOfPatterns, patternOf } from './text/patterns.ts';

const fileSchema = z.strictObject({
  words: z.record(z.string(), z.string()).describe('What stands for `{NAME}` in the patterns.'),
  repair: z.string().describe('Repairs, and visits to the dealer, that might have helped.'),
  notMade: z.string().describe('Before the repair: it was not made, or is only spoken of.'),
  asBefore: z.string().describe('After it: the failure is there as before.'),
  notAsBefore: z.string().describe('Before that: it is denied.'),
  counted: z.array(z.string()).describe('Several repairs of one thing.'),
  noParts: z.array(z.string()).describe('Parts are not to be had.'),
});

const patterns = onDemand(() => {
  const { words, ...file } = readDataFile('lexicon/after-repair.json', fileSchema);
  const pattern = (source: string, flags?: string) => patternOf(source, words, flags);
  return {
    repair: pattern(file.repair, 'gi'),
    notMade: pattern(file.notMade),
    asBefore: pattern(file.asBefore, 'gi'),
    notAsBefore: pattern(file.notAsBefore),
    counted: anyOfPatterns(file.counted, words),
    noParts: anyOfPatterns(file.noParts, words),
  };
});

function wasNotHelped(text: string): boolean {
  const { counted, repair, notMade, asBefore, notAsBefore } = patterns();
  if (counted.test(text)) return true;
  const sentences = text.split(/(?<=[.!?])\s+/);
  return sentences.some((sentence, at) => {
    const repaired = [...sentence.matchAll(repair)].find(
      ({ index }) => !notMade.test(sentence.slice(0, index)),
    );
    if (repaired === undefined) return false;
    const then = `${sentence.slice(repaired.index + repaired[0].length)} ${sentences[at + 1] ?? ''}`;
    return [...then.matchAll(asBefore)].some(({ index }) => !notAsBefore.test(then.slice(0, index)));
  });
}

/** Counts the cited complaints that say that a repair did not help, or that parts are not to be had. */
export function afterRepairOf(cited: readonly PreparedComplaint[]): KnownIssue['afterRepair'] {
  const texts = cited.map(({ complaint }) => complaint.summary);
  const counts = {
    notHelped: texts.filter(wasNotHelped).length,
    partsUnavailable: texts.filter((text) => patterns().noParts.test(text)).length,
  };
  return counts.notHelped + counts.partsUnavailable === 0 ? undefined : counts;
}
