import type { NhtsaRecall } from '../sources/nhtsa/records.ts';
import { warningsOf } from '../sources/warnings.ts';
import type { UsRecall } from './recall-schemas.ts';
import { urgency } from './urgency.ts';

export interface FiledRecalls {
  /** The name under which they are filed. */
  name: string;
  /** The name is that of a version which the car may or may not be. */
  inDoubt?: boolean;
  recalls: readonly NhtsaRecall[];
}

/** The letter behind the year of a campaign number. */
const kinds: Readonly<Record<string, UsRecall['kind']>> = { E: 'equipment', T: 'tire', C: 'childSeat' };

function toUsRecall(recall: NhtsaRecall, name: string, inDoubt: boolean): UsRecall {
  const campaign = recall.NHTSACampaignNumber.toUpperCase();
  const texts = [recall.Summary, recall.Consequence, recall.Remedy, recall.Notes];
  const worded = recall.worded ?? warningsOf(texts);
  return {
    campaign,
    kind: kinds[campaign.charAt(2)] ?? 'vehicle',
    component: recall.Component,
    summary: recall.Summary,
    consequence: recall.Consequence,
    remedy: recall.Remedy,
    notes: recall.Notes,
    manufacturer: recall.Manufacturer,
    reportedOn: recall.ReportReceivedDate,
    parkIt: worded.parkIt || recall.parkIt,
    parkOutside: worded.parkOutside || recall.parkOutSide,
    stopSale: worded.stopSale || null,
    warningText: worded.text,
    flags: { parkIt: recall.parkIt, parkOutside: recall.parkOutSide },
    overTheAirUpdate: recall.overTheAirUpdate,
    ...(recall.filing && { filing: recall.filing }),
    models: [name],
    inDoubt,
    missingSince: null,
    url: `https://www.nhtsa.gov/recalls?nhtsaId=${encodeURIComponent(campaign)}`,
  };
}

/** A warning stated once is a warning; "no" stands only where nobody says yes. */
function either(a: boolean | null, b: boolean | null): boolean | null {
  if (a === true || b === true) return true;
  return a ?? b;
}

function distinct(...texts: string[]): string[] {
  return [...new Set(texts)];
}

function joined(a: UsRecall, b: UsRecall): UsRecall {
  return {
    ...a,
    component: distinct(...a.component.split('; '), ...b.component.split('; ')).join('; '),
    notes: a.notes ?? b.notes,
    manufacturer: a.manufacturer ?? b.manufacturer,
    parkIt: either(a.parkIt, b.parkIt),
    parkOutside: either(a.parkOutside, b.parkOutside),
    stopSale: either(a.stopSale, b.stopSale),
    warningText: a.warningText ?? b.warningText,
    flags: {
      parkIt: either(a.flags.parkIt, b.flags.parkIt),
      parkOutside: either(a.flags.parkOutside, b.flags.parkOutside),
    },
    inDoubt: a.inDoubt && b.inDoubt,
    overTheAirUpdate: either(a.overTheAirUpdate, b.overTheAirUpdate),
    models: distinct(...a.models, ...b.models),
  };
}

/** Merges filings into one entry per campaign, whatever names it is filed under; the gravest come first. */
export function mergeUsRecalls(filed: readonly FiledRecalls[]): UsRecall[] {
  const byCampaign = new Map<string, UsRecall>();
  for (const { name, inDoubt = false, recalls } of filed) {
    for (const record of recalls) {
      const recall = toUsRecall(record, name, inDoubt);
      const seen = byCampaign.get(recall.campaign);
      byCampaign.set(recall.campaign, seen ? joined(seen, recall) : recall);
    }
  }
  return byUrgency([...byCampaign.values()]);
}

export function byUrgency(recalls: readonly UsRecall[]): UsRecall[] {
  return recalls.toSorted(
    (a, b) =>
      urgency(b) - urgency(a) ||
      b.reportedOn.localeCompare(a.reportedOn) ||
      b.campaign.localeCompare(a.campaign),
  );
}
