import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Complaint } from '../../src/issues/read/complaint.ts';
import { visibleText, withoutFormPhrases } from '../../src/issues/read/prepare.ts';
import { isReported } from '../../src/issues/text/claims.ts';
import { parseFlatComplaints } from '../../tools/recorded/flat-complaints.ts';
import { readComplaints, readText } from './labels.ts';

const clauseFile = z.object({
  clauses: z.array(
    z.object({
      odiNumber: z.number(),
      from: z.number(),
      to: z.number(),
      says: z.enum(['reported', 'denied', 'supposed', 'elsewhere', 'recall', 'prevented']),
      half: z.enum(['fit', 'test']),
      draw: z.number().default(1),
    }),
  ),
});
const SAVED = ['2005-kia-sorento', '2007-hyundai-sonata', '2008-hyundai-santa-fe', '2013-hyundai-elantra'];
const FLAT = 'recorded/nhtsa-flat/complaints-hyundai-kia-2022-2026.jsonl.gz';
const MAVERICK = 'recorded/nhtsa/complaints-ford-maverick-2024.json';
/** Complaints of public collections, which not every folder of recordings holds. */
const MANY_MAKES = 'complaints/many-makes.json.gz';

/** Reads the complaints of the four cars that were saved whole. */
export function savedComplaints(recordings: string): Complaint[] {
  return SAVED.flatMap((name) => readComplaints(join(recordings, 'complaints', `${name}.json.gz`)));
}

function allComplaints(recordings: string): Complaint[] {
  const manyMakes = join(recordings, MANY_MAKES);
  return [
    ...savedComplaints(recordings),
    ...readComplaints(join(recordings, MAVERICK)),
    ...parseFlatComplaints(readText(join(recordings, FLAT))),
    ...(existsSync(manyMakes) ? readComplaints(manyMakes) : []),
  ];
}

export interface LabelledClause {
  draw: number;
  half: 'fit' | 'test';
  /** The clause as the engine reads it. */
  text: string;
  reported: boolean;
}

/** Reads the clauses whose complaints were recorded, and names the draws of which some were not. */
export function readLabelledClauses(recordings: string): { clauses: LabelledClause[]; missing: Set<number> } {
  const narratives = new Map(allComplaints(recordings).map(({ odiNumber, summary }) => [odiNumber, summary]));
  const file = JSON.parse(readFileSync(new URL('./labels/clauses.json', import.meta.url), 'utf8'));
  const missing = new Set<number>();
  const clauses = clauseFile.parse(file).clauses.flatMap(({ odiNumber, from, to, says, half, draw }) => {
    const narrative = narratives.get(odiNumber);
    if (narrative === undefined) {
      missing.add(draw);
      return [];
    }
    const text = withoutFormPhrases(visibleText(narrative.slice(from, to)));
    return { draw, half, text, reported: says === 'reported' };
  });
  return { clauses, missing };
}

export interface ClauseScores {
  clauses: number;
  reported: { precision: number; recall: number };
  notReported: { precision: number; recall: number };
}

/** Scores how well what went wrong on this car is told from what did not. */
export function scoreClauses(
  labelled: readonly LabelledClause[],
  judge: (text: string) => boolean = isReported,
): ClauseScores {
  const counts = { hit: 0, missed: 0, wrong: 0, left: 0 };
  for (const { text, reported } of labelled) {
    const found = judge(text);
    if (reported) counts[found ? 'hit' : 'missed'] += 1;
    else counts[found ? 'wrong' : 'left'] += 1;
  }
  const { hit, missed, wrong, left } = counts;
  return {
    clauses: labelled.length,
    reported: { precision: hit / (hit + wrong), recall: hit / (hit + missed) },
    notReported: { precision: left / (left + missed), recall: left / (left + wrong) },
  };
}

export function describeScores({ reported, notReported }: ClauseScores): string {
  const [first, second] = [reported, notReported].map(
    ({ precision, recall }) => `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
  );
  return `reported ${first}; not reported ${second}`;
}
