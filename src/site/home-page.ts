import { pagePaths, paths } from '../api/documents/links.ts';
import { complaintBars } from '../report/html/charts/complaint-bars.ts';
import { type Html, html, link } from '../report/html/html.ts';
import { carPart, summaryPart } from '../report/html/report-head.ts';
import type { Report } from '../report/report-schema.ts';
import type { SourceHealth } from '../sources/http.ts';
import { assetPaths } from './assets.ts';
import { callExamples } from './call-examples.ts';
import type { Page, Site } from './page.ts';

export interface Status {
  paymentsReady: boolean;
  sources: readonly Pick<SourceHealth, 'name' | 'state'>[];
}

/** What the service is, what it costs, what one gets and how to call it. */
export function homePage(site: Site, report: Report, status: Status): Page {
  const { offered } = site;
  return {
    path: pagePaths.home,
    title: 'Forecourt: what a VIN means before you buy the car',
    description:
      'Recalls of two countries, known failures, factory warranty and every tax and fee of buying a used car, from its VIN. Paid per call, no account.',
    scripts: [assetPaths.copy],
    content: html`<div class="hero">
<h1>Know what the car will cost you before you pay for it.</h1>
<p class="lead">Give Forecourt the VIN of a used car. It lists the recalls of the United States and Canada, what owners say breaks, the factory warranty, and every tax and fee of the purchase, each with its source. <strong>$${offered.priceUsd} for the whole report. No account.</strong></p>
<p class="actions"><a class="button main" href="${pagePaths.sample}">See a whole report, free</a> <a class="button" href="${pagePaths.buy}">Buy a report</a> <a class="button" href="${paths.reference}">API reference</a></p>
</div>
<section aria-labelledby="prices">
<h2 id="prices">What it costs</h2>
<p>Each call is paid by itself, in USDC on Base, by the x402 protocol. An answer that could not be given costs nothing.</p>
<ul class="prices">${priceCards(site)}</ul>
</section>
<section aria-labelledby="what">
<h2 id="what">What you get</h2>
<div class="framed">
${carPart(report, 'h3')}
${summaryPart(report, pagePaths.sample)}
${report.knownIssues !== null && complaintBars(report.knownIssues)}
<p><a href="${pagePaths.sample}">The whole sample report</a></p>
</div>
</section>
<section aria-labelledby="call">
<h2 id="call">How to call it</h2>
${callExamples(site).map(
  ({ name, words, code }) => html`<h3>${name}</h3>
<p>${words}</p>
<div class="code" data-name="${name}"><pre tabindex="0" role="region" aria-label="${name}">${code}</pre></div>`,
)}
</section>
<section aria-labelledby="status">
<h2 id="status">Status</h2>
${statusPart(status)}
<p>Now and in detail: <a href="${paths.health}">${paths.health}</a></p>
</section>
<section aria-labelledby="limits">
<h2 id="limits">What it does not know</h2>
<p>Liens, accidents, odometer readings, owners and theft. Recalls are those of the make, model and year: whether one car was repaired only its maker knows. No VIN is logged or linked to a person.</p>
<p>${link(`${site.publicUrl}${paths.terms}`, 'Terms')}</p>
</section>`,
  };
}

/** The report first: it is what most people come for. */
function priceCards({ products, offered }: Site): Html {
  const others = products.filter((product) => product !== offered);
  return html`${priceCard(offered, true)}${others.map((product) => priceCard(product, false))}`;
}

function priceCard(
  { name, priceUsd, summary, path, sample }: Site['products'][number],
  isWhole: boolean,
): Html {
  return html`<li${isWhole && html` class="whole"`}><h3>${name} <span class="price">$${priceUsd}</span></h3>
<p>${summary}</p>
<p class="soft"><code>${path}</code> · <a href="${sample.path}">sample<span class="unseen"> of ${name}, as JSON</span></a></p></li>
`;
}

const LIGHTS: Record<SourceHealth['state'], { mark: 'good' | 'bad' | 'idle'; words: string }> = {
  ok: { mark: 'good', words: 'working' },
  unknown: { mark: 'idle', words: 'not asked yet' },
  failing: { mark: 'bad', words: 'failing' },
  resting: { mark: 'bad', words: 'not available just now' },
};

function statusPart({ paymentsReady, sources }: Status): Html {
  const lights = [{ name: 'Payments', state: paymentsReady ? 'ok' : 'resting' } as const, ...sources];
  return html`<ul class="dots">${lights.map(({ name, state }) => html`<li class="${LIGHTS[state].mark}">${name}: ${LIGHTS[state].words}</li>`)}</ul>`;
}
