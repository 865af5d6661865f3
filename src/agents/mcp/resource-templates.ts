import { disclaimer } from '../../lib/disclaimer.ts';
import type { Knowledge } from '../../products/knowledge.ts';
import type { Listing } from '../../products/product.ts';
import { vinParameter } from '../../products/vin-parameter.ts';
import { payPageOf } from './pay-page.ts';
import { sampleToolName, toolName } from './tool-name.ts';

export const vinTemplate = 'forecourt://cars/{vin}';
export const placeTemplate = 'forecourt://places/{place}';

export const templates = [
  {
    uriTemplate: vinTemplate,
    name: 'car',
    title: 'A car by its VIN',
    description:
      'What a VIN says at once and free: year, make, model and check digit, and what each tool would add at which price',
    mimeType: 'application/json',
  },
  {
    uriTemplate: placeTemplate,
    name: 'place',
    title: 'A province or state',
    description:
      'Which taxes and fees a purchase there has, by which sources, and when they were last verified',
    mimeType: 'application/json',
  },
];

type Jurisdiction = Knowledge['costs']['figures'][number];

export function placeId({ country, code }: Pick<Jurisdiction, 'country' | 'code'>): string {
  return `${country}-${code}`;
}

interface Options {
  publicUrl: string;
  products: readonly Listing[];
  knowledge: Pick<Knowledge, 'embeddedVehicles'> & { costs: Pick<Knowledge['costs'], 'figures'> };
}

/** What stands under an address of a template; `undefined` where there is nothing. */
export async function readTemplate(
  uri: string,
  { publicUrl, products, knowledge }: Options,
): Promise<object | undefined> {
  const [, kind, id = ''] = /^forecourt:\/\/(cars|places)\/([\w-]{1,40})$/i.exec(uri) ?? [];
  if (kind === 'places') {
    const place = knowledge.costs.figures.find((figures) => placeId(figures) === id.toUpperCase());
    return place && { ...describePlace(place), disclaimer };
  }
  const vin = vinParameter.safeParse(id).data;
  if (kind !== 'cars' || vin === undefined) return undefined;
  const decoded = await knowledge.embeddedVehicles
    .decode(vin, { signal: new AbortController().signal })
    .catch(() => undefined);
  const tools = products.map((product) => ({
    tool: toolName(product),
    priceUsd: product.priceUsd,
    adds: product.summary,
    sample: sampleToolName(product),
    payPage: payPageOf(product, publicUrl, { vin }),
  }));
  if (!decoded) return { vin, car: null, checkDigitValid: null, tools, disclaimer };
  const { vehicle, decode } = decoded;
  const { year, make, model } = vehicle;
  const car = { name: `${year} ${make} ${model}`, year, make, model };
  return { vin, car, checkDigitValid: decode.checkDigitValid, tools, disclaimer };
}

/** What a bill there is made of; the amounts for a sale are what is sold. */
function describePlace({ country, code, name, verifiedOn, sources, ...figures }: Jurisdiction) {
  const labels = (lines: readonly { label: string }[]) => lines.map(({ label }) => label);
  return {
    country,
    code,
    name,
    figuresVerifiedOn: verifiedOn,
    taxes: { private: labels(figures.privateSaleTaxes), dealer: labels(figures.dealerSaleTaxes) },
    fees: labels(figures.fees),
    assumptions: figures.assumptions,
    notes: figures.notes,
    sources: Object.values(sources),
  };
}
