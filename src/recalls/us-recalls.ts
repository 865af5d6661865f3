import type { NhtsaRecall } from '../sources/nhtsa/records.ts';
import type { UsRecall } from './recall-schemas.ts';
import { warningsOf } from './warnings.ts';

export interface FiledRecalls {
  /** The name under which they are filed. */
  name: string;
  recalls: readonly NhtsaRecall[];
}

/** The letter behind the year of a campaign number. */
const kinds: Readonly<Record<string, UsRecall['kind']>> = { E: 'equipment', T: 'tire', C: 'childSeat' };

function toUsRecall(recall: NhtsaRecall, name: string): UsRecall {
  const campaign = recall.NHTSACampaignNumber.toUpperCase();
  const told = warningsOf([recall.Summary, recall.Consequence, recall.Remedy, recall.Notes]);
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
    parkIt: recall.parkIt ?? (told.parkIt || null),
    parkOutside: recall.parkOutSide ?? (told.parkOutside || null),
    overTheAirUpdate: recall.overTheAirUpdate,
    models: [name],
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
    overTheAirUpdate: either(a.overTheAirUpdate, b.overTheAirUpdate),
    models: distinct(...a.models, ...b.models),
  };
}

function urgency(recall: UsRecall): number {
  if (recall.parkIt) return 2;
  return recall.parkOutside ? 1 : 0;
}

/** One entry per campaign, whatever names it is filed under; what must not be missed comes first. */
export function mergeUsRecalls(filed: readonly FiledRecalls[]): UsRecall[] {
  const byCampaign = new Map<string, UsRecall>();
  for (const { name, recalls } of filed) {
    for (const record of recalls) {
      const recall = toUsRecall(record, name);
      const seen = byCampaign.get(recall.campaign);
      byCampaign.set(recall.campaign, seen ? joined(seen, recall) : recall);
    }
  }
  return [...byCampaign.values()].sort(
    (a, b) =>
      urgency(b) - urgency(a) ||
      b.reportedOn.localeCompare(a.reportedOn) ||
      b.campaign.localeCompare(a.campaign),
  );
}
