import { countryFacts } from '../costs/places.ts';
import { COMPONENT_TAGS, type ComponentTag } from '../issues/lexicon/component-tags.ts';
import type { KnownIssue } from '../issues/schemas.ts';
import { counted, listed } from '../lib/wording.ts';
import { remainingNames, remainingOrder } from '../warranty/remaining.ts';
import { componentChecks, fireCheck } from './component-checks.ts';
import { cheapestAndDearest } from './purchase-costs-section.ts';
import { urgentRecalls } from './recalls-section.ts';
import type { Report, Statement } from './report-schema.ts';
import {
  componentWords,
  countryOf,
  currencyOf,
  hadItBefore,
  issueNumbers,
  moneyRange,
  moneyWords,
} from './words.ts';

/** Something to look at or to ask, and what of this car it comes from. */
export interface Advice {
  kind: 'check' | 'question';
  text: string;
  because: string;
  section: Statement['section'];
}

interface AdviceByPlace {
  beforeYouGo: Advice[];
  atTheCar: Advice[];
  atTheCounter: Advice[];
}

const MOST_OF_A_KIND = 2;

/** Says what to do where. Nothing stands here that no recall, complaint, coverage or cost of this car has led to. */
export function advise(report: Report): AdviceByPlace {
  return {
    beforeYouGo: [
      ...aboutTheVin(report),
      ...aboutRecalls(report),
      ...aboutHistory(report),
      ...aboutWarranty(report),
    ],
    atTheCar: [...aboutParts(report), ...aboutFittedParts(report)],
    atTheCounter: [...aboutCosts(report), ...aboutPapers(report)],
  };
}

type Say = (section: Advice['section'], text: string, because: string) => Advice;
const check: Say = (section, text, because) => ({ kind: 'check', text, because, section });
const question: Say = (section, text, because) => ({ kind: 'question', text, because, section });

const numberOf = (campaign: string | null) => campaign ?? 'without a known number';

function aboutTheVin({ decode, vin }: Report): Advice[] {
  if (decode.checkDigitValid) return [];
  const text = `Compare the VIN ${vin} with the windshield, the door frame and the papers, character by character.`;
  return [check('decode', text, 'Its check digit is wrong')];
}

function aboutRecalls({ recalls, vehicle }: Report): Advice[] {
  if (recalls === null) {
    const text = `Ask a ${vehicle.make} dealer for the recalls of this VIN.`;
    return [check('recalls', text, 'The recalls are missing from this report')];
  }
  const urgent = urgentRecalls(recalls).map(({ campaign, component }) =>
    question(
      'recalls',
      `“Can you show me the dealer’s receipt for recall ${campaign ?? 'of this part'}?”`,
      `${componentWords(component)}, recalled with a warning`,
    ),
  );
  if (recalls.count === 0) return urgent;
  const text = `Have a ${vehicle.make} dealer look up by the VIN which recalls are still open on this car. It is free.`;
  const because = `${counted(recalls.count, 'notice')} for this make, model and year`;
  return [...urgent, check('recalls', text, because)];
}

function aboutWarranty({ warranty, vehicle }: Report): Advice[] {
  const open = remainingOrder.filter((name) => {
    const state = warranty?.remaining.coverages[name]?.state;
    // Few cars have the terms of California, and their label under the hood tells it, not the dealer.
    return name !== 'emissionsCalifornia' && (state === 'running' || state === 'maybe');
  });
  if (open.length === 0) return [];
  const text = `“On which day was it first sold, and what does the odometer show?” Then ask a ${vehicle.make} dealer what is left.`;
  const because = `May still run for a later owner: ${listed(open.map((name) => remainingNames[name]))}`;
  return [question('warranty', text, because)];
}

function aboutFittedParts({ recalls }: Report): Advice[] {
  return (recalls?.items ?? [])
    .filter(({ kind }) => kind !== 'vehicle')
    .slice(0, MOST_OF_A_KIND)
    .map(({ campaign, component }) =>
      check(
        'recalls',
        `See whether the car has the part that recall ${numberOf(campaign)} is about.`,
        `${componentWords(component)}: only cars that have it are concerned`,
      ),
    );
}

