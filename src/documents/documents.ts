import type { Limits } from '../limits/limits.ts';
import type { Network } from '../payments/evm/networks.ts';
import type { Issuer } from '../payments/wire/receipt.ts';
import type { Offer } from '../payments/wire/requirements.ts';
import type { Knowledge, Listing } from '../products/product.ts';
import { createServerCard, createSkill } from './agent-listings.ts';
import { createApiCatalog, createCatalog, createDiscovery, createX402List } from './discovery.ts';
import { alsoAt, type DocumentedSite, describeProduct, type FreeDocument } from './document.ts';
import { guessedPaths } from './links.ts';
import { createLlms, createLlmsFull } from './llms.ts';
import { createOpenApi } from './openapi/openapi.ts';
import {
  createChangelog,
  createRobots,
  createSecurityText,
  createSigningKeys,
  createSitemap,
} from './site-files.ts';
import { createTerms } from './terms.ts';

interface Options {
  publicUrl: string;
  network: Network;
  testKey: string | undefined;
  contact: string;
  catalogSegment: string;
  products: readonly Listing[];
  knowledge: Knowledge;
  limits: Pick<Limits, 'named'>;
  offerOf(product: Listing): Offer;
  issuer: Issuer;
  pages(site: DocumentedSite): readonly FreeDocument[];
  /** Documents of other transports, so that they are listed too. */
  others?: readonly FreeDocument[];
}

export function createDocuments(options: Options): readonly FreeDocument[] {
  const { publicUrl, network, testKey, contact, catalogSegment, products } = options;
  const { knowledge, limits, others = [] } = options;
  const documents: FreeDocument[] = [];
  const site: DocumentedSite = {
    publicUrl,
    network,
    testKey,
    contact,
    products: products.map((product) =>
      describeProduct(product, { knowledge, publicUrl, offer: options.offerOf(product) }),
    ),
    limits,
    documents,
  };
  documents.push(
    ...options.pages(site),
    createOpenApi(site),
    createLlms(site),
    createLlmsFull(site),
    createDiscovery(site),
    createCatalog(site, catalogSegment),
    createX402List(site),
    createSigningKeys(options.issuer),
    ...createTerms(site),
    createChangelog(publicUrl),
    ...others,
    alsoAt(guessedPaths.serverCard, createServerCard(site)),
    alsoAt(guessedPaths.skill, createSkill(site)),
    createApiCatalog(site),
    createRobots(site),
    createSitemap(site),
    createSecurityText(site),
  );
  return documents;
}
