import { z } from 'zod';
import {
  type CostLine,
  type Costs,
  canadaCostsSchema,
  canadaTotalsSchema,
  lineSchema,
  readTotals,
  usCostsSchema,
  usTotalsSchema,
} from '../../costs/published.ts';
import { firstSentence } from '../../lib/wording.ts';

const { province, provinceName, ...ca } = canadaCostsSchema.shape;
const { state, stateName, ...us } = usCostsSchema.shape;

const partSchema = lineSchema
  .pick({ label: true, amount: true, range: true })
  .extend({ note: z.string().exactOptional().describe('What decides within a range, or who asks it') });
const lineBriefSchema = partSchema
  .extend({
    known: lineSchema.shape.known,
    confidence: lineSchema.shape.confidence,
    source: lineSchema.shape.source.pick({ url: true }),
  })
  .meta({ id: 'BriefCostLine', description: 'One tax or fee' });

const listsOf = <Line extends z.ZodType>(line: Line) => ({
  lines: z.array(line).describe('Taxes and fees of the law'),
  otherLines: z.array(line).describe('Asked by the dealer and not by the law, or may be declined'),
});

/** Members of a bill are called as in the whole. */
export const costsBriefSchema = z
  .object({
    country: z.union([ca.country, us.country]),
    province: province.exactOptional(),
    provinceName: provinceName.exactOptional(),
    state: state.exactOptional(),
    stateName: stateName.exactOptional(),
    currency: z.union([ca.currency, us.currency]),
    saleType: us.saleType,
    price: us.price,
    ...canadaTotalsSchema.partial().shape,
    ...usTotalsSchema.partial().shape,
    ...listsOf(lineBriefSchema),
    dueOnTheDay: us.dueOnTheDay.exactOptional(),
    dueLater: us.dueLater.exactOptional().describe('Left out, with dueOnTheDay, where nothing is due later'),
    laterYears: us.laterYears,
    narrowing: us.narrowing.describe('Parameters that would make the bill more exact, the best first'),
    assumptions: us.assumptions,
    notes: us.notes,
    figuresVerifiedOn: us.figuresVerifiedOn.exactOptional(),
    on: us.on,
  })
  .meta({ id: 'BriefCosts', description: 'A bill in short' });

/** A bill as one part of a report: what each line is called and costs. */
export const billBriefSchema = costsBriefSchema
  .omit({ narrowing: true })
  .extend(listsOf(partSchema.meta({ id: 'BillPartLine', description: 'One tax or fee' })))
  .meta({ id: 'BillPart', description: 'A bill, without its sources' });

export function billBrief(costs: Costs, mostNotes: number): z.infer<typeof billBriefSchema> {
  const { narrowing: _, notes, ...bill } = briefCosts(costs);
  const noteOf = ({ category, note }: CostLine) =>
    note === undefined || category === 'tax' ? note : firstSentence(note);
  return {
    ...bill,
    // The first says that the known total is a part.
    notes: notes.slice(0, mostNotes + 1).map(firstSentence),
    ...listed(costs, (line) => partOf(line, noteOf(line))),
  };
}

/** A bill with its lines in short, each with the address of its source. */
export function briefCosts(costs: Costs): z.infer<typeof costsBriefSchema> {
  const { vinWarning: _, lines: __, dueOnTheDay, dueLater, figuresVerifiedOn, ...bill } = costs;
  const { known, range } = readTotals(costs);
  const whole = `The known total is a part: the bill is ${range.low} to ${range.high} ${bill.currency}.`;
  const open = known < range.high ? [whole] : [];
  const best = costs.narrowing.toSorted((a, b) => b.byUpTo - a.byUpTo);
  return {
    ...bill,
    ...listed(costs, ({ known, confidence, source: { url }, ...line }) => ({
      ...partOf(line, line.note),
      known,
      confidence,
      source: { url },
    })),
    ...(dueLater.high > 0 && { dueOnTheDay, dueLater }),
    narrowing: best.filter(
      ({ parameter }, at) => best.findIndex((one) => one.parameter === parameter) === at,
    ),
    // The rules of a lease, a gift and tax paid elsewhere concern few.
    notes: [...open, ...bill.notes.filter((note) => !/^(Bought|Family)/.test(note))],
    ...(figuresVerifiedOn !== null && { figuresVerifiedOn }),
  };
}

function listed<Line>({ lines }: Costs, told: (line: CostLine) => Line) {
  const those = (isDue: boolean) => lines.filter(({ mandatory }) => mandatory === isDue).map(told);
  return { lines: those(true), otherLines: those(false) };
}

function partOf(
  { label, amount, range, mandatory }: Pick<CostLine, 'label' | 'amount' | 'range' | 'mandatory'>,
  note: string | undefined,
): z.infer<typeof partSchema> {
  return {
    label,
    ...(amount !== undefined && { amount }),
    ...(range && { range }),
    ...(note && (range || !mandatory) && { note }),
  };
}
