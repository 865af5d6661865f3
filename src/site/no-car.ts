import { pagePaths } from '../documents/links.ts';
import type { MeantVins } from '../errors/product-errors.ts';
import { type AnyServiceError, isServiceError } from '../errors/service-error.ts';
import { type Html, html, link } from '../view/html.ts';
import { adviseOnVin } from './vin-advice.ts';

/** Says why a text is no car, and what it may be instead. */
export function reasonPart(given: string, failure: AnyServiceError): Html {
  const [reason, meant] = reasonOf(given, failure);
  return html`<div class="message bad"><p>${reason}</p>${meantPart(meant)}</div>`;
}

function reasonOf(given: string, failure: AnyServiceError): [Html | string, MeantVins] {
  if (isServiceError(failure, 'vehicle_not_resolved')) {
    const { builtForEurope, didYouMean, vehicle } = failure.details;
    if (builtForEurope !== 'no') return [failure.message, []];
    const { year, make, vehicleType } = vehicle;
    // What it was misread for says nothing of the kind.
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
export function meantPart(meant: MeantVins): Html | null {
  if (meant.length === 0) return null;
  return html`<p>Compare with the car. Could it be</p><ul>${meant.map(
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
export function unsoldKind(vehicleType: unknown): UnsoldKind | undefined {
  if (typeof vehicleType !== 'string') return undefined;
  if (/motorcycle/i.test(vehicleType)) return { name: 'a motorcycle', hasRecalls: true };
  if (/trailer/i.test(vehicleType)) return { name: 'a trailer', hasRecalls: false };
  return /off.?road/i.test(vehicleType) ? { name: 'an off-road vehicle', hasRecalls: false } : undefined;
}
