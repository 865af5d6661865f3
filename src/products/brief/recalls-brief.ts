import { z } from 'zod';
import {
  canadaAttributionSchema,
  readRecallsSchema,
  recallReportSchema,
} from '../../recalls/recall-schemas.ts';
import { notListedNote, unreadNote } from '../../recalls/statements.ts';
import {
  isWarning,
  type RecallItem,
  type RecallsSection,
  recallItemSchema,
} from '../../report/recalls-section.ts';
import { componentWords } from '../../report/words.ts';
import { sourceWords } from '../../view/recalls.ts';
import { firstSentence } from './first-sentence.ts';

const otherSchema = recallItemSchema
  .pick({ country: true, campaign: true, component: true, reportedOn: true })
  .extend({ sentence: z.string(), inDoubt: z.literal(true).exactOptional() });

const shared = {
  counts: readRecallsSchema.shape.counts,
  missing: z.string().nullable().describe('What may be missing, and of which country; null: nothing known'),
  namesNote: recallReportSchema.shape.namesNote,
};

export const recallsBriefSchema = z.object({
  ...shared,
  urgent: z
    .array(recallItemSchema)
    .describe('Whole: not to drive, to park outside, not to sell, or advice that was not understood'),
  others: z.array(otherSchema).describe('The other notices, the newest first'),
  scopeNote: recallReportSchema.shape.scopeNote,
  sources: z.array(z.string()),
  attribution: canadaAttributionSchema,
});

export function briefRecalls(section: RecallsSection): z.infer<typeof recallsBriefSchema> {
  const { scopeNote, attribution, items, provenance } = section;
  return {
    ...sharedOf(section),
    urgent: items.filter(isUrgent),
    others: items.filter((item) => !isUrgent(item)).map(briefItem),
    scopeNote,
    sources: [provenance.us, provenance.canada].filter((source) => source !== null).map(sourceWords),
    attribution,
  };
}

/** Recalls as one part of a report: the warnings in a sentence, the others by their numbers. */
export const recallsPartSchema = z.object({
  ...shared,
  urgent: z.array(
    otherSchema.omit({ reportedOn: true }).extend({ warning: z.string(), remedy: z.string().nullable() }),
  ),
  others: z.array(z.string()).describe('Numbers of the other notices, the newest first'),
});

const MOST_URGENT = 4;
const MOST_NUMBERS = 20;

export function recallsPart(section: RecallsSection): z.infer<typeof recallsPartSchema> {
  const { items } = section;
  const others = items.filter((item) => !isUrgent(item));
  const rest = items.filter(isUrgent).slice(MOST_URGENT);
  return {
    ...sharedOf(section),
    urgent: items.filter(isUrgent).slice(0, MOST_URGENT).map(urgentItem),
    others: [...rest, ...others].flatMap(({ campaign }) => campaign ?? []).slice(0, MOST_NUMBERS),
  };
}

function sharedOf({ counts, missing: unread, namesNote, provenance }: RecallsSection) {
  const missing = [unread, unreadNote(provenance.us, provenance.canada), notListedNote(provenance)];
  const known = missing.filter((note) => note !== null);
  return { counts, missing: known.length > 0 ? known.join(' ') : null, namesNote };
}

const isUrgent = (item: RecallItem) => isWarning(item) || item.unreadAdvice !== null;

function urgentItem(item: RecallItem) {
  const { reportedOn: _, ...brief } = briefItem(item);
  return { ...brief, warning: warningOf(item), remedy: item.remedy && firstSentence(item.remedy) };
}

function warningOf({ parkIt, parkOutside, stopSale, unreadAdvice }: RecallItem): string {
  const words = [
    parkIt === true && 'Do not drive.',
    parkOutside === true && 'Park outside, away from buildings.',
    stopSale === true && 'Not to be sold before the repair.',
    unreadAdvice,
  ];
  return words.filter((text) => typeof text === 'string').join(' ');
}

function briefItem({ country, campaign, component, reportedOn, inDoubt, ...item }: RecallItem) {
  return {
    country,
    campaign,
    component: componentWords(component),
    reportedOn,
    sentence: firstSentence(item.consequence ?? item.summary),
    ...(inDoubt && { inDoubt: true as const }),
  };
}
