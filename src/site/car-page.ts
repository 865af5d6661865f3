import { countryFacts } from '../costs/places.ts';
import { pagePaths } from '../documents/links.ts';
import type { MeantVins } from '../errors/product-errors.ts';
import { type AnyServiceError, isServiceError } from '../errors/service-error.ts';
import { type HttpContext, replyText } from '../http/reply.ts';
import { limited, type Route } from '../http/routes.ts';
import { counted, grouped, listed } from '../lib/wording.ts';
import type { Limits } from '../limits/limits.ts';
import { recalls } from '../products/recalls.ts';
import type { FreeLook, LookFreely, UrgentWarning } from '../report/free-look.ts';
import { componentWords } from '../report/words.ts';
import { nameOfCar } from '../vehicle/vehicle.ts';
import { type Html, html, link } from '../view/html.ts';
import { inEnglish } from '../view/section.ts';
import { vinField, vinFieldScript } from './form-field.ts';
import { lookUps } from './look-ups.ts';
import { HTML, type Page, privateHeaders, type Site, writePage } from './page.ts';
import { adviseOnVin } from './vin-advice.ts';

type Sold = Pick<Site, 'offered' | 'products'>;

/** Shows a first look at one car. Nothing on it is charged, and nothing of it is kept or found by search engines. */
function carPage(look: FreeLook, sold: Sold): Page {
  const { decoded, isListed, isRecorded } = look;
  const name = nameOfCar(decoded.vehicle);
  return {
    ...frame(name),
    pictured: name,
    content: html`<div class="look-head">
<h1>${name}</h1>
<p class="soft">VIN <code>${decoded.vin}</code></p>
${checkDigitPart(look)}
${urgentPart(look)}
<dl class="look">
${adviceFigure(look)}
${figure('Recalls, United States', numberOr(look.recalls.us))}
${figure('Recalls, Canada', numberOr(look.recalls.canada))}
${figure('Owner complaints', numberOr(look.complaints))}
</dl>
${isRecorded && html`<p class="message">The sources cannot be reached from here. These numbers are of a recorded answer for trying the service out, and not complete.</p>`}
<p><small>Notices and complaints filed for this make, model and year${isListed ? '' : '. No source lists this model under its name, so that zero says nothing'}.${look.urgent.length === 0 && html` Is one open on this very car? Ask, free, by the VIN: ${lookUps(decoded.vin, decoded.vehicle.make)}.`}</small></p>
</div>
${offerPart(look, sold)}
<section aria-labelledby="other">
<h2 id="other">Another car</h2>
${vinField()}
</section>`,
  };
}

