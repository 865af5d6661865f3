import { countryFacts } from '../costs/places.ts';
import { COMPONENT_TAGS, type ComponentTag } from '../issues/lexicon/component-tags.ts';
import type { KnownIssue } from '../issues/schemas.ts';
import { counted, listed } from '../lib/wording.ts';
import { remainingNames, remainingOrder } from '../warranty/remaining.ts';
import { componentChecks, fireCheck } from './component-checks.ts';
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

function aboutTheVin({ decode, vin }: Report): Advice[] {
  if (decode.checkDigitValid) return [];
  return [
    {
      kind: 'check',
      text: `Compare the VIN ${vin} with the windshield, the door frame and the papers, character by character.`,
      because: 'Its check digit is wrong',
      section: 'decode',
    },
  ];
}

function aboutRecalls({ recalls, vehicle }: Report): Advice[] {
  if (recalls === null) {
    return [
      {
        kind: 'check',
        text: `Ask a ${vehicle.make} dealer for the recalls of this VIN.`,
        because: 'The recalls are missing from this report',
        section: 'recalls',
      },
    ];
  }
  const urgent = urgentRecalls(recalls).map(
    ({ campaign, component }): Advice => ({
      kind: 'question',
      text: `“Can you show me the dealer’s receipt for recall ${campaign ?? 'of this part'}?”`,
      because: `${componentWords(component)}, recalled with a warning`,
      section: 'recalls',
    }),
  );
  if (recalls.count === 0) return urgent;
  const check: Advice = {
    kind: 'check',
    text: `Have a ${vehicle.make} dealer look up by the VIN which recalls are still open on this car. It is free.`,
    because: `${counted(recalls.count, 'notice')} for this make, model and year`,
    section: 'recalls',
  };
  return [...urgent, check];
}

function aboutWarranty({ warranty, vehicle }: Report): Advice[] {
  if (warranty === null) return [];
  const open = remainingOrder.filter((name) => {
    const state = warranty.remaining.coverages[name]?.state;
    return state === 'running' || state === 'maybe';
  });
  if (open.length === 0) return [];
  return [
    {
      kind: 'question',
      text: `“On which day was it first sold, and what does the odometer show?” Then ask a ${vehicle.make} dealer what is left.`,
      because: `May still run for a later owner: ${listed(open.map((name) => remainingNames[name]))}`,
      section: 'warranty',
    },
  ];
}

function aboutFittedParts({ recalls }: Report): Advice[] {
  return (recalls?.items ?? [])
    .filter(({ kind }) => kind !== 'vehicle')
    .slice(0, MOST_OF_A_KIND)
    .map(({ campaign, component }) => ({
      kind: 'check',
      text: `See whether the car has the part that recall ${campaign ?? 'without a known number'} is about.`,
      because: `${componentWords(component)}: only cars that have it are concerned`,
      section: 'recalls',
    }));
}

function aboutCosts(report: Report): Advice[] {
  const costs = report.purchaseCosts;
  if (costs === null) return [];
  const country = countryOf(report);
  const { placesWords } = countryFacts[country];
  const places = costs.byJurisdiction;
  const [dearest] = places.toSorted((a, b) => b.range.high - a.range.high);
  const [cheapest] = places.toSorted((a, b) => a.range.low - b.range.low);
  if (!dearest || !cheapest) return [];
  const taxed = places.filter(({ largestLine }) => largestLine?.category === 'tax').length;
  const money: Advice = {
    kind: 'check',
    text: `Have the money for taxes and fees ready, on top of the price: ${moneyRange({ low: cheapest.range.low, high: dearest.range.high })} ${currencyOf(country)}, by place.`,
    because: `A private sale at ${moneyWords(costs.price)}: least in ${cheapest.name}, most in ${dearest.name}`,
    section: 'purchaseCosts',
  };
  if (taxed === 0) return [money];
  const included: Advice = {
    kind: 'question',
    text: '“Is the sales tax in your price, or on top of it?”',
    because: `A tax is the largest cost in ${taxed} of ${places.length} ${placesWords}`,
    section: 'purchaseCosts',
  };
  return [money, included];
}

function aboutPapers({ recalls }: Report): Advice[] {
  if (recalls === null || recalls.count === 0) return [];
  const stopped = recalls.items
    .filter(({ stopSale }) => stopSale === true)
    .map(({ campaign }) => campaign ?? 'without a known number');
  return [
    {
      kind: 'question',
      text: '“Will you put in writing that every open recall is repaired before I take it?”',
      because: `${counted(recalls.count, 'recall notice')}`,
      section: 'recalls',
    },
    ...(stopped.length === 0
      ? []
      : [
          {
            kind: 'check' as const,
            text: `See the proof of repair of recall ${listed(stopped)} before you sign.`,
            because: 'Dealers are not to sell the car before it',
            section: 'recalls' as const,
          },
        ]),
  ];
}

const MOST_QUESTIONS = 2;
/** One owner alone is no reason to ask. */
const LEAST_NOT_HELPED = 2;
const MOST_AT_THE_CAR = 6;
/** Share of an issue's complaints from which on a fire is what to look for, whatever part they are filed under. */
const MOSTLY = 0.5;

/** Asks whoever sells it about what owners complain of. */
function aboutHistory(report: Report): Advice[] {
  const issues = report.knownIssues?.topIssues ?? [];
  const country = countryOf(report);
  const early = issues
    .flatMap((issue): Advice[] => {
      const because = hadItBefore(issue, country);
      const text = `“How far has it run, and has this happened: ${issue.title}?”`;
      return because === undefined ? [] : [{ kind: 'question', text, because, section: 'knownIssues' }];
    })
    .slice(0, MOST_QUESTIONS);
  const repaired = issues
    .flatMap(({ title, afterRepair }) =>
      afterRepair && afterRepair.notHelped >= LEAST_NOT_HELPED ? [{ title, ...afterRepair }] : [],
    )
    .toSorted((a, b) => b.notHelped - a.notHelped)
    .slice(0, MOST_QUESTIONS)
    .map(
      ({ title, notHelped }): Advice => ({
        kind: 'question',
        text: `“Was anything repaired because of this, and did it come back: ${title}?”`,
        because: `${counted(notHelped, 'owner says', 'owners say')} that a repair did not help`,
        section: 'knownIssues',
      }),
    );
  return [...early, ...repaired];
}

/** Has one check made of each part that owners complain of, the most dangerous first. */
function aboutParts({ knownIssues }: Report): Advice[] {
  const taken = new Set<ComponentTag | 'fire'>();
  return (knownIssues?.topIssues ?? [])
    .toSorted((a, b) => danger(b) - danger(a) || b.count - a.count)
    .flatMap((issue): Advice[] => {
      const burns = issue.severitySignals.fires >= MOSTLY * issue.count;
      const parts = burns ? (['fire'] as const) : issue.componentTags.map(tagOf);
      const part = parts.find((one) => one !== undefined && !taken.has(one));
      if (part === undefined) return [];
      taken.add(part);
      return [
        {
          kind: 'check',
          text: part === 'fire' ? fireCheck : componentChecks[part],
          because: `${issue.title}: ${issueNumbers(issue)}`,
          section: 'knownIssues',
        },
      ];
    })
    .slice(0, MOST_AT_THE_CAR);
}

const tagOf = (name: string) => COMPONENT_TAGS.find((tag) => tag === name);

function danger({ severitySignals: { fires, crashes, injuries, deaths } }: KnownIssue): number {
  return 10 * deaths + fires + crashes + injuries;
}
