import { z } from 'zod';
import { disclaimer } from '../lib/disclaimer.ts';
import { interfaceVersion, version } from '../lib/version.ts';
import { createDocument, type FreeDocument } from './document.ts';
import { guidance } from './guidance.ts';
import { paths } from './links.ts';
import { protocols } from './protocols.ts';
import type { DocumentedSite } from './site.ts';

const surface = z.object({ url: z.url(), summary: z.string() });

const discoverySchema = z.object({
  name: z.string(),
  version: z.string().describe('Version of the code'),
  interfaceVersion: z.string(),
  baseUrl: z.url(),
  guidance: z.string(),
  payment: z.object({
    protocol: z.literal('x402'),
    x402Version: z.literal(2),
    scheme: z.string(),
    network: z.string(),
    asset: z.string(),
    payTo: z.string(),
    signingKeys: z
      .url()
      .describe('Public keys of the signed offers and receipts (x402 extension offer-receipt)'),
    notice: z.string().optional().describe('Present where payments are not real'),
  }),
  products: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      method: z.literal('GET'),
      url: z.url(),
      priceUsd: z.string(),
      summary: z.string(),
      parameters: z.array(z.object({ name: z.string(), required: z.boolean(), description: z.string() })),
      example: z.url(),
      sample: z.object({ url: z.url(), limitPerMinute: z.number() }),
    }),
  ),
  protocols: z.array(surface.extend({ name: z.string() })).describe('Other ways to call'),
  documents: z.array(surface.extend({ contentType: z.string() })),
  health: z.url(),
  terms: z.url(),
  changelog: z.url(),
  contact: z.string(),
  disclaimer: z.string(),
});

/** Every surface of the service in one list. */
export function createDiscovery(site: DocumentedSite): FreeDocument {
  return createDocument({
    path: paths.discovery,
    contentType: 'application/json',
    summary: 'All that there is: products, samples, protocols and documents',
    schema: discoverySchema,
    text: () => JSON.stringify(describeSurfaces(site)),
  });
}

function describeSurfaces(site: DocumentedSite): z.input<typeof discoverySchema> {
  const { publicUrl, contact, products, documents } = site;
  const [first] = products;
  if (!first) throw new Error('There is nothing to sell');
  const { scheme, network, asset, payTo } = first.offer.requirements;
  return {
    name: 'Forecourt',
    version,
    interfaceVersion,
    baseUrl: publicUrl,
    guidance: guidance(site),
    payment: {
      protocol: 'x402',
      x402Version: 2,
      scheme,
      network,
      asset,
      payTo,
      signingKeys: `${publicUrl}${paths.signingKeys}`,
      ...(first.offer.notice !== undefined && { notice: first.offer.notice }),
    },
    products: products.map(({ slug, name, url, priceUsd, summary, parameters, exampleUrl, sample }) => ({
      slug,
      name,
      method: 'GET',
      url,
      priceUsd,
      summary,
      parameters: parameters.map(({ name, required, description }) => ({ name, required, description })),
      example: exampleUrl,
      sample: { url: sample.url, limitPerMinute: sample.limitPerMinute },
    })),
    protocols: protocols.map(({ name, path, summary }) => ({ name, url: `${publicUrl}${path}`, summary })),
    documents: documents.map(({ path, summary, contentType }) => ({
      url: `${publicUrl}${path}`,
      summary,
      contentType,
    })),
    health: `${publicUrl}${paths.health}`,
    terms: `${publicUrl}${paths.terms}`,
    changelog: `${publicUrl}${paths.changelog}`,
    contact,
    disclaimer,
  };
}