/** Asks for a VIN, and helps with one that is none. */
function noCarPage(given: string, failure?: AnyServiceError): Page {
  const title = given === '' ? 'Look up a car' : 'This VIN needs a second look';
  return {
    ...frame(title),
    content: html`<div>
<h1>${title}</h1>
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
    scripts: [vinFieldScript().path],
  };
}

function checkDigitPart({ decoded: { decode, vehicle }, didYouMean }: FreeLook): Html {
  if (decode.checkDigitValid) return html`<p><span class="chip">The check digit fits</span></p>`;
  return html`<div class="message bad"><p><strong>The check digit is wrong.</strong> A character is probably misread, and this may be another car than yours: compare before you pay for anything.</p>${unsoldKind(vehicle.vehicleType)?.hasRecalls === false ? null : meantPart(didYouMean)}</div>`;
}

function figure(name: string, value: Html | string, isUrgent = false): Html {
  return html`<div${isUrgent && html` class="urgent"`}><dt>${name}</dt><dd>${value}</dd></div>`;
}

function numberOr(count: number | null): Html | string {
  return count === null ? html`<small>not read just now</small>` : grouped(count);
}

function adviceFigure({ urgent, isReadWhole }: FreeLook): Html {
  const name = 'Urgent warnings';
  if (urgent.length > 0) return figure(name, grouped(urgent.length), true);
  return figure(
    name,
    isReadWhole
      ? html`None <small>in the notices on file</small>`
      : html`<small>not all notices could be read just now</small>`,
  );
}

/** Offers the report of a car, and of what is no car only what is true of it. */
function offerPart(look: FreeLook, { offered, products }: Sold): Html {
  const { vehicle, vin } = look.decoded;
  const kind = unsoldKind(vehicle.vehicleType);
  if (kind === undefined)
    return html`<section aria-labelledby="report" class="split"><div>
<h2 id="report">What the report would hold</h2>
<ul class="holds">${holdings(look)}</ul>
</div><div>
<h2>$${offered.priceUsd}, and no account</h2>
<p>Paid from a wallet with ${offered.offer.network.money}, a digital US dollar. The page says what that takes. An answer that cannot be given costs nothing.</p>
<p class="actions"><a class="button main" href="${pagePaths.buy}?vin=${vin}">Get the whole report</a> <a class="button" href="${pagePaths.sample}">See a sample</a></p>
<p class="soft">You have a dealer’s quote for it? <a href="${pagePaths.quote}#vin=${vin}">Check it, free</a>.</p>
</div></section>`;
  const notices = (look.recalls.us ?? 0) + (look.recalls.canada ?? 0);
  const sold = products.find(({ slug }) => slug === recalls.slug) ?? null;
  return html`<section aria-labelledby="report">
<h2 id="report">No report for ${kind.name}</h2>
<p>This is ${kind.name}. The report is about cars and trucks: its warranties, failures and costs would be those of something else.</p>
${kind.hasRecalls && notices > 0 && sold && html`<p>What is true of it too: <a href="${sold.path}?vin=${vin}">${counted(notices, 'recall notice')} in words</a>, $${sold.priceUsd}.</p>`}
</section>`;
}

function holdings({ recalls, complaints, isWarrantyKnown, urgent }: FreeLook): Html[] {
  const notices = (recalls.us ?? 0) + (recalls.canada ?? 0);
  return [
    html`<li>A verdict in one line, and the three things that matter most</li>`,
    html`<li>What to check and ask before you go, at the car and at the counter</li>`,
    html`<li>${notices > 0 ? `${counted(notices, 'recall notice')} in words` : 'Recalls of both countries'}${urgent.length > 0 ? ', the warning first' : ''}</li>`,
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
  const look = limited(limits.named('looks'), async (c) => {
    const given = vinOf(c);
    try {
      return reply(c, 200, carPage(await lookFreely(given, c.req.raw.signal), site));
    } catch (error) {
      if (isServiceError(error, 'invalid_vin') || isServiceError(error, 'vehicle_not_resolved'))
        return reply(c, error.status, noCarPage(given, error));
      throw error;
    }
  });
  return { path: pagePaths.car, get: (c) => (vinOf(c) === '' ? reply(c, 200, noCarPage('')) : look(c)) };
}

/** Reads the VIN that the text holds; else the text as it is, which is looked through for what may be meant. */
function vinOf(c: HttpContext): string {
  const given = (c.req.query('vin') ?? '').slice(0, LONGEST_GIVEN);
  const { vin, verdict } = adviseOnVin(given);
  return TAKEN.includes(verdict) ? vin : given.trim();
}

const TAKEN: readonly string[] = ['fits', 'digit', 'europe'];
const LONGEST_GIVEN = 4_000;

const ADVICE: Readonly<Record<UrgentWarning['advice'], string>> = {
  do_not_drive: 'Do not drive it',
  park_outside: 'Park it outside, away from buildings',
};

/** Names the notices that must not be missed, and who says for nothing whether one is open on this very car. */
function urgentPart({ urgent, decoded }: Pick<FreeLook, 'urgent' | 'decoded'>): Html | null {
  if (urgent.length === 0) return null;
  return html`<div class="message bad warnings"><ul>${urgent.map(noticeLine)}</ul>
<p>For cars of this model, until the repair, which is free. Is it open on this very car? Ask, free, by the VIN: ${lookUps(decoded.vin, decoded.vehicle.make)}.</p></div>`;
}

function noticeLine({
  advice,
  country,
  number,
  abroad,
  component,
  words,
  wordsInFrench,
  url,
}: UrgentWarning): Html {
  const other = country === 'US' ? 'Canada' : 'United States';
  return html`<li><strong>${ADVICE[advice]}.</strong> Recall ${link(url, number ?? 'without a published number')} (${countryFacts[country].name}${abroad.length > 0 && `; in ${other} ${listed(abroad)}`})${component !== null && `: ${componentWords(component)}`}
${words !== null && html`<blockquote${inEnglish(wordsInFrench)}>${words}</blockquote>`}</li>`;
}

/** Says why a text is no car, and what it may be instead. */
function reasonPart(given: string, failure: AnyServiceError): Html {
  const [reason, meant] = reasonOf(given, failure);
  return html`<div class="message bad"><p>${reason}</p>${meantPart(meant)}</div>`;
}

function reasonOf(given: string, failure: AnyServiceError): [Html | string, MeantVins] {
  if (isServiceError(failure, 'vehicle_not_resolved')) {
    const { builtForEurope, didYouMean, vehicle } = failure.details;
    if (builtForEurope !== 'no') return [failure.message, []];
    const { year, make, vehicleType } = vehicle;
    // The car that it was misread for says nothing of the kind.
    const kind = adviseOnVin(given).verdict === 'digit' ? undefined : unsoldKind(vehicleType);
    const found = [year, make]
      .filter((part) => typeof part === 'string' || typeof part === 'number')
      .join(' ');
    const what = `Make, model and year of this VIN could not all be found${found === '' ? '' : ` (found: ${found})`}.`;
    return [
      kind === undefined
        ? `${what} Either a character is misread, or the car was not built for the United States or Canada.`
        : `${what} It is the VIN of ${kind.name}, and what is sold here is about cars and trucks.`,
      kind === undefined ? didYouMean : [],
    ];
  }
  if (!isServiceError(failure, 'invalid_vin')) return [failure.message, []];
  const { didYouMean } = failure.details;
  const { verdict, sentence, vin } = adviseOnVin(given);
  if (verdict === 'several') return [`${sentence} Which one is it?`, didYouMean];
  if (verdict === 'none' || verdict === 'empty')
    return ['No VIN stands in this text. It has 17 letters and digits, such as 5NPDH4AE8DH100013.', []];
  if (verdict !== 'length') return [sentence, didYouMean];
  const other = otherNumber(given, vin);
  if (other !== undefined && didYouMean.length === 0) return [html`${sentence} ${other}`, []];
  return [`A VIN has 17 characters. This one: ${sentence}`, didYouMean];
}

/** Numbers that are no VIN of 17 characters; NHTSA lists recalls of such cars by make, model and year. */
function otherNumber(given: string, number: string): Html | undefined {
  const instead = html`No look-up by number reads it, here or elsewhere. ${link('https://www.nhtsa.gov/recalls', 'NHTSA lists recalls')} by make, model and year.`;
  if (FRAME_NUMBER.test(given.trim()))
    return html`This looks like the frame number of a car built for Japan. ${instead}`;
  return number.length < LONGEST_OLD && /[0-9]{4}/.test(number)
    ? html`Cars built before 1981, and cars built for Japan, have shorter numbers. ${instead}`
    : undefined;
}

/** Model code and running number: "BNR32-305366". */
const FRAME_NUMBER = /^[A-Z]{1,4}[0-9]{0,3}[A-Z]{0,2}[\s\-\u2010-\u2015][0-9]{6,7}$/i;
/** One fewer, and a character of a usual VIN is missing. */
const LONGEST_OLD = 15;

/** Offers cars whose VIN may be meant, with what differs marked. */
function meantPart(meant: MeantVins): Html | null {
  if (meant.length === 0) return null;
  return html`<p>Compare with the car. Could it be:</p><ul>${meant.map(
    ({ vin, marked, car }) =>
      html`<li><a href="${pagePaths.car}?vin=${vin}"><code>${inMarks(marked)}</code></a>, a ${car}</li>`,
  )}</ul>`;
}

function inMarks(marked: string): Html[] {
  return marked
    .split(/[[\]]/)
    .map((part, at) => (at % 2 === 1 && part !== '' ? html`<mark>${part}</mark>` : html`${part}`));
}

interface UnsoldKind {
  name: string;
  /** Whether sources file recalls for its model as they do for cars. */
  hasRecalls: boolean;
}

/** Tells vehicles that the report is not about: its warranties, failures and costs are those of cars and trucks. */
function unsoldKind(vehicleType: unknown): UnsoldKind | undefined {
  if (typeof vehicleType !== 'string') return undefined;
  if (/motorcycle/i.test(vehicleType)) return { name: 'a motorcycle', hasRecalls: true };
  if (/trailer/i.test(vehicleType)) return { name: 'a trailer', hasRecalls: false };
  return /off.?road/i.test(vehicleType) ? { name: 'an off-road vehicle', hasRecalls: false } : undefined;
}
