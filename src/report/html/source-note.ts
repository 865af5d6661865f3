import type { Provenance } from '../../sources/provenance.ts';
import { type Html, html } from './html.ts';

/** Where a part comes from, and whether it is an older copy. */
export function sourceNote({ source, fetchedAt, cache }: Provenance): Html {
  const age = cache === 'stale' && ' (an older copy: a newer one could not be had)';
  return html`<p><small>${source}, read on ${fetchedAt.slice(0, 10)}${age}</small></p>
`;
}
