import { z } from 'zod';
import type { Country } from '../../costs/places.ts';
import { firstSentence } from '../../lib/wording.ts';
import {
  canadaAttributionSchema,
  readRecallsSchema,
  recallReportSchema,
} from '../../recalls/recall-schemas.ts';
import { notListedNote, unreadNote } from '../../recalls/statements.ts';
import {
  defectsOf,
  isWarning,
  type RecallItem,
  type RecallsSection,
  recallItemSchema,
  standingFor,
  usualCountry,
} from '../../report/recalls-section.ts';
import { componentWords } from '../../report/words.ts';
import { numbersOf, sourceWords } from '../../view/recalls.ts';

const otherSchema = recallItemSchema
  .pick({ country: true, campaign: true, component: true, reportedOn: true })
  .extend({
    sentence: z.string(),
    abroad: z.array(z.string()).exactOptional().describe('Numbers abroad of the same defect'),
    inDoubt: z.literal(true).exactOptional(),
  });

const shared = {
  counts: readRecallsSchema.shape.counts,
  defects: z
    .int()
    .describe(
      'Defects that the notices are about, of Canada the 25 newest; one may be recalled in both countries',
    ),
  missing: z.string().nullable().describe('What may be missing, and why; null: nothing known'),
  namesNote: recallReportSchema.shape.namesNote,
};

export const recallsBriefSchema = z.object({
  ...shared,
  urgent: z
    .array(recallItemSchema)
    .describe(
      'One a defect, whole: not to drive, to park outside, not to sell, or advice that was not understood',
    ),
  others: z.array(otherSchema).describe('The other defects, the newest first'),
  scopeNote: recallReportSchema.shape.scopeNote,
  sources: z.array(z.string()),
  attribution: canadaAttributionSchema,
});

export function briefRecalls(section: RecallsSection): z.infer<typeof recallsBriefSchema> {
  const { scopeNote, attribution, provenance } = section;
  const { urgent, others, ...shared } = partsOf(section, usualCountry(provenance));
  return {
    ...shared,
    urgent: urgent.map(({ sameDefect, ...item }) => ({ ...item, sameDefect: sameDefect.filter(isNumbered) })),
    others: others.map(briefItem),
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
  others: z
    .array(z.string())
    .describe('Numbers of the other defects, the newest first, each with that of the other country'),
});

const MOST_URGENT = 4;
const MOST_NUMBERS = 20;

export function recallsPart(section: RecallsSection, country: Country): z.infer<typeof recallsPartSchema> {
  const { urgent, others, ...shared } = partsOf(section, country);
  return {
    ...shared,
    urgent: urgent.slice(0, MOST_URGENT).map(urgentItem),
    others: [...urgent.slice(MOST_URGENT), ...others].slice(0, MOST_NUMBERS).map(numbersOf),
  };
}

/** Members that both forms have, and of each defect the notice that stands for it. */
function partsOf(section: RecallsSection, country: Country) {
  const { counts, missing: unread, namesNote, provenance, items } = section;
  const missing = [unread, unreadNote(provenance.us, provenance.canada), notListedNote(provenance)];
  for (const { sameDefect } of items.filter((item) => !isNumbered(item))) {
    const same = sameDefect.find(isNumbered);
    const of = same ? `The Canadian notice of the same defect as ${same.campaign}` : 'A Canadian notice';
    missing.push(`${of} is known here without its number.`);
  }
  const known = missing.filter((note) => note !== null);
  const defects = defectsOf(section, country).map(standingFor);
  const [urgent, others] = [defects.filter(isUrgent), defects.filter((item) => !isUrgent(item))];
  return { counts, defects: defects.length, missing: known.join(' ') || null, namesNote, urgent, others };
}

const isNumbered = ({ campaign }: Pick<RecallItem, 'campaign'>) => campaign !== null;
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
  const abroad = item.sameDefect.flatMap((same) => same.campaign ?? []);
  return {
    country,
    campaign,
    ...(abroad.length > 0 && { abroad }),
    component: componentWords(component),
    reportedOn,
    sentence: firstSentence(item.consequence ?? item.summary),
    ...(inDoubt && { inDoubt: true as const }),
  };
}
