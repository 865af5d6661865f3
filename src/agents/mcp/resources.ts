import { z } from 'zod';
import type { FreeDocument } from '../../documents/document.ts';
import { crawlerPaths, paths } from '../../documents/links.ts';
import { disclaimer } from '../../lib/disclaimer.ts';
import { type Limits, type MinuteLimit, rateLimited } from '../../limits/limits.ts';
import { vinParameter } from '../../products/parameters.ts';
import type { Knowledge, Listing } from '../../products/product.ts';
import { type Caller, invalidParams, toRpcError } from '../json-rpc.ts';
import { payPageOf, toolName } from './tool-offer.ts';

interface Options {
  publicUrl: string;
  products: readonly Listing[];
  knowledge: Knowledge;
  documents: readonly FreeDocument[];
  limits: Limits;
}

/** Documents of no use to a model, or only to other kinds of crawlers. */
const LEFT_OUT: readonly string[] = [...crawlerPaths, paths.x402];
const READABLE = /^(application\/json|text\/(plain|markdown))\b/;

const readParams = z.looseObject({ uri: z.string() });

/**
 * Serves the terms, the documents and the catalog, under the addresses that they have over HTTP, and cars and places.
 */
export function createResources(options: Options) {
  const { publicUrl, documents, limits } = options;
  const resources = new Map(
    documents
      .filter(({ path, contentType }) => READABLE.test(contentType) && !LEFT_OUT.includes(path))
      .map((document) => [`${publicUrl}${document.path}`, document]),
  );

  function take(limit: MinuteLimit, { clientKey, requestId }: Caller) {
    const decision = limit.take(clientKey);
    if (!decision.allowed) throw toRpcError(rateLimited(limit.name, decision), requestId);
  }

  return {
    list: () =>
      Promise.all(
        [...resources].map(async ([uri, { path, summary, contentType, read }]) => ({
          uri,
          name: path.slice(1),
          title: summary,
          description: `${summary}, as it is at ${path}`,
          mimeType: mimeTypeOf(contentType),
          size: Buffer.byteLength((await read()).text),
        })),
      ),
    templates: () => templates,
    async read(params: unknown, caller: Caller) {
      const parsed = readParams.safeParse(params);
      if (!parsed.success) throw invalidParams('resources/read takes a uri.');
      const { uri } = parsed.data;
      const document = resources.get(uri);
      if (document) {
        take(limits.named(document.limit, document.path), caller);
        const { text } = await document.read();
        return { contents: [{ uri, mimeType: mimeTypeOf(document.contentType), text }] };
      }
      if (uri.startsWith('forecourt:')) take(limits.named('resource_templates'), caller);
      const found = await readTemplate(uri, options);
      if (!found) {
        throw invalidParams(
          'There is no such resource; resources/list and resources/templates/list list all.',
          { uri: uri.slice(0, 200) },
        );
      }
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(found) }] };
    },
  };
}

function mimeTypeOf(contentType: string): string {
  return contentType.split(';')[0] ?? contentType;
}

export const vinTemplate = 'forecourt://cars/{vin}';
export const placeTemplate = 'forecourt://places/{place}';

const templates = [
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

async function readTemplate(
  uri: string,
  { publicUrl, products, knowledge }: Pick<Options, 'publicUrl' | 'products' | 'knowledge'>,
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
    payPage: payPageOf(product, publicUrl, { vin }),
  }));
  if (!decoded) return { vin, car: null, checkDigitValid: null, tools, disclaimer };
  const { vinWarning, vehicle, decode } = decoded;
  const { year, make, model } = vehicle;
  const car = { name: `${year} ${make} ${model}`, year, make, model };
  const doubt = vinWarning === undefined ? {} : { vinWarning };
  return { ...doubt, vin, car, checkDigitValid: decode.checkDigitValid, tools, disclaimer };
}

/** Describes what a bill there is made of; the amounts for a sale are what is sold. */
function describePlace({ country, code, name, sources, ...figures }: Jurisdiction) {
  const labels = (lines: readonly { label: string }[]) => [...new Set(lines.map(({ label }) => label))];
  return {
    country,
    code,
    name,
    taxes: { private: labels(figures.privateSaleTaxes), dealer: labels(figures.dealerSaleTaxes) },
    fees: labels(figures.fees),
    assumptions: figures.assumptions,
    notes: figures.notes,
    sources: Object.values(sources),
  };
}
