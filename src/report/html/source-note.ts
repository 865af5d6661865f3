import { ageWords, type Provenance } from '../../sources/provenance.ts';
import { type Html, html } from './html.ts';

/** Where a part comes from, and whether it is an older copy. */
export function sourceNote({ source, fetchedAt, ...part }: Provenance): Html {
  return html`<p><small>${source}, read on ${fetchedAt.slice(0, 10)}${ageWords(part)}</small></p>
`;
}
