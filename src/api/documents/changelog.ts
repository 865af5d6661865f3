import { readFileSync } from 'node:fs';
import { createDocument, type FreeDocument } from './document.ts';
import { paths } from './links.ts';

/** The project's own CHANGELOG.md, as it ships, with the way on. */
export function createChangelog(publicUrl: string): FreeDocument {
  return createDocument({
    path: paths.changelog,
    summary: 'What changed, version by version',
    contentType: 'text/markdown; charset=utf-8',
    text: () => {
      const changes = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8').trimEnd();
      return `${changes}\n\n[Terms](${publicUrl}${paths.terms}) · [All documents](${publicUrl}${paths.discovery})\n`;
    },
  });
}
