import { countryFacts } from '../costs/places.ts';
import { readBill } from '../costs/published.ts';
import { COMPONENT_TAGS, type ComponentTag, lexicon, modeOfTitle } from '../issues/lexicon/lexicon.ts';
import type { KnownIssue } from '../issues/schemas.ts';
import { counted, listed } from '../lib/wording.ts';
import { remainingNames, remainingOrder } from '../warranty/remaining.ts';
import { endsOf, type PurchaseCostsSection } from './purchase-costs-section.ts';
import { type RecallItem, urgentRecalls } from './recalls-section.ts';
import type { Advice, Decision, Evidence, Facts } from './report-schema.ts';
import { componentWords, currencyOf, hadItBefore, issueNumbers, moneyRange, moneyWords } from './words.ts';

type AdviceByPlace = Pick<Decision, 'beforeYouGo' | 'atTheCar' | 'atTheCounter'>;

const MOST_OF_A_KIND = 2;

/** Says what to do where. Nothing stands here that no recall, complaint, coverage or cost of this car has led to. */
export function advise(facts: Facts): AdviceByPlace {
  return {
    beforeYouGo: [
      ...aboutTheVin(facts),
      ...aboutRecalls(facts),
      ...aboutHistory(facts),
      ...aboutWarranty(facts),
    ],
    atTheCar: [...aboutParts(facts), ...aboutFittedParts(facts)],
    atTheCounter: [...aboutCosts(facts), ...aboutPapers(facts)],
  };
}

type Say = (section: Advice['section'], text: string, because: string, evidence: Evidence) => Advice;
const say =
  (kind: Advice['kind']): Say =>
  (section, text, because, evidence) => ({ kind, text, because, section, evidence });
const check = say('check');
const question = say('question');

const numberOf = (campaign: string | null) => campaign ?? 'without a known number';

/** Makers that sell and repair by themselves. */
const WITHOUT_DEALERS = /^(?:tesla|rivian|lucid)/i;
const dealerOf = ({ make }: Facts['vehicle']) =>
  `${make} ${WITHOUT_DEALERS.test(make) ? 'service center' : 'dealer'}`;

function aboutTheVin({ decode, vin }: Facts): Advice[] {
  if (decode.checkDigitValid) return [];
  const text = `Compare the VIN ${vin} with the windshield, the door frame and the papers, character by character.`;
  return [check('decode', text, 'Its check digit is wrong', { pointer: '/decode/checkDigitValid' })];
}

function aboutRecalls(facts: Facts): Advice[] {
  const { recalls, vehicle } = facts;
  if (recalls === null) {
    const text = `Ask a ${dealerOf(vehicle)} for the recalls of this VIN.`;
    return [
      check('recalls', text, 'The recalls are missing from this report', { pointer: '/sections/recalls' }),
    ];
  }
  const urgent = urgentRecalls(recalls, facts.purchase.country).map((item) =>
    question(
      'recalls',
      `“Can you show me the dealer’s receipt for recall ${item.campaign ?? 'of this part'}?”`,
      `${componentWords(item.component)}, recalled with a warning`,
      recallEvidence(facts, [item]),
    ),
  );
  if (recalls.count === 0) return urgent;
  const text = `Have a ${dealerOf(vehicle)} look up by the VIN which recalls are still open on this car. It is free.`;
  const because = `${counted(recalls.count, 'notice')} for this make, model and year`;
  return [...urgent, check('recalls', text, because, recallEvidence(facts, recalls.items))];
}

function aboutWarranty({ warranty, vehicle }: Facts): Advice[] {
  const open = remainingOrder.filter((name) => {
    const state = warranty?.remaining.coverages[name]?.state;
    // Few cars have the terms of California, and their label under the hood tells it, not the dealer.
    return name !== 'emissionsCalifornia' && (state === 'running' || state === 'maybe');
  });
  if (open.length === 0) return [];
  const text = `“On which day was it first sold, and what does the odometer show?” Then ask a ${dealerOf(vehicle)} what is left.`;
  const because = `May still run for a later owner: ${listed(open.map((name) => remainingNames[name]))}`;
  return [question('warranty', text, because, { pointer: '/warranty/remaining/coverages', coverages: open })];
}

function aboutFittedParts(facts: Facts): Advice[] {
  return (facts.recalls?.items ?? [])
    .filter(({ kind }) => kind !== 'vehicle')
    .slice(0, MOST_OF_A_KIND)
    .map((item) =>
      check(
        'recalls',
        `See whether the car has the part that recall ${numberOf(item.campaign)} is about.`,
        `${componentWords(item.component)}: only cars that have it are concerned`,
        recallEvidence(facts, [item]),
      ),
    );
}

