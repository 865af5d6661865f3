import type { UsRecall } from './recall-schemas.ts';

/** For the reliability of a model. Null where the source failed: not known is not none. */
export interface RecallCounts {
  us: number | null;
  canada: number | null;
  /** Vehicles in those Canadian recalls that state a number, of all their models. */
  canadaUnitsAffected: number | null;
  /** How many of the Canadian recalls that number covers. */
  canadaUnitsCover: number | null;
  /** What was asked in doubt or set aside, so that no count is read as more than it is; null for nothing. */
  namesNote: string | null;
}

/** The counts, and the recalls in the United States that were counted; none where they could not be read. */
export interface CountedRecalls {
  counts: RecallCounts;
  us: readonly UsRecall[];
}

/** Where neither source could be asked. */
export const UNKNOWN_COUNTS: RecallCounts = {
  us: null,
  canada: null,
  canadaUnitsAffected: null,
  canadaUnitsCover: null,
  namesNote: null,
};