function aboutCosts(report: Report): Advice[] {
  const costs = report.purchaseCosts;
  const ends = costs && cheapestAndDearest(costs);
  if (!costs || !ends) return [];
  const { country, byJurisdiction: places } = costs;
  const { cheapest, dearest } = ends;
  const range = moneyRange({ low: cheapest.range.low, high: dearest.range.high });
  const money = check(
    'purchaseCosts',
    `Have the money for taxes and fees ready, on top of the price: ${range} ${currencyOf(country)}, by place.`,
    `A private sale at ${moneyWords(costs.price)}: least in ${cheapest.name}, most in ${dearest.name}`,
  );
  const taxed = places.filter(({ largestLine }) => largestLine?.category === 'tax').length;
  if (taxed === 0) return [money];
  const because = `A tax is the largest cost in ${taxed} of ${places.length} ${countryFacts[country].placesWords}`;
  return [money, question('purchaseCosts', '“Is the sales tax in your price, or on top of it?”', because)];
}

function aboutPapers({ recalls }: Report): Advice[] {
  if (recalls === null || recalls.count === 0) return [];
  const stopped = recalls.items.filter(({ stopSale }) => stopSale === true);
  const inWriting = question(
    'recalls',
    '“Will you put in writing that every open recall is repaired before I take it?”',
    counted(recalls.count, 'recall notice'),
  );
  if (stopped.length === 0) return [inWriting];
  const numbers = listed(stopped.map(({ campaign }) => numberOf(campaign)));
  const text = `See the proof of repair of recall ${numbers} before you sign.`;
  return [inWriting, check('recalls', text, 'Dealers are not to sell the car before it')];
}

/** One owner alone is no reason to ask. */
const LEAST_NOT_HELPED = 2;
const MOST_AT_THE_CAR = 6;
/** Share of an issue's complaints from which on a fire is what to look for, whatever part they are filed under. */
const MOSTLY = 0.5;

/** Asks whoever sells it about what owners complain of. */
function aboutHistory(report: Report): Advice[] {
  const issues = report.knownIssues?.topIssues ?? [];
  const country = countryOf(report);
  const early = issues.flatMap((issue) => {
    const because = hadItBefore(issue, country);
    const text = `“How far has it run, and has this happened: ${issue.title}?”`;
    return because === undefined ? [] : [question('knownIssues', text, because)];
  });
  const repaired = issues
    .map(({ title, afterRepair }) => ({ title, notHelped: afterRepair?.notHelped ?? 0 }))
    .filter(({ notHelped }) => notHelped >= LEAST_NOT_HELPED)
    .toSorted((a, b) => b.notHelped - a.notHelped)
    .map(({ title, notHelped }) =>
      question(
        'knownIssues',
        `“Was anything repaired because of this, and did it come back: ${title}?”`,
        `${counted(notHelped, 'owner says', 'owners say')} that a repair did not help`,
      ),
    );
  return [...early.slice(0, MOST_OF_A_KIND), ...repaired.slice(0, MOST_OF_A_KIND)];
}

/** Has one check made of each part that owners complain of, the most dangerous first. */
function aboutParts({ knownIssues }: Report): Advice[] {
  const taken = new Set<ComponentTag | 'fire'>();
  return (knownIssues?.topIssues ?? [])
    .toSorted((a, b) => danger(b) - danger(a) || b.count - a.count)
    .flatMap((issue) => {
      const burns = issue.severitySignals.fires >= MOSTLY * issue.count;
      const parts = burns ? (['fire'] as const) : issue.componentTags.map(tagOf);
      const part = parts.find((one) => one !== undefined && !taken.has(one));
      if (part === undefined) return [];
      taken.add(part);
      const text = part === 'fire' ? fireCheck : componentChecks[part];
      return [check('knownIssues', text, `${issue.title}: ${issueNumbers(issue)}`)];
    })
    .slice(0, MOST_AT_THE_CAR);
}

const tagOf = (name: string) => COMPONENT_TAGS.find((tag) => tag === name);

function danger({ severitySignals: { fires, crashes, injuries, deaths } }: KnownIssue): number {
  return 10 * deaths + fires + crashes + injuries;
}
