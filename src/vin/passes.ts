import { decodePass, type Pass, type PassInput } from './core-decode.ts';
import type { Dataset } from './dataset.ts';
import type { ItemSource } from './items.ts';
import { FIRST_YEAR, lastBelievedYear, yearCandidates } from './model-year.ts';
import type { PatternIndexes } from './pattern-indexes.ts';
import { weightOf } from './verdict.ts';

interface Attempt extends Omit<PassInput, 'year' | 'isYearConclusive' | 'contradictsCaller'> {
  descriptor: string;
}

const NO_DETAIL = 8;
const CALLERS_YEAR_BONUS = 10_000;

/** Decodes the VIN with every model year it may mean and keeps the best answer. */
export function bestPass(
  dataset: Dataset,
  indexes: PatternIndexes,
  attempt: Attempt,
  callersYear: number | undefined,
  currentYear: number,
): Pass {
  const latest = lastBelievedYear(currentYear);
  const pass = (year: number | null, isYearConclusive: boolean, isForced = false): Pass =>
    decodePass(dataset, indexes, {
      ...attempt,
      year,
      isYearConclusive,
      contradictsCaller: isForced || (callersYear !== undefined && year !== null && callersYear !== year),
    });

  const exceptional = dataset.descriptorYear(attempt.descriptor);
  if (exceptional !== undefined && exceptional >= FIRST_YEAR && exceptional <= latest)
    return pass(exceptional, true);

  const { year, other, isConclusive } = yearCandidates(attempt.vin, attempt.wmi, currentYear);
  const passes: Pass[] = [];
  let triesCandidates = true;
  const isBelievable = callersYear !== undefined && callersYear >= FIRST_YEAR && callersYear <= latest;
  if (isBelievable && callersYear !== year && callersYear !== other) {
    const forced = pass(callersYear, true, true);
    passes.push(forced);
    triesCandidates = forced.verdict.codes.includes(NO_DETAIL) && year !== null;
  }
  if (triesCandidates) {
    passes.push(pass(year, isConclusive));
    if (other !== null) passes.push(pass(other, isConclusive));
  }
  return choose(dataset, passes, callersYear);
}

const NOT_APPLICABLE = 'Not Applicable';
const SPECIFIC: ReadonlySet<ItemSource> = new Set(['pattern', 'engine model', 'formula pattern']);

function choose(dataset: Dataset, passes: readonly Pass[], callersYear: number | undefined): Pass {
  const [only] = passes;
  if (only === undefined) throw new Error('No pass was made.');
  if (passes.length === 1) return only;
  const scored = passes.map((pass) => ({ pass, score: scoreOf(dataset, pass, callersYear) }));
  scored.sort((a, b) => {
    const at = a.score.findIndex((value, index) => value !== b.score[index]);
    return at < 0 ? 0 : (b.score[at] ?? 0) - (a.score[at] ?? 0);
  });
  return scored[0]?.pass ?? only;
}

/** Errors first, then how much of weight is known (notes, the only elements with several items, weigh nothing), then how much is specific, then the later year. */
function scoreOf(dataset: Dataset, pass: Pass, callersYear: number | undefined): number[] {
  let weight = 0;
  let specific = 0;
  for (const item of pass.items) {
    if (item.value === '') continue;
    weight += dataset.elements[item.element]?.weight ?? 0;
    if (SPECIFIC.has(item.source) && item.value !== NOT_APPLICABLE) specific++;
  }
  const year = pass.year ?? 0;
  return [
    weightOf(dataset.header, pass.verdict.codes),
    weight,
    specific,
    year + (year === callersYear ? CALLERS_YEAR_BONUS : 0),
  ];
}
