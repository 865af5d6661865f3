import { z } from 'zod';
import { countries } from '../../costs/places.ts';
import { amountRange, readTotals } from '../../costs/published.ts';
import { type Advice, advise } from '../../report/advise.ts';
import { decide } from '../../report/decide.ts';
import {
  cheapestAndDearest,
  type PurchaseCostsSection,
  purchaseCostsSectionSchema,
} from '../../report/purchase-costs-section.ts';
import { type Report, reportSchema } from '../../report/report-schema.ts';
import { briefCar, briefWarranty, carBriefSchema, warrantyBriefSchema } from './car-brief.ts';
import { costsBriefSchema } from './costs-brief.ts';
import { firstSentence } from './first-sentence.ts';
import { briefIssues, issuesBriefSchema } from './issues-brief.ts';
import { recallsPart, recallsPartSchema } from './recalls-brief.ts';

const level = z.enum(['urgent', 'important', 'calm']);
const { sections, sectionDetails, warrantyNote } = reportSchema.shape;
const [{ shape: section }] = purchaseCostsSectionSchema.options;

const placeSchema = z.object({ code: z.string(), name: z.string(), range: amountRange });

const estimateSchema = z.object({
  country: z.enum(countries),
  price: section.price,
  saleType: section.saleType,
  totalKnown: z.number().describe('The middle of the places'),
  totalRange: amountRange,
  cheapest: placeSchema.optional(),
  dearest: placeSchema.optional(),
  notes: section.notes,
});

const advice = z.array(z.string());

export const reportBriefSchema = z.object({
  vin: z.string(),
  car: carBriefSchema,
  decision: z.object({
    level,
    verdict: z.string(),
    matters: z.array(z.object({ level: z.string(), title: z.string(), text: z.string() })),
    beforeYouGo: advice,
    atTheCar: advice,
    atTheCounter: advice,
  }),
  recalls: recallsPartSchema.nullable(),
  knownIssues: issuesBriefSchema.nullable(),
  purchaseCosts: z
    .union([costsBriefSchema, estimateSchema])
    .nullable()
    .describe("The bill of the buyer's place; without a place an estimate for the country"),
  warranty: warrantyBriefSchema,
  warrantyNote,
  sections,
  sectionDetails,
});

/** What a buyer decides by: the verdict and what to do, then of each part what is gravest. */
export function briefReport(report: Report): z.infer<typeof reportBriefSchema> {
  const { vin, vehicle, recalls, knownIssues, purchaseCosts, warrantyNote, sections, sectionDetails } =
    report;
  const { modelYear: year, ...particulars } = vehicle;
  const { level, verdict, matters } = decide(report);
  const { beforeYouGo, atTheCar, atTheCounter } = advise(report);
  return {
    vin,
    car: briefCar({ year, ...particulars }),
    decision: {
      level,
      verdict,
      matters: matters.map(({ level, title, text }) => ({ level, title, text })),
      beforeYouGo: textsOf(beforeYouGo),
      atTheCar: textsOf(atTheCar),
      atTheCounter: textsOf(atTheCounter),
    },
    recalls: recalls && recallsPart(recalls),
    knownIssues: knownIssues && briefIssues(knownIssues, knownIssues.topIssues),
    purchaseCosts: purchaseCosts && briefSection(purchaseCosts),
    warranty: briefWarranty(report),
    warrantyNote,
    sections,
    sectionDetails,
  };
}

const textsOf = (advice: readonly Advice[]) => advice.map(({ text }) => text);

function briefSection(section: PurchaseCostsSection) {
  const { country, price, saleType, notes } = section;
  const { known, range } = readTotals(section.estimatedFees);
  const { cheapest, dearest } = cheapestAndDearest(section) ?? {};
  return {
    country,
    price,
    saleType,
    totalKnown: known,
    totalRange: range,
    ...(cheapest && { cheapest: briefPlace(cheapest) }),
    ...(dearest && { dearest: briefPlace(dearest) }),
    notes: firstSentence(notes),
  };
}

const briefPlace = ({ code, name, range }: PurchaseCostsSection['byJurisdiction'][number]) => ({
  code,
  name,
  range,
});
