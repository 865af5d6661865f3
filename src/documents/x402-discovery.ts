import { z } from 'zod';
import { disclaimer } from '../lib/disclaimer.ts';
import { interfaceVersion } from '../lib/version.ts';
import { createDocument, type FreeDocument } from './document.ts';
import { guidance } from './guidance.ts';
import { paths } from './links.ts';
import type { DocumentedSite } from './site.ts';

const resourceListSchema = z.object({
  version: z.literal(1),
  x402Version: z.literal(2),
  resources: z.array(z.url()).describe('Every address that asks for a payment'),
  instructions: z.string(),
  openapi: z.url(),
  manifest: z.url().describe('The same with prices and payment terms'),
  disclaimer: z.string(),
});

/** What indexers read where they find no OpenAPI document: the addresses of all that is sold. */
export function createX402List(site: DocumentedSite): FreeDocument {
  const { publicUrl } = site;
  return createDocument({
    path: paths.x402,
    contentType: 'application/json',
    summary: 'What is sold by x402, as a list of addresses',
    schema: resourceListSchema,
    text: () =>
      JSON.stringify({
        version: 1,
        x402Version: 2,
        resources: site.products.map(({ url }) => url),
        instructions: guidance(site),
        openapi: `${publicUrl}${paths.openapi}`,
        manifest: `${publicUrl}${paths.x402Data}`,
        disclaimer,
      } satisfies z.input<typeof resourceListSchema>),
  });
}

const acceptsSchema = z.object({
  scheme: z.string(),
  network: z.string(),
  amount: z.string(),
  asset: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.number().int(),
  extra: z.object({ name: z.string(), version: z.string() }),
});

const manifestSchema = z.object({
  x402Version: z.literal(2),
  version: z.string().describe('Version of the interface'),
  generated_at: z.iso.datetime(),
  service: z.object({
    name: z.string(),
    url: z.url(),
    description: z.string(),
    contact: z.string(),
    terms: z.url(),
  }),
  endpoints: z
    .array(
      z.object({
        name: z.string(),
        method: z.literal('GET'),
        path: z.string(),
        url: z.url(),
        description: z.string(),
        price_usd: z.string(),
        price_atomic: z.string(),
        scheme: z.string(),
        network: z.string(),
        asset: z.string(),
        pay_to: z.string(),
        input_schema: z.looseObject({}),
        free_sample: z.url(),
      }),
    )
    .describe('Flat, for consumers that read prices'),
  items: z
    .array(
      z.object({
        resource: z.url(),
        type: z.literal('http'),
        x402Version: z.literal(2),
        accepts: z.array(acceptsSchema),
        lastUpdated: z.iso.datetime(),
        metadata: z.looseObject({}),
      }),
    )
    .describe('In the shape of a listing of the x402 discovery interface'),
  disclaimer: z.string(),
});

/** The same with prices and terms, in the two shapes that readers of manifests expect. */
export function createX402Manifest(site: DocumentedSite): FreeDocument {
  const generatedAt = new Date().toISOString();
  return createDocument({
    path: paths.x402Data,
    contentType: 'application/json',
    summary: 'What is sold by x402, with prices and payment terms',
    schema: manifestSchema,
    text: () => JSON.stringify(describeManifest(site, generatedAt)),
  });
}

function describeManifest(
  { publicUrl, contact, products }: DocumentedSite,
  generatedAt: string,
): z.input<typeof manifestSchema> {
  return {
    x402Version: 2,
    version: interfaceVersion,
    generated_at: generatedAt,
    service: {
      name: 'Forecourt',
      url: publicUrl,
      description: 'What a VIN means before money changes hands.',
      contact,
      terms: `${publicUrl}${paths.terms}`,
    },
    endpoints: products.map(({ name, path, url, summary, priceUsd, offer, inputSchema, sample }) => ({
      name,
      method: 'GET',
      path,
      url,
      description: summary,
      price_usd: priceUsd,
      price_atomic: offer.requirements.amount,
      scheme: offer.requirements.scheme,
      network: offer.requirements.network,
      asset: offer.requirements.asset,
      pay_to: offer.requirements.payTo,
      input_schema: inputSchema,
      free_sample: sample.url,
    })),
    items: products.map(({ name, url, summary, offer }) => ({
      resource: url,
      type: 'http',
      x402Version: 2,
      accepts: [offer.requirements],
      lastUpdated: generatedAt,
      metadata: { name, description: summary, ...(offer.bazaar && { bazaar: offer.bazaar.info }) },
    })),
    disclaimer,
  };
}
