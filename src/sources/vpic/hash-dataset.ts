import { createHash } from 'node:crypto';

/** Gives the version of the data: the first characters of the hash of the content. */
export function hashDataset(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16);
}
