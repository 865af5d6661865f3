import { z } from 'zod';
import type { Country } from '../costs/places.ts';
import {
  type CanadaRecall,
  canadaRecallSchema,
  type ReadRecalls,
  type RelatedPair,
  readRecallsSchema,
  type UsRecall,
  usRecallSchema,
  worded,
} from '../recalls/recall-schemas.ts';
import { urgency } from '../recalls/statements.ts';
import type { SectionOutcome } from './known-issues-section.ts';
import { recordedLack } from './words.ts';

export const recallItemSchema = z
  .object({
    country: z.enum(['US', 'CA']).describe('Whose notice it is'),
    campaign: z
      .string()
      .nullable()
      .describe('NHTSA campaign or Transport Canada recall number; null in a sample that lacks it'),
    component: z.string(),
    summary: z.string(),
    consequence: z.string().nullable(),
    remedy: z.string().nullable(),
    reportedOn: z.iso.date(),
    kind: z
      .enum(['vehicle', 'equipment', 'tire', 'childSeat'])
      .describe('equipment, tire and childSeat concern the car only if that part is fitted to it'),
    parkIt: z.boolean().nullable().describe('true: do not drive the car; null: not stated'),
    parkOutside: z
      .boolean()
      .nullable()
      .describe('true: park it outside, away from buildings; null: not stated'),
    ...worded,
    flags: usRecallSchema.shape.flags.nullable(),
    inDoubt: z
      .boolean()
      .describe(
        'true: filed only for a version, such as the hybrid, and the VIN does not say whether the car is one',
      ),
    missingSince: z.iso
      .datetime()
      .nullable()
      .describe('When the source first answered without it; it stays until a second reading agrees'),
    unitsAffected: z.number().int().nullable().describe('Vehicles in Canada, of all models in the recall'),
    filing: usRecallSchema.shape.filing,
    inFrench: canadaRecallSchema.shape.inFrench,
    sameDefect: z
      .array(z.object({ campaign: z.string().nullable(), confidence: z.number().min(0).max(1) }))
      .describe('Notices of the other country about the same defect'),
    url: z.url(),
  })
  .meta({ id: 'Notice', description: 'A recall of either country' });

export const recallsSectionSchema = readRecallsSchema
  .pick({ counts: true, scope: true, scopeNote: true, namesNote: true, provenance: true, attribution: true })
  .extend({
    count: z
      .number()
      .int()
      .describe('Notices of both countries; a defect recalled in both counts twice, see sameDefect'),
    missing: z
      .string()
      .nullable()
      .describe(
        'Which country could not be read, and why, or that a recorded answer is not whole: there may be more notices; null: both were read',
      ),
    items: z
      .array(recallItemSchema)
      .describe('"Do not drive" first, then "park outside", then the newest; of Canada the 25 newest'),
  });

export type RecallItem = z.infer<typeof recallItemSchema>;
export type RecallsSection = z.infer<typeof recallsSectionSchema>;

export function recallsSection(report: ReadRecalls, unread?: string): RecallsSection {
  const { counts, us, canada, related, scope, scopeNote, namesNote, provenance, attribution } = report;
  const items = [
    ...us.map((recall) =>
      usItem(
        recall,
        related.filter(({ campaign }) => campaign === recall.campaign),
      ),
    ),
    ...canada.map((recall) => canadaItem(recall, pairsOf(recall, report))),
  ];
  items.sort((a, b) => urgency(b) - urgency(a) || b.reportedOn.localeCompare(a.reportedOn));
  const count = (counts.us ?? 0) + (counts.canada ?? 0);
  const lacking = [unread, recordedLack(provenance.us, provenance.canada)].filter((why) => why !== undefined);
  const missing = lacking.length === 0 ? null : lacking.join(' ');
  return { count, counts, missing, items, scope, scopeNote, namesNote, provenance, attribution };
}

/** Finds the pairs of a Canadian recall; one without a number is known by that only where no other lacks it. */
export function pairsOf({ recallNumber }: CanadaRecall, { canada, related }: ReadRecalls): RelatedPair[] {
  const isOne = canada.filter((other) => other.recallNumber === recallNumber).length === 1;
  return related.filter((pair) => isOne && pair.recallNumber === recallNumber);
}

/** Why a country could not be read; a country without a reason was. */
export type WhyUnread = Partial<Record<'us' | 'canada', string>>;

/** Shows what was read of either country; it passes for read where the buyer's own country was. */
export function recallsOutcome(
  report: ReadRecalls,
  why: WhyUnread,
  country: Country,
): SectionOutcome<RecallsSection> {
  const reasons = [...new Set([why.us, why.canada])].filter((reason) => reason !== undefined);
  if (why.us !== undefined && why.canada !== undefined)
    return { kind: 'unavailable', reason: reasons.join(' ') };
  const words = unreadCountry(report);
  const unread = words && `The recalls of ${words} are missing. ${reasons.join(' ')}`;
  const section = recallsSection(report, unread);
  const own = country === 'US' ? why.us : why.canada;
  return own === undefined ? { kind: 'ok', section } : { kind: 'unavailable', reason: own, section };
}

