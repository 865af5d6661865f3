import { readFileSync } from 'node:fs';
import { createDocument, type FreeDocument } from './document.ts';
import { paths } from './links.ts';

/** The project's own CHANGELOG.md, as it ships. */
export function createChangelog(): FreeDocument {
  return createDocument({
    path: paths.changelog,
    summary: 'What changed, version by version',
    contentType: 'text/markdown; charset=utf-8',
    text: readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8'),
  });
}
