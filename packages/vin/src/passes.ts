import { type Attempt, decodePass, type Pass } from './core-decode.ts';
import type { Dataset } from './dataset.ts';
import { ERROR } from './error-codes.ts';
import { createFoundItems, type FoundItems } from './found-items.ts';
import type { ItemSource } from './items.ts';
import { FIRST_YEAR, lastBelievedYear, yearCandidates } from './model-year.ts';
import { createSchemaCharacters } from './schema-characters.ts';

const CALLERS_YEAR_BONUS = 10_000;

/** Decodes a VIN with every model year it may mean and keeps the best answer, which holds until the next call. */
export type BestPass = (
  attempt: Attempt,
  descriptor: string,
  callersYear: number | undefined,
  currentYear: number,
) => Pass;

export function createPasses(dataset: Dataset): BestPass {
  const characters = createSchemaCharacters(dataset);
  const callersItems = createFoundItems();
  const itemsOfYear = createFoundItems();
  const itemsOfOtherYear = createFoundItems();

  return (attempt, descriptor, callersYear, currentYear) => {
    const latest = lastBelievedYear(currentYear);
    const exceptional = dataset.descriptorYear(descriptor);
    if (exceptional !== undefined && exceptional >= FIRST_YEAR && exceptional <= latest) {
      return pass(exceptional, true, itemsOfYear);
    }

    const { year, other, isConclusive } = yearCandidates(dataset.wmis, attempt.vin, attempt.wmi, currentYear);
    let best: Pass | undefined;
    if (callersYear !== undefined && callersYear >= FIRST_YEAR && callersYear <= latest) {
      if (callersYear !== year && callersYear !== other) {
        best = pass(callersYear, true, callersItems, true);
        if ((best.codes & ERROR.noDetail) === 0 || year === null) return best;
      }
    }
    best = better(best, pass(year, isConclusive, itemsOfYear));
    return other === null ? best : better(best, pass(other, isConclusive, itemsOfOtherYear));

    function pass(year: number | null, isConclusive: boolean, found: FoundItems, isForced = false): Pass {
      const contradictsCaller =
        isForced || (callersYear !== undefined && year !== null && callersYear !== year);
      return decodePass(dataset, characters, attempt, { year, isConclusive, contradictsCaller }, found);
    }

    /** Errors first, then how much of weight is known, then how much is specific, then the later year. */
    function better(first: Pass | undefined, second: Pass): Pass {
      if (first === undefined) return second;
      const difference =
        dataset.errors.of(second.codes).weight - dataset.errors.of(first.codes).weight ||
        knownWeight(dataset, second) - knownWeight(dataset, first) ||
        specificItems(second) - specificItems(first) ||
        yearScore(second, callersYear) - yearScore(first, callersYear);
      return difference > 0 ? second : first;
    }
  };
}

/** Notes, the only elements with several items, weigh nothing. */
function knownWeight({ elements }: Dataset, { found }: Pass): number {
  let weight = 0;
  for (const { element, value } of found.best) if (value !== '') weight += elements[element]?.weight ?? 0;
  return weight;
}

const NOT_APPLICABLE = 'Not Applicable';
const SPECIFIC: ReadonlySet<ItemSource> = new Set(['pattern', 'engine model', 'formula pattern']);

function specificItems({ found }: Pass): number {
  let count = 0;
  for (const items of [found.best, found.others]) {
    for (const { source, value } of items) {
      if (value !== '' && value !== NOT_APPLICABLE && SPECIFIC.has(source)) count++;
    }
  }
  return count;
}

function yearScore({ year }: Pass, callersYear: number | undefined): number {
  return (year ?? 0) + (year !== null && year === callersYear ? CALLERS_YEAR_BONUS : 0);
}