function aboutCosts(facts: Facts): Advice[] {
  const costs = facts.purchaseCosts;
  const ends = costs && endsOf(costs);
  if (!costs || !ends) return [];
  const { country, price, saleType, bill } = costs;
  const { low, high } = ends;
  const typical = bill === null ? undefined : readBill(bill).range.typical;
  const range = moneyRange({ low: low.amount, high: high.amount });
  const usual = typical === undefined ? '' : `, for most buyers ${moneyWords(typical)}`;
  const isTypical = facts.purchase.assumed.includes('price');
  const sale = `A ${saleType} sale at ${moneyWords(price)}${isTypical ? ' (an example, also taken as the book value)' : ''}`;
  const money = check(
    'purchaseCosts',
    `Have the money for taxes and fees ready, on top of the price: ${range} ${currencyOf(country)}${bill === null ? ', by place' : usual}.`,
    bill === null ? `${sale}: least in ${low.name}, most in ${high.name}` : `${sale} in ${high.name}`,
    costsEvidence(facts),
  );
  const because = taxWords(costs);
  // Nobody who sells his own car collects a tax.
  if (saleType === 'private' || because === undefined) return [money];
  const ask = '“Is the sales tax in your price, or on top of it?”';
  return [money, question('purchaseCosts', ask, because, costsEvidence(facts, 'tax'))];
}

/** Says where a tax is due; undefined where none is. */
function taxWords({ country, bill, byJurisdiction: places }: PurchaseCostsSection): string | undefined {
  if (bill !== null) return bill.lines.find(({ category }) => category === 'tax')?.label;
  const taxed = places.filter(({ largestLine }) => largestLine?.category === 'tax').length;
  return taxed === 0
    ? undefined
    : `A tax is the largest cost in ${taxed} of the ${countryFacts[country].placesWords}`;
}

function aboutPapers(facts: Facts): Advice[] {
  const { recalls } = facts;
  if (recalls === null || recalls.count === 0) return [];
  const stopped = recalls.items.filter(({ stopSale }) => stopSale === true);
  const inWriting = question(
    'recalls',
    '“Will you put in writing that every open recall is repaired before I take it?”',
    counted(recalls.count, 'recall notice'),
    recallEvidence(facts, recalls.items),
  );
  if (stopped.length === 0) return [inWriting];
  const numbers = listed(stopped.map(({ campaign }) => numberOf(campaign)));
  const text = `See the proof of repair of recall ${numbers} before you sign.`;
  const because = 'Dealers are not to sell the car before it';
  return [inWriting, check('recalls', text, because, recallEvidence(facts, stopped))];
}

/** One owner alone is no reason to ask. */
const LEAST_NOT_HELPED = 2;
const MOST_AT_THE_CAR = 6;
/** Share of an issue's complaints from which on a fire is what to look for, whatever part they are filed under. */
const MOSTLY = 0.5;

/** Asks whoever sells it about what owners complain of. */
function aboutHistory(facts: Facts): Advice[] {
  const issues = facts.knownIssues?.topIssues ?? [];
  const { country } = facts.purchase;
  const early = issues.flatMap((issue) => {
    const because = hadItBefore(issue, country);
    const text = `“How far has it run, and has this happened: ${issue.title}?”`;
    return because === undefined ? [] : [question('knownIssues', text, because, issueEvidence(facts, issue))];
  });
  const repaired = issues
    .map((issue) => ({ issue, notHelped: issue.afterRepair?.notHelped ?? 0 }))
    .filter(({ notHelped }) => notHelped >= LEAST_NOT_HELPED)
    .toSorted((a, b) => b.notHelped - a.notHelped)
    .map(({ issue, notHelped }) =>
      question(
        'knownIssues',
        `“Was anything repaired because of this, and did it come back: ${issue.title}?”`,
        `${counted(notHelped, 'owner says', 'owners say')} that a repair did not help`,
        issueEvidence(facts, issue),
      ),
    );
  return [...early.slice(0, MOST_OF_A_KIND), ...repaired.slice(0, MOST_OF_A_KIND)];
}

/** Has one check made of each part that owners complain of, the most dangerous first. */
function aboutParts(facts: Facts): Advice[] {
  const taken = new Set<string>();
  return (facts.knownIssues?.topIssues ?? [])
    .flatMap((issue) => {
      const text = checkOf(issue, taken);
      const because = `${issue.title}: ${issueNumbers(issue)}`;
      return text ? [check('knownIssues', text, because, issueEvidence(facts, issue))] : [];
    })
    .slice(0, MOST_AT_THE_CAR);
}

/** Finds what to check at the car for an issue, by a part that is not taken yet, and takes it. */
export function checkOf(issue: KnownIssue, taken = new Set<string>()): string | undefined {
  const burns = issue.severitySignals.fires >= MOSTLY * issue.count;
  const parts = burns ? (['fire'] as const) : partsOf(issue);
  const part = parts.find((one) => !taken.has(one));
  if (part) taken.add(part);
  return part && componentChecks[part];
}

/** The parts that a failure is named after, before those under which owners filed it; none of a repair that is not to be had. */
function partsOf({ title, componentTags }: KnownIssue) {
  const { modes, families } = lexicon();
  const ids = families.find((family) => family.title === title)?.modes ?? [];
  const named = [modeOfTitle(title), ...ids.map((id) => modes.find((mode) => mode.id === id))].filter(
    (mode) => mode !== undefined,
  );
  if (named.some(({ id }) => id === 'recall-parts')) return [];
  return [
    ...named.flatMap(({ id, tags }) => (id === 'power-loss' ? (['stalling', ...tags] as const) : tags)),
    ...COMPONENT_TAGS.filter((tag) => componentTags.includes(tag)),
  ];
}

