import { readFileSync } from 'node:fs';
import { interfaceHistory, interfaceVersion } from '../lib/version.ts';
import { createDocument, type FreeDocument } from './document.ts';
import { paths } from './links.ts';

const history = interfaceHistory
  .map(({ on, changes }) => `### ${on}\n${changes.map((change) => `- ${change}`).join('\n')}`)
  .join('\n\n');

/** Versions of the code and of the interface that it keeps to are counted apart. */
function withInterface(changes: string): string {
  return `${changes}\n\n## The interface: ${interfaceVersion}\n\n${history}`;
}

/** The project's own CHANGELOG.md, as it ships, with the way on. */
export function createChangelog(publicUrl: string): FreeDocument {
  return createDocument({
    path: paths.changelog,
    summary: 'What changed, version by version',
    contentType: 'text/markdown; charset=utf-8',
    text: () => {
      const changes = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8').trimEnd();
      return `${withInterface(changes)}\n\n[Terms](${publicUrl}${paths.terms}) · [All documents](${publicUrl}${paths.discovery})\n`;
    },
  });
}
