import type { FreeDocument } from './document.ts';
import type { SoldProduct } from './sold-product.ts';

/** Everything under the service's address, as the documents that list it see it. */
export interface DocumentedSite {
  publicUrl: string;
  /** Whom to write to: `mailto:` or `https:`. */
  contact: string;
  products: readonly SoldProduct[];
  /** All documents, those that list them included. */
  documents: readonly FreeDocument[];
}
