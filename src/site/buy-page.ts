import { createHash } from 'node:crypto';
import type { Country } from '../costs/places.ts';
import type { SoldProduct } from '../documents/document.ts';
import { pagePaths, paths } from '../documents/links.ts';
import type { PaidPages } from '../http/paid-routes.ts';
import type { ReplyHeaders } from '../http/reply.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { onDemand } from '../lib/on-demand.ts';
import type { Network } from '../payments/evm/networks.ts';
import { type Html, html } from '../view/html.ts';
import { browserScript } from './browser-script.ts';
import { buyPart, type TestWallet } from './buy-part.ts';
import { type PlaceNames, vinFieldScript } from './form-field.ts';
import { HTML, type Page, pageHeaders, type Site, safetyHeaders, withCode, writePage } from './page.ts';
import type { SealedReports } from './sealed-reports.ts';

type Sold = Omit<SoldProduct, 'sample' | 'response' | 'inputSchema'>;

/** Script that buys, with the modules of the published client that it buys by. */
export const buyScript = onDemand(() => browserScript('site/browser/buy.js'));
/** The part of it that pays, for a page that loads it only when it is needed. */
export const tillScript = onDemand(() => browserScript('site/browser/pay.js'));

interface Options {
  given: URLSearchParams;
  publicUrl: string;
  testWallet: TestWallet | undefined;
}

export function buyPage({
  report,
  given,
  country,
  publicUrl,
  testWallet,
  placeNames,
}: Options & { report: Sold; country: Country; placeNames: PlaceNames }): Page {
  const wanted = new URLSearchParams({ country, ...known(given, report) });
  return {
    path: pagePaths.buy,
    isPrivate: given.has('vin'),
    title: 'Get a pre-purchase report · Forecourt',
    description: `The whole report of one car for $${report.priceUsd}, paid by a wallet in the browser.`,
    scripts: scriptsFor(testWallet),
    content: html`<h1 class="before">Get the whole report</h1>
<p class="lead before">A verdict, what to check and what to ask, recalls, failures, warranty and costs of one car, for $${report.priceUsd}. <a href="${pagePaths.sample}">See a sample first.</a></p>
${testWallet?.hint ?? null}
${buyPart(report, { given: wanted, pageUrl: addressOf(publicUrl, pagePaths.buy, known(given, report)), keepAt: pagePaths.report, placeNames })}
<p class="noprint before"><small>The report is kept in this browser and, sealed, with us: nobody reads it without its private link. An answer that cannot be given is not charged.</small></p>`,
  };
}

/** Shows a browser that opens a paid path the same challenge, for people. */
function paymentPage(
  product: Sold,
  { given, publicUrl, testWallet, placeNames }: Options & { placeNames: PlaceNames },
): Page {
  const { name, path, priceUsd, summary, description, offer } = product;
  return {
    path,
    isPrivate: true,
    title: `${name}: $${priceUsd} · Forecourt`,
    description: summary,
    scripts: scriptsFor(testWallet),
    content: html`<h1 class="before">${name}: $${priceUsd}</h1>
<p class="lead before">${summary}</p>
${testWallet?.hint ?? null}
${buyPart(product, { given, pageUrl: addressOf(publicUrl, path, known(given, product)), placeNames })}
<section class="noprint before" aria-labelledby="terms">
<h2 id="terms">For programs</h2>
<div lang="en"><p>${withCode(description)}</p>
<p>This is status 402 of the x402 protocol. Programs get the same as JSON, and in the header <code>PAYMENT-REQUIRED</code>. How to pay: <a href="${paths.reference}">API reference</a>, <a href="${pagePaths.terms}">terms</a>.</p>
${terms(offer)}</div>
</section>`,
  };
}

function known(given: URLSearchParams, { parameters }: Sold): Record<string, string> {
  const names = parameters.map(({ name }) => name);
  return Object.fromEntries([...given].filter(([name]) => names.includes(name)));
}

const LONGEST_ADDRESS = 300;

