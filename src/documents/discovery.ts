import { z } from 'zod';
import { disclaimer } from '../lib/disclaimer.ts';
import { interfaceVersion, version } from '../lib/version.ts';
import { createDocument, createJsonDocument, type DocumentedSite, type FreeDocument } from './document.ts';
import { paths, protocolPaths } from './links.ts';
import { guidance } from './llms.ts';
import { protocols } from './protocols.ts';

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
    otherSchemes: z.array(z.string()).optional().describe('Present where there are other ways to pay'),
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

export function createDiscovery(site: DocumentedSite): FreeDocument {
  return createJsonDocument({
    path: paths.discovery,
    summary: 'All that there is: products, samples, protocols and documents',
    schema: discoverySchema,
    body: () => describeSurfaces(site),
  });
}

function describeSurfaces(site: DocumentedSite): Omit<z.input<typeof discoverySchema>, 'disclaimer'> {
  const { publicUrl, contact, products, documents } = site;
  const [first] = products;
  if (!first) throw new Error('There is nothing to sell');
  const { scheme, network, asset, payTo } = first.offer.requirements;
  const other = first.offer.channel?.();
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
      ...(other && { otherSchemes: [other.scheme] }),
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
  };
}

const resourceListSchema = z.object({
  version: z.literal(1),
  x402Version: z.literal(2),
  resources: z.array(z.url()).describe('Every address that asks for a payment'),
  instructions: z.string(),
  openapi: z.url(),
  disclaimer: z.string(),
});

/** Lists the addresses of all that is sold, for indexers that find no OpenAPI document. */
export function createX402List(site: DocumentedSite): FreeDocument {
  const { publicUrl } = site;
  return createJsonDocument({
    path: paths.x402,
    summary: 'What is sold by x402, as a list of addresses',
    schema: resourceListSchema,
    body: () => ({
      version: 1 as const,
      x402Version: 2 as const,
      resources: site.products.map(({ url }) => url),
      instructions: guidance(site),
      openapi: `${publicUrl}${paths.openapi}`,
    }),
  });
}

const catalogSchema = z.object({
  family: z.string(),
  products: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      api: z.url().describe('Where it is sold over HTTP'),
      mcp: z.url().describe('The server of the Model Context Protocol that has it as a tool'),
    }),
  ),
  disclaimer: z.string(),
});

export function createCatalog(
  { publicUrl, network: { notice }, products }: DocumentedSite,
  segment: string,
): FreeDocument {
  return createJsonDocument({
    path: `/.well-known/${segment}`,
    summary: 'What is sold, as a list of products',
    schema: catalogSchema,
    limit: 'catalog',
    body: () => ({
      family: 'forecourt',
      ...(notice !== undefined && { notice }),
      products: products.map(({ slug, name, path }) => ({
        slug,
        name,
        api: `${publicUrl}${path}`,
        mcp: `${publicUrl}/mcp`,
      })),
    }),
  });
}

/** Leads on to the interfaces and their descriptions, as RFC 9727 has it. */
export function createApiCatalog({ publicUrl }: DocumentedSite): FreeDocument {
  const link = (path: string, type?: string) => ({ href: `${publicUrl}${path}`, ...(type && { type }) });
  return createDocument({
    path: paths.apiCatalog,
    contentType: 'application/linkset+json',
    summary: 'The interfaces and where each is described (RFC 9727)',
    text: () =>
      JSON.stringify({
        linkset: [
          {
            anchor: `${publicUrl}/`,
            item: Object.values(protocolPaths).map((path) => link(path)),
            'service-desc': [link(paths.openapi, 'application/json')],
            'service-doc': [link(paths.reference, 'text/html'), link(paths.llms, 'text/plain')],
            'service-meta': [link(paths.discovery, 'application/json')],
            status: [link(paths.health, 'application/json')],
          },
        ],
        disclaimer,
      }),
  });
}
