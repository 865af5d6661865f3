import { readFileSync } from 'node:fs';
import { createDocument, type FreeDocument } from './document.ts';

/** The project's own CHANGELOG.md, as it ships. */
export function createChangelog(): FreeDocument {
  return createDocument({
    path: '/changelog',
    contentType: 'text/markdown; charset=utf-8',
    text: readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8'),
  });
}
