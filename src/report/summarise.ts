import { countryFacts } from '../costs/places.ts';
import type { KnownIssue } from '../issues/schemas.ts';
import { counted, grouped, listed, severityText } from '../lib/wording.ts';
import { notListedNote } from '../recalls/statements.ts';
import type { Provenance } from '../sources/cached.ts';
import { marketNames, type RemainingName } from '../warranty/warranty.ts';
import { concernOf } from './known-issues-section.ts';
import { endsOf } from './purchase-costs-section.ts';
import { type RecallItem, unreadCountry, type Warning, warnedOf, warnings } from './recalls-section.ts';
import type { Facts, SecondarySection, Statement } from './report-schema.ts';

const LEVELS: readonly Statement['level'][] = ['urgent', 'important', 'note'];

/** The rules, and how pressing what they find is: the first ones decide what the report comes to. */
export const levelByKind: Readonly<Record<Statement['kind'], Statement['level']>> = {
  vin_doubtful: 'urgent',
  do_not_drive: 'urgent',
  park_outside: 'urgent',
  stop_sale: 'important',
  section_unavailable: 'important',
  recorded_answer: 'important',
  model_not_listed: 'important',
  rising_danger: 'important',
  dangerous_failure: 'important',
  recalls_to_check: 'important',
  rising_failure: 'important',
  warranty_may_run: 'note',
  largest_cost: 'note',
  versions_set_aside: 'important',
  country_missing: 'note',
  older_copy: 'note',
};

/** Says what a buyer should look at first. Every sentence follows from the facts by a rule; within a level the order stays. */
export function summarise(facts: Facts, nowMs: number): Statement[] {
  const statements = [
    ...ofTheVin(facts),
    ...ofRecalls(facts),
    ...ofMissingSections(facts),
    ...ofOldCopies(facts),
    ...ofIssues(facts),
    ...ofTheWarranty(facts, nowMs),
    ...ofCosts(facts),
  ];
  return LEVELS.flatMap((level) => statements.filter((statement) => statement.level === level));
}

type About = Pick<Statement, 'section' | 'item' | 'pointer'>;

function say(kind: Statement['kind'], statement: string, { section, item, pointer }: About): Statement {
  return { kind, level: levelByKind[kind], statement, section, item, pointer };
}

/** Everything else is about the car that the VIN names: if the VIN is misread, it is about another car. */
function ofTheVin({ vinWarning }: Facts): Statement[] {
  if (vinWarning === undefined) return [];
  const about = { section: 'decode', item: 'checkDigitValid', pointer: '/decode/checkDigitValid' } as const;
  return [say('vin_doubtful', vinWarning, about)];
}

const KINDS = { parkIt: 'do_not_drive', parkOutside: 'park_outside', stopSale: 'stop_sale' } as const;

function ofRecalls({ recalls, purchase }: Facts): Statement[] {
  if (recalls === null) return [];
  const { count, counts, items, namesNote, provenance } = recalls;
  const warned = warnings.flatMap((warning) =>
    warnedOf(recalls, warning, purchase.country).map((item) =>
      ofWarning(KINDS[warning], item, items.indexOf(item)),
    ),
  );
  const about = (member: string) =>
    ({ section: 'recalls', item: null, pointer: `/recalls/${member}` }) as const;
  const where = [
    ...(counts.us ? [`${counts.us} in the United States`] : []),
    ...(counts.canada ? [`${counts.canada} in Canada`] : []),
  ];
  const toCheck = `${counted(count, 'recall notice')} for this make, model and year (${listed(where)}): have a dealer check by the VIN which are still open on this car.`;
  const notListed = notListedNote(provenance);
  return [
    ...warned,
    ...(count === 0 ? [] : [say('recalls_to_check', toCheck, about('count'))]),
    ...(namesNote === null ? [] : [say('versions_set_aside', namesNote, about('namesNote'))]),
    ...(notListed === null ? [] : [say('model_not_listed', notListed, about('provenance'))]),
  ];
}

function ofWarning(kind: (typeof KINDS)[Warning], item: RecallItem, index: number): Statement {
  const abroad = item.sameDefect.map(({ campaign }) => campaign).filter((campaign) => campaign !== null);
  const says = {
    do_not_drive: `do not drive the car${item.parkOutside ? ', and park it outside, away from buildings' : ''}`,
    park_outside: 'park the car outside, away from buildings',
    stop_sale: 'dealers are not to sell the car before the repair',
  }[kind];
  const sentences = [
    `Recall ${item.campaign ?? 'without a known number'} (${item.component}) says: ${says}.`,
    ...(item.kind === 'vehicle' ? [] : ['It concerns the car only if that part is fitted.']),
    ...(item.inDoubt ? ['It is filed for a version that this car may or may not be.'] : []),
    'Ask a dealer with the VIN whether this car is in it and was repaired.',
    ...(abroad.length === 0 ? [] : [`Probably the same defect in the other country: ${listed(abroad)}.`]),
  ];
  const pointer = `/recalls/items/${index}`;
  return say(kind, sentences.join(' '), { section: 'recalls', item: item.campaign, pointer });
}

const missing: Record<SecondarySection, string> = {
  recalls: 'The recalls are missing from this report, which does not mean that there are none.',
  knownIssues: 'The known issues are missing from this report, which does not mean that there are none.',
  purchaseCosts: 'The purchase costs are missing from this report.',
};

/** Names missing sections: they must not pass for "nothing found". */
function ofMissingSections({ sectionDetails, recalls }: Facts): Statement[] {
  return (['recalls', 'knownIssues', 'purchaseCosts'] as const).flatMap((section) => {
    const reason = sectionDetails[section];
    const about = { section, item: null, pointer: `/sectionDetails/${section}` };
    const partly = section === 'recalls' && recalls && unreadCountry(recalls) ? recalls.missing : null;
    if (reason !== undefined)
      return [say('section_unavailable', partly ?? `${missing[section]} ${reason}`, about)];
    return partly === null ? [] : [say('country_missing', partly, { ...about, pointer: '/recalls/missing' })];
  });
}

