import { z } from 'zod';
import { countries } from '../../costs/places.ts';
import {
  amountRange,
  type CostLine,
  type Costs,
  lineSchema,
  readBill,
  usCostsSchema,
} from '../../costs/published.ts';
import { firstSentence } from '../../lib/wording.ts';

const { price, saleType, dueOnTheDay, dueLater, laterYears, assumptions, notes, on, figuresVerifiedOn } =
  usCostsSchema.shape;

const partSchema = lineSchema
  .pick({ label: true, amount: true, range: true })
  .extend({ why: z.string().exactOptional().describe('What decides within a range, or who asks it') });
const lineBriefSchema = partSchema
  .extend({ known: z.boolean(), confidence: lineSchema.shape.confidence, source: z.url() })
  .meta({ id: 'BriefCostLine', description: 'One tax or fee' });

const listsOf = <Line extends z.ZodType>(line: Line) => ({
  lines: z.array(line).describe('Taxes and fees of the law'),
  otherLines: z.array(line).describe('Asked by the dealer and not by the law, or may be declined'),
});

export const costsBriefSchema = z
  .object({
    country: z.enum(countries),
    place: z.string().describe('Code of the province, territory, state or DC'),
    placeName: z.string(),
    currency: z.string(),
    saleType,
    price,
    totalKnown: z.number().describe('The lines with one exact amount alone; totalRange is the whole'),
    totalRange: amountRange,
    dueOnTheDay,
    dueLater,
    laterYears,
    ...listsOf(lineBriefSchema),
    narrowing: z.array(z.string()).describe('Parameters that would make the bill more exact, the best first'),
    assumptions,
    notes,
    figuresVerifiedOn,
    on,
  })
  .meta({ id: 'BriefCosts', description: 'A bill in short' });

/** A bill as one part of a report: what each line is called and costs. */
export const billBriefSchema = costsBriefSchema
  .omit({ narrowing: true })
  .extend(listsOf(partSchema))
  .meta({ id: 'BillPart', description: 'A bill, without its sources' });

export function billBrief(costs: Costs, mostNotes: number): z.infer<typeof billBriefSchema> {
  const { narrowing: _, notes, ...bill } = briefCosts(costs);
  const whyOf = ({ category, note }: CostLine) =>
    note === undefined || category === 'tax' ? note : firstSentence(note);
  return {
    ...bill,
    notes: notes.slice(0, mostNotes).map(firstSentence),
    ...listed(costs, (line) => partOf(line, whyOf(line))),
  };
}

/** A bill with its lines in short, each with the address of its source. */
export function briefCosts(costs: Costs): z.infer<typeof costsBriefSchema> {
  const { place, known, range, narrowing, ...bill } = readBill(costs);
  const parameters = narrowing.toSorted((a, b) => b.byUpTo - a.byUpTo).map(({ parameter }) => parameter);
  return {
    country: place.country,
    place: place.code,
    placeName: place.name,
    totalKnown: known,
    totalRange: range,
    ...bill,
    ...listed(costs, ({ known, confidence, source, ...line }) => ({
      ...partOf(line, line.note),
      known,
      confidence,
      source: source.url,
    })),
    narrowing: [...new Set(parameters)],
    // What becomes of a lease, a gift and tax paid elsewhere concerns few.
    notes: bill.notes.filter((note) => !/^(Bought|Family)/.test(note)),
  };
}

function listed<Line>({ lines }: Costs, told: (line: CostLine) => Line) {
  const those = (isDue: boolean) => lines.filter(({ mandatory }) => mandatory === isDue).map(told);
  return { lines: those(true), otherLines: those(false) };
}

function partOf(
  { label, amount, range, mandatory }: Pick<CostLine, 'label' | 'amount' | 'range' | 'mandatory'>,
  why: string | undefined,
): z.infer<typeof partSchema> {
  return {
    label,
    ...(amount !== undefined && { amount }),
    ...(range && { range }),
    ...(why && (range || !mandatory) && { why }),
  };
}
