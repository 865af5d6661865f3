import type { CanadaRecall, UsRecall } from '../recalls/recall-schemas.ts';
import { isAgainstFlag } from '../recalls/urgency.ts';
import { wrapped } from './wrapped.ts';

const INDENT = '    ';

type Warnings = Pick<
  CanadaRecall,
  'parkIt' | 'parkOutside' | 'stopSale' | 'warningText' | 'inDoubt' | 'missingSince'
> & { flags?: UsRecall['flags'] | null };

/** What stands above a notice: its warnings with their sentence, and what is doubtful about it. */
export function warningLines(recall: Warnings): string[] {
  return [
    ...(recall.parkIt ? ['*** DO NOT DRIVE ***'] : []),
    ...(recall.parkOutside ? ['*** PARK OUTSIDE, away from buildings ***'] : []),
    ...(recall.stopSale ? ['*** NOT TO BE SOLD before the repair ***'] : []),
    ...(recall.warningText === null ? [] : wrapped(`"${recall.warningText}"`, INDENT)),
    ...(isAgainstFlag(recall) ? ["Its text warns; NHTSA's own flag does not."] : []),
    ...(recall.inDoubt ? ['Filed for a version that this car may or may not be.'] : []),
    ...(recall.missingSince === null
      ? []
      : ["Missing from the source's newest answer; kept until a second reading agrees."]),
  ];
}
