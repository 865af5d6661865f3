import type { z } from 'zod';
import { type ReadyText, readyText } from '../lib/bodies.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { etagOf } from '../lib/etag.ts';
import type { LimitName } from '../lib/terms.ts';
import type { Limits } from '../limits/limits.ts';
import type { Network } from '../payments/evm/networks.ts';
import type { Offer } from '../payments/wire/requirements.ts';
import { exampleQuery, exampleSearch, toInputSchema } from '../products/describe-query.ts';
import type { Knowledge, Listing } from '../products/product.ts';

export interface FreeDocument {
  path: string;
  contentType: string;
  /** One short sentence, for the documents that list documents. */
  summary: string;
  /** Shape of a JSON document. */
  schema?: z.ZodType;
  /** Each document is counted alone. */
  limit: Extract<LimitName, 'documents' | 'catalog'>;
  /** Headers in place of the common ones of the same name. */
  headers?: Record<string, string>;
  /** Files that belong to this document: served with it, and listed by none but the sitemap. */
  parts?: readonly FreeDocument[];
  /** Makes the text when it is first asked for, and keeps it. */
  read(): DocumentText | Promise<DocumentText>;
}

interface DocumentText {
  text: string;
  etag: string;
  ready: ReadyText;
}

interface Source extends Omit<FreeDocument, 'read' | 'limit'>, Partial<Pick<FreeDocument, 'limit'>> {
  /** Fixed text, or its maker: called once, so that a start does not wait for documents that nobody reads. */
  text: string | (() => string | Promise<string>);
}

export function createDocument({ text, limit = 'documents', ...about }: Source): FreeDocument {
  let made: DocumentText | Promise<DocumentText> | undefined;
  const make = async () => {
    const written = typeof text === 'string' ? text : await text();
    made = { text: written, etag: etagOf(written), ready: readyText(written) };
    return made;
  };
  return {
    ...about,
    limit,
    read() {
      made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
  };
}

/** The same document under a second name, where some look for it. */
export function alsoAt(path: string, document: FreeDocument): FreeDocument {
  return { ...document, parts: [...(document.parts ?? []), { ...document, path }] };
}

/** A document of JSON; the disclaimer is added to what its shape holds. */
export function createJsonDocument<Body extends object>({
  schema,
  body,
  ...about
}: Omit<Source, 'schema' | 'text' | 'contentType'> & {
  schema?: z.ZodType<Body>;
  body(): Omit<NoInfer<Body>, 'disclaimer'>;
}): FreeDocument {
  return createDocument({
    ...about,
    contentType: 'application/json',
    ...(schema && { schema }),
    text: () => JSON.stringify({ ...body(), disclaimer }),
  });
}

export interface DocumentedSite {
  publicUrl: string;
  network: Network;
  /** Of a wallet with money of a private chain. */
  testKey: string | undefined;
  /** A `mailto:` or `https:` address. */
  contact: string;
  products: readonly SoldProduct[];
  limits: Pick<Limits, 'named'>;
  documents: readonly FreeDocument[];
}

/** A product of the table as documents describe it: everything they say about products comes from here. */
export type SoldProduct = ReturnType<typeof describeProduct>;

export function describeProduct(
  { sample, query: _query, ...product }: Listing,
  { knowledge, publicUrl, offer }: { knowledge: Knowledge; publicUrl: string; offer: Offer },
) {
  const { parameters } = product;
  const example = exampleQuery(parameters);
  const url = `${publicUrl}${product.path}`;
  return {
    ...product,
    url,
    failures: product.failures ?? [],
    inputSchema: toInputSchema(parameters),
    exampleQuery: example,
    exampleUrl: `${url}?${exampleSearch(example)}`,
    offer,
    sample: { ...sample, url: `${publicUrl}${sample.path}`, read: () => sample.read(knowledge) },
  };
}
