import type { z } from 'zod';
import { etagOf } from '../lib/etag.ts';
import { type ReadyText, readyText } from '../lib/packing.ts';
import type { SoldProduct } from './sold-product.ts';

/** A free document under a path of its own. */
export interface FreeDocument {
  path: string;
  contentType: string;
  /** One short sentence, for the documents that list documents. */
  summary: string;
  /** What a JSON document is made of. */
  schema?: z.ZodType;
  /** How often one client may ask. */
  limitPerMinute: number;
  /** Take the place of the common headers of the same name. */
  headers?: Record<string, string>;
  /** Made when it is first asked for, and kept. */
  read(): DocumentText | Promise<DocumentText>;
}

interface DocumentText {
  text: string;
  etag: string;
  ready: ReadyText;
}

interface Source extends Omit<FreeDocument, 'read' | 'limitPerMinute'> {
  /** Where the interface states one; otherwise it is what no honest reader needs. */
  limitPerMinute?: number;
  /** Fixed, or how to make it: once, so that a start does not wait for documents that nobody reads. */
  text: string | (() => string | Promise<string>);
}

const GENERAL_LIMIT_PER_MINUTE = 120;

export function createDocument({
  text,
  limitPerMinute = GENERAL_LIMIT_PER_MINUTE,
  ...about
}: Source): FreeDocument {
  let made: DocumentText | Promise<DocumentText> | undefined;
  const make = async () => {
    const written = typeof text === 'string' ? text : await text();
    made = { text: written, etag: etagOf(written), ready: readyText(written) };
    return made;
  };
  return {
    ...about,
    limitPerMinute,
    read() {
      made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
  };
}

/** Everything under the service's address, as the documents that list it see it. */
export interface DocumentedSite {
  publicUrl: string;
  /** Whom to write to: `mailto:` or `https:`. */
  contact: string;
  products: readonly SoldProduct[];
  /** All documents, those that list them included. */
  documents: readonly FreeDocument[];
}
