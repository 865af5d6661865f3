import { usualLimits } from '../lib/terms.ts';
import { pagePaths } from '../documents/links.ts';
import type { MeantVins } from '../errors/product-errors.ts';
import { type AnyServiceError, isServiceError } from '../errors/service-error.ts';
import { type HttpContext, replyText } from '../http/reply.ts';
import type { Route } from '../http/routes.ts';
import { limited } from '../http/routes.ts';
import { counted, grouped } from '../lib/wording.ts';
import type { Limits } from '../limits/limits.ts';
import type { FreeLook, LookFreely } from '../report/free-look.ts';
import { type Html, html } from '../view/html.ts';
import { HTML, type Page, privateHeaders, type Site, writePage } from './page.ts';
import { adviseOnVin } from './vin-advice.ts';
import { vinField, vinFieldScripts, vinHelp } from './vin-field.ts';

type Sold = Pick<Site['offered'], 'priceUsd' | 'offer'>;

/** Shows a first look at one car. Nothing on it is charged, and nothing of it is kept or found by search engines. */
function carPage(look: FreeLook, { priceUsd, offer }: Sold): Page {
  const { decoded, isListed, isRecorded } = look;
  const { vehicle, vin } = decoded;
  const name = `${vehicle.year} ${vehicle.make} ${vehicle.model}`;
  return {
    ...frame(name),
    content: html`<div class="look-head">
<h1>${name}</h1>
<p class="soft">VIN <code>${vin}</code></p>
${checkDigitPart(look)}
<dl class="look">
${adviceFigure(look)}
${figure('Recalls, United States', numberOr(look.recalls.us))}
${figure('Recalls, Canada', numberOr(look.recalls.canada))}
${figure('Owner complaints', numberOr(look.complaints))}
</dl>
${isRecorded && html`<p class="message">The sources cannot be reached from here. These numbers are of a recorded answer for trying the service out, and not complete.</p>`}
<p><small>Notices and complaints filed for this make, model and year${isListed ? '' : '. No source lists this model under its name, so that zero says nothing'}. Whether this very car was repaired, a dealer sees by the VIN.</small></p>
</div>
<section aria-labelledby="report" class="split"><div>
<h2 id="report">What the report would hold</h2>
<ul class="holds">${holdings(look)}</ul>
</div><div>
<h2>$${priceUsd}, and no account</h2>
<p>Paid from a wallet with ${offer.network.money}. The page says what that takes. An answer that cannot be given costs nothing.</p>
<p class="actions"><a class="button main" href="${pagePaths.buy}?vin=${vin}">Get the whole report</a> <a class="button" href="${pagePaths.sample}">See a sample</a></p>
</div></section>
<section aria-labelledby="other">
<h2 id="other">Another car</h2>
${vinField()}
</section>`,
  };
}

/** Asks for a VIN, and helps with one that is none. */
function noCarPage(given: string, failure?: AnyServiceError): Page {
  return {
    ...frame(given === '' ? 'Look up a car' : 'This VIN needs a second look'),
    content: html`<div>
<h1>${given === '' ? 'Look up a car' : 'This VIN needs a second look'}</h1>
${failure ? reasonPart(given, failure) : null}
${vinField(given)}
</div>`,
  };
}

function frame(name: string): Omit<Page, 'content'> {
  return {
    path: pagePaths.car,
    title: `${name} · Forecourt`,
    description: 'A first look at one car, free.',
    isPrivate: true,
    ...vinFieldScripts(),
  };
}

function reasonPart(given: string, failure: AnyServiceError): Html {
  if (isServiceError(failure, 'vehicle_not_resolved')) {
    const { builtForEurope, didYouMean } = failure.details;
    const { year, make } = failure.details.vehicle;
    const found = [year, make]
      .filter((part) => typeof part === 'string' || typeof part === 'number')
      .join(' ');
    const reason =
      builtForEurope === 'no'
        ? `Make, model and year of this VIN could not all be found${found === '' ? '' : ` (found: ${found})`}. Either a character is misread, or the car was not built for the United States or Canada.`
        : failure.message;
    return html`<div class="message bad"><p>${reason}</p>${builtForEurope === 'no' && meantPart(didYouMean)}</div>`;
  }
  if (!isServiceError(failure, 'invalid_vin'))
    return html`<div class="message bad"><p>${failure.message}</p></div>`;
  const { verdict, sentence } = adviseOnVin(given);
  const said = verdict === 'length' ? `A VIN has 17 characters. This one: ${sentence}` : sentence;
  return html`<div class="message bad"><p>${said}</p>${meantPart(failure.details.didYouMean)}</div>`;
}

