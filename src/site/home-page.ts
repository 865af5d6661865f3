import { pagePaths, paths } from '../documents/links.ts';
import { grouped } from '../lib/wording.ts';
import type { Advice, Report } from '../report/report-schema.ts';
import { carOf } from '../view/car.ts';
import { type Html, html } from '../view/html.ts';
import { vinField, vinFieldScript } from './form-field.ts';
import type { Page, Site } from './page.ts';
import { productCards } from './prices-page.ts';

export function homePage(site: Site, report: Report): Page {
  const { offered } = site;
  return {
    path: pagePaths.home,
    title: 'Forecourt: know the car before you pay for it',
    description:
      'Type a VIN: recalls of two countries, known failures, factory warranty and every tax and fee of buying a used car. First look free, no account.',
    scripts: [vinFieldScript().path],
    data: describeService(site),
    content: html`<div class="bleed hero"><div class="inside">
<div>
<h1>Know the car before you pay for it.</h1>
<p class="lead">Type the VIN of a used car. See at once which car it is and how many recalls and complaints are on file. The whole report, with what to check and what to ask, costs <strong>$${offered.priceUsd} US</strong>. No account.</p>
${vinField()}
</div>
${peek(report)}
</div></div>
<section aria-labelledby="what">
<h2 id="what">A list to take along, not a wall of data</h2>
<p>Every check and every question comes from a recall, an owner complaint or a cost of that very model. These are from <a href="${pagePaths.sample}">the sample report</a>.</p>
<ul class="tiles">${excerpts(report)}</ul>
<p class="actions"><a class="button main" href="${pagePaths.sample}">See a whole report, free</a> <a class="button" href="${pagePaths.quote}">Check a dealer’s quote, free</a></p>
</section>
<section aria-labelledby="prices">
<h2 id="prices">What it costs</h2>
<p>A first look is free. Everything else is paid one by one, in ${offered.offer.network.money}, a digital US dollar. An answer that cannot be given costs nothing. <a href="${pagePaths.prices}">How paying works</a></p>
<ul class="tiles prices">${productCards(site)}</ul>
</section>
<section aria-labelledby="limits">
<h2 id="limits">What it does not know</h2>
<p>Liens, accidents, odometer readings, owners and theft. Recalls are those of the make, model and year: whether one car was repaired only its maker knows. No VIN is logged or linked to a person. <a href="${pagePaths.privacy}">Privacy</a></p>
</section>
<section aria-labelledby="call">
<h2 id="call">For programs and agents</h2>
<p>The same answers over HTTP, MCP and A2A, paid by the x402 protocol. <a href="${paths.reference}">API reference</a></p>
<p translate="no">${FIRST_CALLS.map(([slug, name], at) => html`${at > 0 && ' · '}<a href="${paths.reference}/${slug}">${name}</a>`)} · <a href="${paths.llms}">llms.txt</a></p>
</section>`,
  };
}

/** Shows the product itself, small: what the sample report says first. */
function peek(report: Report): Html {
  const { level, verdict, matters } = report.decision;
  const { recalls, knownIssues } = report;
  return html`<aside class="peek" aria-label="From the sample report">
<p class="name">${carOf(report)}</p>
<p class="stamp ${level}">${verdict}</p>
<ol>${matters.slice(1).map(({ title }) => html`<li>${title}</li>`)}
${recalls !== null && html`<li>Recall notices in the US and Canada <span>${recalls.count}</span></li>`}
${knownIssues !== null && html`<li>Owner complaints read <span>${grouped(knownIssues.complaintCount)}</span></li>`}</ol>
<p><a href="${pagePaths.sample}">The whole sample report</a></p>
</aside>`;
}

function excerpts(report: Report): Html[] {
  const { beforeYouGo, atTheCar, atTheCounter } = report.decision;
  const lists: [string, Advice | undefined][] = [
    ['Before you go', beforeYouGo[0]],
    ['At the car', atTheCar[0]],
    ['At the counter', atTheCounter[0]],
  ];
  return lists.flatMap(([title, advice]) =>
    advice
      ? html`<li><h3>${title}</h3><p>${advice.text}</p><p><small>${advice.because}</small></p></li>`
      : [],
  );
}

/** Describes the service as schema.org does. */
function describeService({ publicUrl, products }: Site): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: 'Forecourt',
    url: `${publicUrl}${pagePaths.home}`,
    applicationCategory: 'UtilitiesApplication',
    operatingSystem: 'any',
    offers: products.map(({ name, priceUsd, path }) => ({
      '@type': 'Offer',
      name,
      price: priceUsd,
      priceCurrency: 'USD',
      url: `${publicUrl}${path}`,
    })),
  };
}

/** Pages that take a program or an agent to its first answer, by their names in every language. */
const FIRST_CALLS = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['assistants', 'Claude, Cursor, ChatGPT'],
  ['agents', 'MCP, A2A'],
] as const;