/** Names the country that could not be read. */
export function unreadCountry({ counts }: Pick<RecallsSection, 'counts'>): string | undefined {
  if (counts.us === null) return 'the United States';
  return counts.canada === null ? 'Canada' : undefined;
}

function usItem(recall: UsRecall, pairs: readonly RelatedPair[]): RecallItem {
  const { campaign, kind, component, summary, consequence, remedy, reportedOn, url } = recall;
  return {
    country: 'US',
    campaign,
    component,
    summary,
    consequence,
    remedy,
    reportedOn,
    kind,
    ...warningsOf(recall),
    flags: recall.flags,
    unitsAffected: null,
    ...(recall.filing && { filing: recall.filing }),
    sameDefect: pairs.map(({ recallNumber: campaign, confidence }) => ({ campaign, confidence })),
    url,
  };
}

function canadaItem(recall: CanadaRecall, pairs: readonly RelatedPair[]): RecallItem {
  return {
    country: 'CA',
    campaign: recall.recallNumber,
    component: recall.component ?? recall.system ?? 'not stated',
    summary: recall.summary ?? 'Transport Canada publishes no text for this recall.',
    consequence: null,
    remedy: null,
    reportedOn: recall.recalledOn,
    kind: 'vehicle',
    ...warningsOf(recall),
    flags: null,
    unitsAffected: recall.unitsAffected,
    ...(recall.inFrench && { inFrench: recall.inFrench }),
    sameDefect: pairs.map(({ campaign, confidence }) => ({ campaign, confidence })),
    url: recall.url,
  };
}

function warningsOf(recall: UsRecall | CanadaRecall) {
  const { parkIt, parkOutside, stopSale, warningText, unreadAdvice, inDoubt, missingSince } = recall;
  return { parkIt, parkOutside, stopSale, warningText, unreadAdvice, inDoubt, missingSince };
}

type Notice = Pick<RecallItem, 'campaign' | 'sameDefect'>;
type Items = Pick<RecallsSection, 'items'> | null;

/** The warnings, the gravest first. */
export const warnings = ['parkIt', 'parkOutside', 'stopSale'] as const;
export type Warning = (typeof warnings)[number];

/** The notice that stands for a defect: of those that warn most gravely one whose number is known, in the buyer's own country if there. */
export function standingFor({ notices }: Defect): RecallItem {
  const rank = (item: RecallItem) => {
    const warns = warnings.findIndex((warning) => item[warning]);
    return warns >= 0 ? warns : warnings.length + Number(item.unreadAdvice === null);
  };
  const [gravest] = notices.toSorted(
    (a, b) => rank(a) - rank(b) || Number(a.campaign === null) - Number(b.campaign === null),
  );
  return gravest ?? notices[0];
}

/** Finds the defects whose gravest warning is this one. */
export function warnedOf(recalls: Items, warning: Warning, country: Country): RecallItem[] {
  return defectsOf(recalls, country)
    .map(standingFor)
    .filter((item) => warnings.find((other) => item[other]) === warning);
}

/** Finds the recalls with the gravest warning: not to drive, else not to park inside, else not to sell; one a defect. */
export function urgentRecalls(recalls: Items, country: Country): RecallItem[] {
  return (
    warnings.map((warning) => warnedOf(recalls, warning, country)).find(({ length }) => length > 0) ?? []
  );
}

/** The country of whoever asks without naming one: that in which the model is listed, the United States where both do. */
export function usualCountry({ us, canada }: RecallsSection['provenance']): Country {
  return us?.modelListed === false && canada?.modelListed ? 'CA' : 'US';
}

export function isWarning({ parkIt, parkOutside, stopSale }: RecallItem): boolean {
  return parkIt === true || parkOutside === true || stopSale === true;
}

/** One defect, as one or both countries tell of it; the notice of the buyer's own country comes first. */
export interface Defect {
  notices: readonly [RecallItem, ...RecallItem[]];
}

/** Joins the notices of both countries about the same defect, in the order of the gravest of each. */
export function defectsOf(recalls: Items, country: Country): Defect[] {
  const taken = new Set<RecallItem>();
  const items = recalls?.items ?? [];
  return items.flatMap((item) => {
    if (taken.has(item)) return [];
    const same = items.filter((other) => other !== item && !taken.has(other) && isSameDefect(other, item));
    for (const one of [item, ...same]) taken.add(one);
    const own = [item, ...same].find((one) => one.country === country) ?? item;
    return [{ notices: [own, ...[item, ...same].filter((one) => one !== own)] }];
  });
}

function isSameDefect(one: Notice, other: Notice): boolean {
  const names = ({ sameDefect }: Notice, { campaign }: Notice) =>
    sameDefect.some((same) => same.campaign !== null && same.campaign === campaign);
  return names(one, other) || names(other, one);
}
