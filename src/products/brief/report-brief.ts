import { z } from 'zod';
import { countries } from '../../costs/places.ts';
import { amountRange, readBill, readTotals } from '../../costs/published.ts';
import { firstSentence } from '../../lib/wording.ts';
import {
  type PurchaseCostsSection,
  purchaseCostsSectionSchema,
} from '../../report/purchase-costs-section.ts';
import { type Advice, type Report, reportSchema } from '../../report/report-schema.ts';
import { readOdometer } from '../../warranty/remaining.ts';
import { briefCar, briefWarranty, carBriefSchema, warrantyBriefSchema } from './car-brief.ts';
import { billPart, billPartSchema } from './costs-brief.ts';
import { briefIssues, issuesBriefSchema } from './issues-brief.ts';
import { recallsPart, recallsPartSchema } from './recalls-brief.ts';

const { decision, purchase, sections, sectionDetails, warrantyNote } = reportSchema.shape;
const [{ shape: section }] = purchaseCostsSectionSchema.options;

const estimateSchema = z.object({
  country: z.enum(countries),
  price: section.price,
  saleType: section.saleType,
  totalKnown: z.number().describe('The middle of the places'),
  totalRange: amountRange,
  notes: section.notes,
});

const advice = z.array(z.string());
const MOST_FURTHER = 5;

export const reportBriefSchema = z.object({
  vin: z.string(),
  car: carBriefSchema,
  purchase: purchase.pick({ sentence: true }),
  decision: decision.pick({ level: true, verdict: true }).extend({
    matters: z.array(decision.shape.matters.element.pick({ level: true, title: true, text: true })),
    beforeYouGo: advice,
    atTheCar: advice,
    atTheCounter: advice,
  }),
  recalls: recallsPartSchema.nullable(),
  knownIssues: issuesBriefSchema.nullable(),
  purchaseCosts: z
    .union([billPartSchema, estimateSchema])
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
  const { country, odometer } = report.purchase;
  const miles = odometer === null ? undefined : readOdometer(odometer.distance, odometer.unit).miles;
  const { level, verdict, matters, beforeYouGo, atTheCar, atTheCounter } = report.decision;
  return {
    vin,
    car: briefCar({ year, ...particulars }),
    purchase: { sentence: report.purchase.sentence },
    decision: {
      level,
      verdict,
      matters: matters.map(({ level, title, text }) => ({ level, title, text })),
      beforeYouGo: textsOf(beforeYouGo),
      atTheCar: textsOf(atTheCar),
      atTheCounter: textsOf(atTheCounter),
    },
    recalls: recalls && recallsPart(recalls, country),
    knownIssues:
      knownIssues && briefIssues(knownIssues, knownIssues.topIssues, { country, miles, most: MOST_FURTHER }),
    purchaseCosts: purchaseCosts && briefSection(purchaseCosts),
    warranty: briefWarranty(
      report,
      purchaseCosts?.bill ? readBill(purchaseCosts.bill).place.name : undefined,
    ),
    warrantyNote,
    sections,
    sectionDetails,
  };
}

const textsOf = (advice: readonly Advice[]) => advice.map(({ text }) => text);

function briefSection(section: PurchaseCostsSection) {
  if (section.bill) return billPart(section.bill);
  const { country, price, saleType, notes } = section;
  const { known, range } = readTotals(section.estimatedFees);
  return {
    country,
    price,
    saleType,
    totalKnown: known,
    totalRange: range,
    notes: firstSentence(notes),
  };
}