/**
 * Checks that a buyer without tools can make at the car of a part that owners complain of. A part that nobody can see or
 * feel there is left to an inspection, and says so.
 */
export const componentChecks: Readonly<Record<ComponentTag | 'fire' | 'stalling', string>> = {
  fire: 'Look under the hood and the car for leaks, scorched wires and melted plastic, and smell it after the drive.',
  stalling: 'Start it cold and let it idle; then stop and pull away often: it must not stumble or go out.',
  'air bags': 'Turn the ignition on: the air-bag lamp must light and go out within seconds.',
  'seat belts': 'Pull every belt out, tug it hard, and let it back: it must lock and return.',
  seats: 'Move each seat through its whole range, rock it, and try its heating.',
  'child seat': 'Find the lower anchors and tethers that your child seat needs.',
  engine:
    'Have the engine cold when you come. Start it, listen for knocking, look for smoke, and check the oil on the dipstick.',
  'engine cooling':
    'Look at the coolant when cold, under the car for drips, and at the temperature after a long drive.',
  'exhaust system': 'Start it cold: listen under the car, and smell the cabin with the windows shut.',
  'fuel system': 'Smell around the filler and under the car, and look for damp lines.',
  'hybrid propulsion':
    'Drive until it changes between battery and engine, and watch for warnings; ask for a battery test.',
  'power train': 'Drive from cold through every gear, reverse too: no slipping, jerks or late shifts.',
  'vehicle speed control':
    'On an empty road try the cruise control, and let go of the accelerator: the car must slow at once.',
  'service brakes': 'On an empty road brake firmly: straight, without grinding, pulsing or a soft pedal.',
  'parking brake': 'Set the parking brake on a slope and let go of the pedal.',
  'electronic stability control':
    'Turn the ignition on: the stability lamp must light, go out, and stay out on the drive.',
  steering: 'Turn from lock to lock standing and at walking pace: no knocks, no stiffness, no play.',
  suspension: 'Press each corner down and drive over a bump: one bounce, no knocking.',
  wheels: 'Look at each rim for cracks and bends, and feel the wheel for shaking at speed.',
  tires: 'Read the date code and the tread of each tire, and look at the inner shoulder.',
  'electrical system': 'Try every switch, window and lamp, and start the engine three times.',
  'exterior lighting': 'Walk around with all lamps on, brake and reverse lamps too.',
  'interior lighting': 'Dim and brighten the dashboard, and look for lamps that flicker.',
  visibility: 'Try wipers, washers, defroster, mirrors and the sunroof, and look for leaks.',
  structure: 'Look for rust and fresh paint on sills, seams and the floor of the trunk.',
  'latches and locks': 'Open, shut and lock each door, the hood and the trunk, with key and with remote.',
  'back over prevention': 'Put it in reverse: the camera must show a clear picture at once.',
  'forward collision avoidance': 'Turn the ignition on and look for a warning of the collision system.',
  'lane departure': 'Turn the ignition on and look for a warning of the lane system.',
  'trailer hitch': 'Look at the hitch and its welds, and try the trailer socket.',
  'climate control': 'Run heating and air conditioning for ten minutes each: warm and cold must come.',
  infotainment: 'Pair your phone, and use the screen for the whole drive: no restarts, no dead patches.',
  equipment: 'Try everything that was added to the car.',
};

/** The newest complaints stand for all, whose numbers are at the pointer. */
const MOST_CITED = 5;

export function recallEvidence({ recalls }: Pick<Facts, 'recalls'>, items: readonly RecallItem[]): Evidence {
  const [first, ...more] = items;
  const only = first !== undefined && more.length === 0 ? `/${recalls?.items.indexOf(first)}` : '';
  const numbers = items.flatMap(({ campaign, sameDefect }) => [
    campaign,
    ...sameDefect.map((same) => same.campaign),
  ]);
  return {
    pointer: `/recalls/items${only}`,
    campaigns: [...new Set(numbers)].filter((number) => number !== null),
  };
}

export function issueEvidence({ knownIssues }: Pick<Facts, 'knownIssues'>, issue: KnownIssue): Evidence {
  return {
    pointer: `/knownIssues/topIssues/${knownIssues?.topIssues.indexOf(issue)}`,
    odiNumbers: issue.odiNumbers.slice(-MOST_CITED),
  };
}

/** The lines of the buyer's bill that the law demands; without a bill the places. */
export function costsEvidence({ purchaseCosts }: Pick<Facts, 'purchaseCosts'>, category?: string): Evidence {
  const bill = purchaseCosts?.bill;
  if (!bill) return { pointer: '/purchaseCosts/byJurisdiction' };
  const lines = readBill(bill).lines.filter(
    (line) => line.mandatory && (category === undefined || line.category === category),
  );
  return { pointer: '/purchaseCosts/bill/lines', lines: lines.map(({ id }) => id) };
}
