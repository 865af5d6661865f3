/** One thing that a newcomer adds, as CONTRIBUTING.md says: whole new files, and what is put into existing ones. */
export interface Recipe {
  adds: Record<string, string>;
  /** Below the first line that has the marker. */
  inserts: Record<string, readonly { below: string; text: string }[]>;
  /** A script of the project that does the rest. */
  runs?: readonly string[];
}

const product = `
import { z } from 'zod';
import { ServiceError } from '../errors/service-error.ts';
import type { Product } from './product.ts';

const response = z.object({ code: z.string(), colours: z.array(z.string()) });
const known: Record<string, string[]> = { 'NH-731P': ['crystal black'] };

export const paintCode = {
  slug: 'paint-code',
  name: 'Paint code',
  question: 'What colour is NH-731P?',
  path: '/v1/paint-code',
  priceUsd: '0.03',
  summary: 'The colours that a paint code stands for.',
  description: 'Looks the code of the door post up in the lists of the makers.',
  query: z.strictObject({
    code: z.string().meta({ description: 'Code on the door post', example: 'NH-731P' }),
  }),
  response,
  failures: ['colour_unknown'],
  sample: {
    path: '/v1/sample/paint-code',
    limitPerMinute: 7,
    response: z.object({ ...response.shape, sample: z.literal(true), note: z.string() }),
    async read() {
      return { code: 'NH-731P', colours: ['crystal black'], sample: true, note: 'One code.' };
    },
  },
  async compute(_knowledge, { code }) {
    const colours = known[code];
    if (!colours) throw new ServiceError('colour_unknown', { code });
    return { body: { code, colours }, charge: true };
  },
  inWords: ({ code, colours }) => \`\${code} stands for \${colours.join(', ')}.\`,
} satisfies Product<{ code: string }, z.infer<typeof response>>;
`;

const source = `
import { z } from 'zod';
import { createSource, type Source } from '../http.ts';

const answer = z.object({ colours: z.array(z.string()) });

/** The lists of the makers. */
export interface PaintLists extends Pick<Source, 'health'>, AsyncDisposable {
  coloursOf(code: string): Promise<string[]>;
}

export function createPaintLists(options: { baseUrl: string; userAgent: string }): PaintLists {
  const lists = createSource({ name: 'Paint lists', ...options });
  return {
    health: lists.health,
    async coloursOf(code) {
      return (await lists.getJson(\`colours/\${encodeURIComponent(code)}\`, { schema: answer })).colours;
    },
    [Symbol.asyncDispose]: () => lists[Symbol.asyncDispose](),
  };
}
`;

const evidence = { source: 'dmv', confidence: 'medium', asOf: null };
const tax = { id: 'use-tax', label: 'Use tax', amount: { rule: 'percent', percent: 4 }, ...evidence };
const once = { amount: 20, frequency: 'once', ...evidence };
const title = { ...once, id: 'title', category: 'title', label: 'Certificate of title' };
const documentation = { id: 'dealer-documentation', category: 'documentation', label: 'Documentation fee' };
const paperwork = { ...once, ...documentation, sales: ['dealer'], chargedBy: 'dealer' };
const jurisdiction = {
  $schema: '../jurisdiction.schema.json',
  country: 'US',
  code: 'GU',
  name: 'Guam',
  tile: [0, 7],
  postalCodes: ['96910'],
  sources: {
    dmv: { url: 'https://dmv.example/fees', title: 'Fees', publisher: 'Department of Motor Vehicles' },
  },
  privateSaleTaxes: [tax],
  dealerSaleTaxes: [{ ...tax, tradeIn: { credit: 'full' } }],
  fees: [title, paperwork],
  familyGift: { exempt: false, who: 'nobody', ...evidence },
  assumptions: [],
  notes: [],
};

export const recipes = {
  'an error': {
    adds: {},
    inserts: {
      'src/errors/product-errors.ts': [
        {
          below: 'export const productErrors = {',
          text: `  colour_unknown: errorRow({
    status: 422,
    when: 'No list of a maker has this paint code.',
    details: { code: z.string() },
    message: 'No maker has this paint code; compare it with the door post.',
  }),`,
        },
      ],
    },
  },
  'a product': {
    adds: { 'src/products/paint-code.ts': product },
    inserts: {
      'src/products/table.ts': [
        { below: "from './known-issues.ts';", text: "import { paintCode } from './paint-code.ts';" },
        { below: 'listProduct(prepurchase),', text: '  listProduct(paintCode),' },
      ],
    },
  },
  'a setting': {
    adds: {},
    inserts: {
      'src/config/variables.ts': [
        {
          below: 'export const variables = {',
          text: `  PAINT_URL: {
    meaning: 'Lists of paint codes',
    default: 'https://paint.example',
    schema: url('https://paint.example'),
  },`,
        },
      ],
      'src/config/config.ts': [{ below: '    host: values.HOST,', text: '    paintUrl: values.PAINT_URL,' }],
    },
  },
  'a source': {
    adds: { 'src/sources/paint-lists/paint-lists.ts': source },
    inserts: {
      'src/sources/sources.ts': [
        {
          below: "from './nhtsa/nhtsa.ts';",
          text: "import { createPaintLists } from './paint-lists/paint-lists.ts';",
        },
        {
          below: '  const transportCanada =',
          text: "  const paintLists = createPaintLists({ baseUrl: 'https://paint.example', ...shared });",
        },
        { below: '    transportCanada,', text: '    paintLists,' },
      ],
    },
  },
  'a jurisdiction': {
    adds: { 'data/costs/us/gu.json': JSON.stringify(jurisdiction, undefined, 2) },
    inserts: {},
    runs: ['tools/data-check.ts', '--write'],
  },
} as const satisfies Record<string, Recipe>;

/** The behaviour of the service that is then seen. */
export const proof = `
import { expect, it } from 'vitest';
import { readConfig } from './config/config.ts';
import { findPlace } from './costs/places.ts';
import { findPostalPlace } from './costs/postal-codes.ts';
import { createCostsService } from './costs/costs-service.ts';
import { loadJurisdictions } from './costs/load-jurisdictions.ts';
import { isServiceError, ServiceError } from './errors/service-error.ts';
import { paintCode } from './products/paint-code.ts';
import { products } from './products/table.ts';
import { createSources } from './sources/sources.ts';

it('an error', () => {
  expect(isServiceError(new ServiceError('colour_unknown', { code: 'XX' }))).toBe(true);
});

it('a product', () => {
  expect(products.map(({ slug }) => slug)).toContain(paintCode.slug);
});

it('a setting', () => {
  expect(readConfig({ PAINT_URL: 'https://other.example' }).paintUrl).toBe('https://other.example');
});

it('a source', async () => {
  const urls = { vpicUrl: 'http://a', nhtsaUrl: 'http://a', transportCanadaUrl: 'http://a' };
  await using sources = createSources({ urls, userAgent: 'test' });
  expect(sources.paintLists.health()).toMatchObject({ name: 'Paint lists', state: 'unknown' });
});

it('a jurisdiction', () => {
  expect(findPlace('US', 'GU')).toBeDefined();
  expect(findPostalPlace('96910')).toMatchObject({ kind: 'place', place: { code: 'GU' } });
  expect(loadJurisdictions().map(({ name }) => name)).toContain('Guam');
  expect(createCostsService({ jurisdictions: loadJurisdictions() })).toBeDefined();
});
`;
