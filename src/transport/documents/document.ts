import { createHash } from 'node:crypto';

/** A free document: fixed text under a path, made once at start. */
export interface FreeDocument {
  path: string;
  contentType: string;
  text: string;
  etag: string;
  /** Present where the interface limits how often one client may ask. */
  limitPerMinute?: number;
}

export function createDocument(document: Omit<FreeDocument, 'etag'>): FreeDocument {
  const digest = createHash('sha256').update(document.text).digest('base64url').slice(0, 22);
  return { ...document, etag: `"${digest}"` };
}
