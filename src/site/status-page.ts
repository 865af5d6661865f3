import { paths } from '../documents/links.ts';
import type { Health } from '../http/health-route.ts';
import { version } from '../lib/version.ts';
import type { SourceHealth } from '../sources/http.ts';
import { type Html, html } from '../view/html.ts';
import type { Page } from './page.ts';

const LIGHTS: Record<SourceHealth['state'], { mark: 'good' | 'bad' | 'idle'; words: string }> = {
  ok: { mark: 'good', words: 'working' },
  unknown: { mark: 'idle', words: 'not asked yet' },
  failing: { mark: 'bad', words: 'failing' },
  resting: { mark: 'bad', words: 'not available just now' },
};

/** What works just now, for people; programs read the same as JSON. */
export function statusPage({ payments, storage, sources, paymentMode }: Health): Page {
  const isWell = payments.ready && storage.ok;
  const own = [
    { name: 'Payments', state: payments.ready ? 'ok' : 'resting' },
    { name: 'Storage', state: storage.ok ? 'ok' : 'failing' },
  ] as const;
  return {
    path: paths.health,
    title: 'Status · Forecourt',
    description: 'What works just now.',
    isPrivate: true,
    content: html`<h1>${isWell ? 'Everything that is sold can be bought' : 'Something does not work just now'}</h1>
<p class="lead">${isWell ? 'Sources that fail are stood in for by the last copy that was read, and the answer says so.' : 'Nothing is charged for an answer that cannot be given. Try again in a while.'}</p>
<section aria-labelledby="own"><h2 id="own">The service</h2>${lights(own)}</section>
<section aria-labelledby="sources"><h2 id="sources">Public sources</h2>${lights(sources)}</section>
<p><small>Version ${version}${paymentMode === 'dev' && ', test payments only'}. Programs read this as JSON at the same address.</small></p>`,
  };
}

function lights(
  all:
    | readonly Pick<SourceHealth, 'name' | 'state' | 'lastFailureAt'>[]
    | readonly { name: string; state: SourceHealth['state'] }[],
): Html {
  return html`<ul class="dots">${all.map(({ name, state }) => html`<li class="${LIGHTS[state].mark}">${name}: ${LIGHTS[state].words}</li>`)}</ul>`;
}
