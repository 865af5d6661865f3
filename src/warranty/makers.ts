import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { confidences, markets } from './warranty.ts';

const text = z.string().trim().min(3);
const key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens');
const year = z.number().int().min(1990).max(2040);
const count = z.number().int().positive();

export const powertrains = ['mild hybrid', 'hybrid', 'plug-in hybrid', 'electric', 'fuel cell'] as const;
/** The fuel of the engine; other drives stand in `powertrains`. */
const fuels = ['gasoline', 'diesel', 'electric', 'other'] as const;
const electrified = z.array(z.enum(powertrains)).min(1);

const distance = {
  miles: count.optional().describe('Where only one unit is given, the other is calculated'),
  km: count.optional(),
  unlimitedDistance: z.literal(true).optional().describe('Instead of miles and km'),
};

const term = {
  months: count.optional(),
  lifetime: z.literal(true).optional().describe('Instead of months'),
  ...distance,
};

const particulars = {
  note: text.optional().describe('Conditions and exceptions, as a buyer should read them'),
  source: key.optional().describe('A name from `sources`, where it differs from that of these years'),
  confidence: z.enum(confidences).optional().describe('Where it differs from that of these years'),
};

const laterOwners = z
  .union([z.literal('end'), z.strictObject({ months: count, ...distance, source: key.optional() })])
  .describe(
    'With transferable false: what later owners have, from the first day in service; end: nothing any more. ' +
      'Leave out where it is not established',
  );

const exception = z
  .strictObject({
    fuels: z.array(z.enum(fuels)).min(1).optional(),
    names: z.array(text).min(1).optional().describe('Words of a model, trim or series: "SRT"'),
    gvwrOverLb: count.optional().describe('Only vehicles whose weight rating is above this'),
    notEstablished: z.literal(true).optional().describe('Instead of a term: what these have is not known'),
    ...term,
    transferable: z.boolean().optional(),
    laterOwners: laterOwners.optional(),
    note: text.optional(),
    source: key.optional(),
    confidence: z.enum(confidences).optional(),
  })
  .describe('Vehicles of these years whose term is another one; all conditions given must hold');

const coverage = z.strictObject({
  ...term,
  transferable: z
    .boolean()
    .optional()
    .describe('true: passes to later owners; false: first owner only; leave out where not established'),
  laterOwners: laterOwners.optional(),
  exceptions: z.array(exception).min(1).optional(),
  ...particulars,
});

const absent = z
  .enum(['unknown', 'none'])
  .describe('unknown: not established; none: no such coverage was sold');

const battery = coverage.extend({
  covers: electrified.describe('The kinds of vehicles whose traction battery is covered so'),
  capacity: z
    .strictObject({
      percent: count.max(100),
      months: count.optional(),
      miles: count.optional(),
      of: electrified,
      note: text.optional().describe('What only those should read whose capacity is warranted'),
    })
    .optional()
    .describe('The capacity that the maker warrants, and its own limits where they are shorter'),
});

const powertrain = coverage.extend({
  within: z.literal('basic').optional().describe('Instead of a term: the powertrain has none of its own'),
});

const scope = {
  years: z.tuple([year, year]).describe('First and last model year, both included'),
  markets: z.array(z.enum(markets)).min(1),
  models: z
    .array(text.or(z.string().length(2)))
    .min(1)
    .optional()
    .describe('Only these models (or model and trim); they override the entry for all models'),
};

const entry = z.strictObject({
  ...scope,
  basic: z.union([coverage, absent]),
  powertrain: z.union([powertrain, absent]),
  corrosion: z.union([coverage, absent]),
  roadside: z.union([coverage, absent]),
  evBattery: z.union([battery, absent]),
  source: key.describe('A name from `sources`: where the figures of these years can be read'),
  basis: z
    .enum(['read', 'partly read', 'carried over', 'general knowledge'])
    .describe(
      'read: a source states basic and powertrain; partly read: a source states some of it; ' +
        'carried over: stated for neighbouring years; general knowledge: the cited page was not read for these years',
    ),
  confidence: z.enum(confidences).describe('Of basic and powertrain, the weaker of both'),
  checkedOn: z.iso.date(),
  remark: text.optional().describe('For those who edit this file; callers do not see it'),
});

const notEstablished = z.strictObject({ ...scope, why: text.describe('One sentence that callers read') });
const notSold = z.strictObject({ ...scope, why: text.describe('One sentence that callers read') });

/** The distance of a source to who gives the warranty. */
const sourceKinds = ['maker', 'press', 'dealer', 'other'] as const;

/** One file of data/warranty: what one make's new vehicles were sold with, by model year. */
export const makerSchema = z.strictObject({
  $schema: z.string().optional(),
  make: z.string().min(2).describe('The usual spelling'),
  alsoWritten: z.array(z.string().min(2)).optional(),
  sources: z.record(
    key,
    z.strictObject({
      url: z.url({ protocol: /^https$/ }),
      title: text,
      publisher: text,
      kind: z
        .enum(sourceKinds)
        .describe(
          "maker: the maker's own page or booklet, also where it is kept by somebody else; press: newspapers, " +
            'magazines and their tables; dealer: who sells cars or contracts; other: forums, blogs and unsigned pages',
        ),
      page: text.optional().describe('Of a maker: the page or section that states the figures'),
    }),
  ),
  entries: z.array(entry),
  notEstablished: z
    .array(notEstablished)
    .optional()
    .describe('Years that were sold but whose terms are not known'),
  notSold: z.array(notSold).optional().describe('Years between others in which nothing was sold'),
  soldOnlyIn: z
    .array(
      z.strictObject({
        market: z.enum(markets),
        models: z.array(z.string().min(2)).min(1),
        years: z.tuple([year, year]).optional(),
        source: key,
      }),
    )
    .optional()
    .describe('Models of one market: who does not name a market is answered for this one'),
  electrifiedModels: z
    .record(z.string(), electrified)
    .optional()
    .describe('Models sold with these powertrains only, for decodes that do not say so'),
});

export type Maker = z.infer<typeof makerSchema>;
export type Entry = z.infer<typeof entry>;
export type CoveredPowertrain = (typeof powertrains)[number];
export type Exception = z.infer<typeof exception>;
export type EngineFuel = (typeof fuels)[number];
export type Scope = Pick<Entry, 'years' | 'markets' | 'models'>;

/** The same two steps up from src/warranty and from dist/warranty. */
export const warrantyFolder = new URL('../../data/warranty/', import.meta.url);

interface DataFile {
  name: string;
  text: string;
}

export function readDataFiles(): DataFile[] {
  return readdirSync(warrantyFolder)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, warrantyFolder), 'utf8') }));
}

/** All makes of data/warranty. Reads the files anew each time: call it once. */
export function loadMakers(): Maker[] {
  return readDataFiles().map(({ text }) => makerSchema.parse(JSON.parse(text)));
}
