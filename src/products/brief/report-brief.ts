import { z } from 'zod';
import { readBill } from '../../costs/published.ts';
import { firstSentence } from '../../lib/wording.ts';
import type { KnownIssuesSection } from '../../report/known-issues-section.ts';
import {
  type PurchaseCostsSection,
  purchaseCostsSectionSchema,
} from '../../report/purchase-costs-section.ts';
import { type Advice, type Report, reportSchema } from '../../report/report-schema.ts';
import { readOdometer } from '../../warranty/remaining.ts';
import { briefCar, briefWarranty, carBriefSchema, warrantyBriefSchema } from './car-brief.ts';
import { billBrief, billBriefSchema } from './costs-brief.ts';
import { briefIssues, issuesBriefSchema } from './issues-brief.ts';
import { recallsPart, recallsPartSchema } from './recalls-brief.ts';

const { decision, purchase, sections, sectionDetails, warrantyNote } = reportSchema.shape;
const [{ shape: ofCanada }, { shape: ofUs }] = purchaseCostsSectionSchema.options;
const estimateSchema = z.object({
  country: z.union([ofCanada.country, ofUs.country]),
  estimatedFees: z.union([ofCanada.estimatedFees, ofUs.estimatedFees]),
  price: ofUs.price,
  saleType: ofUs.saleType,
  notes: ofUs.notes,
});

const advice = z.array(z.string());
const MOST_LEFT = 4;
/** A reader has 8 kB for a report: this is without what stands around it. */
const MOST_CHARACTERS = 7_300;
/** How many further issues and notes of the bill are told: the fuller form that has room. */
const FORMS = [
  [5, 9],
  [3, 4],
  [0, 2],
] as const;

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
  knownIssues: issuesBriefSchema
    .omit({ knownIssues: true })
    .extend({ topIssues: issuesBriefSchema.shape.knownIssues })
    .nullable(),
  purchaseCosts: z
    .union([z.object({ bill: billBriefSchema }), estimateSchema])
    .nullable()
    .describe("The bill of the buyer's place; without a place an estimate for the country"),
  warranty: warrantyBriefSchema,
  warrantyNote,
  sections,
  sectionDetails,
});

type ReportBrief = z.infer<typeof reportBriefSchema>;

/** The part that a buyer decides by: the verdict and what to do, then of each part what is gravest. */
export function briefReport(report: Report): ReportBrief {
  const [fullest, ...shorter] = FORMS;
  return shorter.reduce(
    (brief, form) => (JSON.stringify(brief).length <= MOST_CHARACTERS ? brief : briefOf(report, form)),
    briefOf(report, fullest),
  );
}

function briefOf(report: Report, [further, notes]: (typeof FORMS)[number]): ReportBrief {
  const { vin, vehicle, recalls, knownIssues, purchaseCosts, warrantyNote, sections, sectionDetails } =
    report;
  const { modelYear: year, ...particulars } = vehicle;
  const { country, odometer } = report.purchase;
  const bill = purchaseCosts?.bill ?? undefined;
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
    knownIssues: knownIssues && briefOfIssues(knownIssues, { country, miles, most: further }),
    purchaseCosts: purchaseCosts && briefSection(purchaseCosts, notes),
    warranty: briefWarranty(report, { place: bill && readBill(bill).place.name, most: MOST_LEFT }),
    warrantyNote,
    sections,
    sectionDetails,
  };
}

function briefOfIssues(section: KnownIssuesSection, asked: Parameters<typeof briefIssues>[2]) {
  const { knownIssues: topIssues, ...brief } = briefIssues(section, section.topIssues, asked);
  return { ...brief, topIssues };
}

const textsOf = (advice: readonly Advice[]) => advice.map(({ text }) => text);

function briefSection(section: PurchaseCostsSection, mostNotes: number) {
  if (section.bill) return { bill: billBrief(section.bill, mostNotes) };
  const { bill: _, byJurisdiction: __, figuresVerifiedOn: ___, provenance: ____, ...estimate } = section;
  return { ...estimate, notes: firstSentence(section.notes) };
}