/** Offers cars whose VIN may be meant, with what differs marked. */
function meantPart(meant: MeantVins): Html | null {
  if (meant.length === 0) return null;
  return html`<p>Compare with the car. Could it be</p><ul>${meant.map(
    ({ vin, marked, car }) =>
      html`<li><a href="${pagePaths.car}?vin=${vin}"><code>${marked}</code></a>, a ${car}</li>`,
  )}</ul>`;
}

function checkDigitPart({ decoded: { vin, decode } }: FreeLook): Html {
  if (decode.checkDigitValid) return html`<p><span class="chip">The check digit fits</span></p>`;
  return html`<div class="message bad"><p><strong>The check digit is wrong.</strong> This may be another car than yours: compare before you pay for anything.</p>
${vinHelp(vin)}</div>`;
}

function figure(name: string, value: Html | string, isUrgent = false): Html {
  return html`<div${isUrgent && html` class="urgent"`}><dt>${name}</dt><dd>${value}</dd></div>`;
}

function numberOr(count: number | null): Html | string {
  return count === null ? html`<small>will be read for the report</small>` : grouped(count);
}

function adviceFigure({ advice }: FreeLook): Html {
  const name = 'Advice not to drive it';
  switch (advice) {
    case 'do_not_drive':
      return figure(
        name,
        html`Yes <small>A recall says not to drive cars of this model. The report names it.</small>`,
        true,
      );
    case 'park_outside':
      return figure(
        name,
        html`Park outside <small>A recall says to park cars of this model outside. The report names it.</small>`,
        true,
      );
    case 'none':
      return figure(name, html`None <small>in the notices on file</small>`);
    case 'unknown':
      return figure(name, html`<small>not all notices could be read just now; the report reads them</small>`);
  }
}

function holdings({ recalls, complaints, isWarrantyKnown, advice }: FreeLook): Html[] {
  const notices = (recalls.us ?? 0) + (recalls.canada ?? 0);
  return [
    html`<li>A verdict in one line, and the three things that matter most</li>`,
    html`<li>What to check and ask before you go, at the car and at the counter</li>`,
    html`<li>${notices > 0 ? `${counted(notices, 'recall notice')} in words` : 'Recalls of both countries'}${advice === 'none' || advice === 'unknown' ? '' : ', the warning first'}</li>`,
    html`<li>${complaints === null || complaints === 0 ? 'What owners complain of' : `What ${counted(complaints, 'complaint')} say breaks`}, how badly and at which mileage</li>`,
    html`<li>${isWarrantyKnown ? 'The factory warranty, and what of it a later owner still has' : 'The car in detail; its warranty terms are not among our data'}</li>`,
    html`<li>Taxes and fees in every province or state</li>`,
  ];
}

interface Options {
  site: Site;
  lookFreely: LookFreely;
  limits: Limits;
}


/** Serves the first look: read from caches and sources, so that it is limited more than a page that is only written. */
export function carRoute({ site, lookFreely, limits }: Options): Route {
  const reply = ({ env: { exchange } }: HttpContext, status: number, page: Page) =>
    replyText(exchange, status, writePage(page, site), HTML, privateHeaders);
  const look = limited(limits.of('looks', usualLimits.looks), async (c) => {
    const given = vinOf(c);
    try {
      return reply(c, 200, carPage(await lookFreely(given, c.req.raw.signal), site.offered));
    } catch (error) {
      if (isServiceError(error, 'invalid_vin') || isServiceError(error, 'vehicle_not_resolved'))
        return reply(c, error.status, noCarPage(given, error));
      throw error;
    }
  });
  return { path: pagePaths.car, get: (c) => (vinOf(c) === '' ? reply(c, 200, noCarPage('')) : look(c)) };
}

/** Reads the VIN without the blanks and hyphens that are copied with it. */
function vinOf(c: HttpContext): string {
  const given = (c.req.query('vin') ?? '').slice(0, LONGEST_GIVEN);
  const { vin, verdict } = adviseOnVin(given);
  // A pasted text is looked through as it is.
  return verdict === 'length' || verdict === 'characters' ? given.trim() : vin;
}

const LONGEST_GIVEN = 500;