/** Links the page for another device; what was given is left out where it is longer than a code can hold. */
function addressOf(publicUrl: string, path: string, given: Record<string, string>): string {
  const search = new URLSearchParams(given).toString();
  return `${publicUrl}${path}${search === '' || search.length > LONGEST_ADDRESS ? '' : `?${search}`}`;
}

function terms({ network, requirements }: Sold['offer']): Html {
  const rows = [
    ['Scheme', requirements.scheme],
    ['Network', `${network.id} (${network.title})`],
    ['Asset', `USDC, ${requirements.asset}`],
    ['Amount', `${requirements.amount} atomic units`],
    ['Pay to', requirements.payTo],
  ];
  return html`<table class="terms"><tbody>${rows.map(([title = '', value = '']) => html`<tr><th scope="row">${title}</th><td><code>${value}</code></td></tr>`)}</tbody></table>`;
}

function scriptsFor(testWallet: TestWallet | undefined): string[] {
  return [buyScript(), vinFieldScript(), ...(testWallet ? [testWallet.script] : [])].map(({ path }) => path);
}

/** Headers of the answer, which is one file with its style inside. */
const answerHeaders = {
  ...pageHeaders,
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

export function createPaidPages(
  site: Site,
  {
    testWallet,
    placeNames,
    sealedReports,
  }: { testWallet: TestWallet | undefined; placeNames: PlaceNames; sealedReports: SealedReports },
): PaidPages {
  return {
    write(product, reply, given, to) {
      const inLocale = (page: string) => to.inLocale?.(page) ?? page;
      const sold = site.products.find(({ slug }) => slug === product.slug);
      if (reply.kind === 'challenge' && sold) {
        const page = paymentPage(sold, { given, publicUrl: site.publicUrl, testWallet, placeNames });
        const text = inLocale(writePage(page, site));
        // A challenge leads to the documents by headers of its own.
        return { text, headers: { ...safetyHeaders, 'Content-Type': HTML } };
      }
      if (reply.kind !== 'answer') return undefined;
      const page = product.page?.(reply.body, new Date());
      if (page === undefined) return undefined;
      const { requestId } = reply;
      const isToKeep = product.slug === site.offered.slug && requestId !== undefined;
      const written = marked(page, site.offered.offer.network);
      const data = dataPart('answer-data', { ...reply.body, disclaimer });
      // A browser keeps it without the data, which opens apart, and without the style, which our page has.
      const text = inLocale(
        isToKeep ? withPart(written, dataPart('car-data', aboutCar(reply.body))) : written,
      );
      return {
        text: withPart(text, data),
        headers: {
          ...answerHeaders,
          'Content-Type': HTML,
          ...signatureOf(text, data, site.offered.offer),
          ...(isToKeep && { 'Report-Ticket': sealedReports.ticketFor(requestId) }),
        },
      };
    },
  };
}

/** Our word that we have sold this page: what a private link opens could have been made by anybody. */
function signatureOf(page: string, data: string, { issuer }: Sold['offer']): ReplyHeaders {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
  const kept = page.replace(/<style id="report-style">[\s\S]*?<\/style>/, '');
  return issuer ? { 'Page-Signature': issuer.sign({ page: digest(kept), data: digest(data) }) } : {};
}

/** Says in an answer that was bought by test money how it was. */
function marked(page: string, { notice }: Network): string {
  if (notice === undefined) return page;
  return page.replace(/<main[^>]*>/, (main) => `${main}${html`<p><strong>${notice}</strong></p>`.text}`);
}

/** Carries an answer in its page as programs get it, unseen: who has the page needs no second request for the data. */
function dataPart(id: string, answer: object): string {
  const data = JSON.stringify(answer).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<template id="${id}">${data}</template>`;
}

const withPart = (page: string, part: string) => page.replace('</main>', () => `</main>${part}`);

/** What a bill of its car is computed from. */
const ABOUT_CAR = ['vin', 'vehicle', 'purchase'];
const aboutCar = (answer: object) =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => ABOUT_CAR.includes(name)));