function ofOldCopies({ recalls, knownIssues }: Facts): Statement[] {
  const copies: [Statement['section'], Provenance | null | undefined, string][] = [
    ['recalls', recalls?.provenance.us, '/recalls/provenance/us'],
    ['recalls', recalls?.provenance.canada, '/recalls/provenance/canada'],
    ['knownIssues', knownIssues?.provenance, '/knownIssues/provenance'],
  ];
  return copies.flatMap(([section, copy, pointer]) => {
    if (!copy || (copy.cache !== 'stale' && !copy.recorded)) return [];
    const { source, fetchedAt, recorded } = copy;
    const day = fetchedAt.slice(0, 10);
    const statement = recorded
      ? `What is shown of ${source} is a recorded answer of ${day} for trying the service out, neither complete nor of today: the source cannot be reached from here.`
      : `What is shown of ${source} is an older copy, read on ${day}: a newer one could not be had in time.`;
    return [say(recorded ? 'recorded_answer' : 'older_copy', statement, { section, item: source, pointer })];
  });
}

const MOST_OF_A_CONCERN = {
  rising_danger: Number.POSITIVE_INFINITY,
  dangerous_failure: 3,
  rising_failure: 2,
};

function ofIssues({ knownIssues }: Facts): Statement[] {
  const placed = (knownIssues?.topIssues ?? []).map((issue, index) => ({ issue, index }));
  return (['rising_danger', 'dangerous_failure', 'rising_failure'] as const).flatMap((concern) =>
    placed
      .filter(({ issue }) => concernOf(issue) === concern)
      .slice(0, MOST_OF_A_CONCERN[concern])
      .map((one) => ofIssue(concern, one)),
  );
}

interface Placed {
  issue: KnownIssue;
  index: number;
}

function ofIssue(kind: Statement['kind'], { issue, index }: Placed): Statement {
  const { title, count, severitySignals, typicalMileage } = issue;
  const rising = issue.trend === 'rising' ? ', more often in the latest year of complaints' : '';
  const severity = severityText(severitySignals);
  const reported = severity === '' ? '' : ` reporting ${severity}`;
  const mileage =
    typicalMileage === undefined
      ? ''
      : ` Of the ${typicalMileage.stated} that state a mileage, half were below ${grouped(typicalMileage.median)} miles.`;
  return say(kind, `${title}: ${counted(count, 'owner complaint')}${reported}${rising}.${mileage}`, {
    section: 'knownIssues',
    item: title,
    pointer: `/knownIssues/topIssues/${index}`,
  });
}

/** Long averages of US passenger cars; what this car was driven only its odometer shows. */
const TYPICAL_MILES_A_YEAR = 12_000;
const YEAR_MS = 365.25 * 86_400_000;

const coverages: readonly (readonly [name: RemainingName, pointer: string])[] = [
  ['basic', 'basic'],
  ['powertrain', 'powertrain'],
  ['evBattery', 'evBattery'],
  ['emissionsMajorComponents', 'emissions/majorComponents'],
];

/** Names factory coverages that may still run for who buys the car, by its age and the mileage that is typical of it. */
function ofTheWarranty({ vehicle, warranty }: Facts, nowMs: number): Statement[] {
  if (warranty === null) return [];
  const years = Math.max(0, (nowMs - Date.UTC(vehicle.modelYear, 0, 1)) / YEAR_MS);
  const typicalMiles = Math.round(years * TYPICAL_MILES_A_YEAR);
  return coverages.flatMap(([name, place]) => {
    const left = warranty.remaining.coverages[name];
    if (left === null || left.state === 'ended' || (left.miles ?? Number.POSITIVE_INFINITY) <= typicalMiles)
      return [];
    const distance =
      left.miles === null
        ? ''
        : ` A typical car of this age has run about ${grouped(Math.round(typicalMiles / 1000) * 1000)} miles: compare the odometer.`;
    const statement = `Factory warranty, as sold in ${marketNames[warranty.market]}. ${left.sentence}${distance} Ask a dealer what remains.`;
    const pointer = `/warranty/coverages/${place}`;
    return [say('warranty_may_run', statement, { section: 'warranty', item: name, pointer })];
  });
}

/** Names the place where a purchase costs most, and the line that makes it so. */
function ofCosts({ purchaseCosts }: Facts): Statement[] {
  const ends = purchaseCosts && endsOf(purchaseCosts);
  if (!purchaseCosts || !ends) return [];
  const { low, high, largestLine, dearest } = ends;
  const { country, price, saleType, bill } = purchaseCosts;
  const { currency } = countryFacts[country];
  const upTo = (range: { low: number; high: number }) =>
    range.low === range.high ? grouped(range.high) : `up to ${grouped(range.high)}`;
  const line =
    largestLine === null
      ? ''
      : ` The largest line there is ${largestLine.label}: ${upTo(largestLine.range)} ${currency}.`;
  const sum =
    bill === null
      ? `run from ${grouped(low.amount)} (${low.name}) to ${grouped(high.amount)} (${high.name})`
      : `in ${high.name} come to ${low.amount === high.amount ? '' : `${grouped(low.amount)} to `}${grouped(high.amount)}`;
  const statement = `Taxes and fees of a ${saleType} purchase at ${grouped(price)} ${currency} ${sum}.${line}`;
  return [
    say('largest_cost', statement, {
      section: 'purchaseCosts',
      item: dearest.code,
      pointer: dearest.pointer,
    }),
  ];
}
