import { counted, listed } from '../lib/wording.ts';
import { isSameDefect, type RecallItem, urgentRecalls } from './recalls-section.ts';
import type { Report, Statement } from './report-schema.ts';
import { levelByKind } from './summarise.ts';
import { componentWords, countryOf, currencyOf, hadItBefore, issueNumbers, moneyRange } from './words.ts';

/** The report in one line, and what it rests on. */
export interface Decision {
  level: 'urgent' | 'important' | 'calm';
  verdict: string;
  matters: Matter[];
}

interface Matter {
  level: Statement['level'];
  title: string;
  text: string;
  section: Statement['section'];
}

const MOST_MATTERS = 3;

/** Decides by rules from the summary, as everything there follows from the facts. */
export function decide(report: Report): Decision {
  const rank = ({ kind }: Statement) => Object.keys(levelByKind).indexOf(kind);
  const statements = report.summary.toSorted((a, b) => rank(a) - rank(b));
  const matters = statements.flatMap((statement) => matterOf(statement, report));
  const seen = new Set<string>();
  const distinct = matters.filter(({ title }) => !seen.has(title) && seen.add(title));
  return { ...verdictOf(statements[0]?.kind, report), matters: distinct.slice(0, MOST_MATTERS) };
}

function verdictOf(gravest: Statement['kind'] | undefined, report: Report): Omit<Decision, 'matters'> {
  const numbers = () => numbersOf(report);
  switch (gravest) {
    case 'vin_doubtful':
      return urgent(
        'Make sure of the VIN first: its check digit is wrong, and all of this may be about another car.',
      );
    case 'do_not_drive':
      return urgent(
        `Do not drive this car, not even for a test, before a dealer has confirmed by its VIN that ${numbers()} was repaired.`,
      );
    case 'park_outside':
      return urgent(
        `Before you see it, have a dealer confirm by its VIN that ${numbers()} was repaired: until then it is to be parked outside, away from buildings.`,
      );
    case 'stop_sale':
      return important(
        `Do not buy it before ${numbers()} is repaired: dealers are not to sell it until then.`,
      );
    case 'section_unavailable':
      return important(
        'A part of this report is missing. Get it before you decide: what could not be read may be the worst.',
      );
    case 'model_not_listed':
      return important(
        'No source lists this model under its name: that little was found says nothing about the car.',
      );
    default:
      return undisturbed(report);
  }
}

function undisturbed({ recalls, knownIssues, summary }: Report): Omit<Decision, 'matters'> {
  const dangerous = summary.filter(({ kind }) => /^(rising_danger|dangerous_failure)$/.test(kind)).length;
  const open = recalls?.count ? `have ${counted(recalls.count, 'recall notice')} checked by its VIN` : '';
  if (dangerous > 0)
    return important(
      `No notice warns against driving it. Look hard at ${counted(dangerous, 'failure')} that owners report as dangerous${open && `, and ${open}`}.`,
    );
  const named = knownIssues?.topIssues.length ?? 0;
  const look = named > 0 ? `look at ${counted(named, 'known failure')}` : '';
  const rest = [open, look].filter((words) => words !== '').join(', and ');
  return {
    level: 'calm',
    verdict: `Nothing in these sources speaks against seeing it${rest === '' ? '' : `: ${rest}`}. An inspection still decides.`,
  };
}

const urgent = (verdict: string) => ({ level: 'urgent', verdict }) as const;
const important = (verdict: string) => ({ level: 'important', verdict }) as const;

/** "recall 23V651000"; notices of the other country about the same defect are not named twice. */
function numbersOf({ recalls }: Report): string {
  const numbers = urgentRecalls(recalls).map(({ campaign }) => campaign ?? 'without a known number');
  return `${numbers.length > 1 ? 'each of the recalls' : 'recall'} ${listed(numbers)}`;
}

function matterOf({ kind, level, statement, section, pointer, item }: Statement, report: Report): Matter[] {
  const country = countryOf(report);
  const matter = (title: string, text: string): Matter[] => [{ level, title, text, section }];
  switch (kind) {
    case 'vin_doubtful':
      return matter('The VIN may be misread', statement);
    case 'do_not_drive':
    case 'park_outside':
    case 'stop_sale': {
      const items = report.recalls?.items ?? [];
      const recall = items[indexOf(pointer)];
      if (!recall || items.slice(0, indexOf(pointer)).some((other) => isSameDefect(other, recall))) return [];
      const title = {
        do_not_drive: 'Do not drive',
        park_outside: 'Park outside, away from buildings',
        stop_sale: 'Not to be sold before a repair',
      }[kind];
      const doubt = [
        recall.kind === 'vehicle' ? '' : ' It concerns the car only if that part is fitted.',
        recall.inDoubt ? ' It is filed for a version that this car may or may not be.' : '',
      ].join('');
      return matter(
        `${title}: ${lowered(componentWords(recall.component))}`,
        `Recall ${numberOf(recall, report)} says so.${doubt} Whether this very car was repaired, a dealer sees by the VIN.`,
      );
    }
    case 'rising_danger':
    case 'dangerous_failure':
    case 'rising_failure': {
      const issue = report.knownIssues?.topIssues[indexOf(pointer)];
      if (!issue) return [];
      const before = hadItBefore(issue, country);
      return matter(issue.title, `${issueNumbers(issue)}.${before === undefined ? '' : ` ${before}.`}`);
    }
    case 'recalls_to_check':
      return matter(
        counted(report.recalls?.count ?? 0, 'recall notice'),
        'Filed for this make, model and year. Which of them are still open on this car, a dealer sees by the VIN.',
      );
    case 'warranty_may_run':
      return matter('Some factory warranty may be left', report.warranty?.remaining.sentence ?? statement);
    case 'largest_cost': {
      const costs = report.purchaseCosts;
      const place = costs?.byJurisdiction[indexOf(pointer)];
      if (!costs || !place) return [];
      return matter(
        'Taxes and fees on top of the price',
        `For a private sale at ${moneyRange({ low: costs.price, high: costs.price })} ${currencyOf(country)}, at most ${moneyRange({ low: place.range.high, high: place.range.high })}, in ${place.name}.`,
      );
    }
    case 'section_unavailable':
      return matter(`Missing: ${MISSING[section]}`, statement);
    case 'model_not_listed':
      return matter('Not listed under this name', statement);
    case 'versions_set_aside':
      return matter('Other versions are set apart', statement);
    case 'recorded_answer':
      return matter('Recorded answers, not of today', statement);
    case 'older_copy':
      return matter(`An older copy of ${item}`, statement);
  }
}

/** Names a defect by the number that can be looked up. */
function numberOf(recall: RecallItem, { recalls }: Report): string {
  const same = recalls?.items.find((other) => other.campaign !== null && isSameDefect(other, recall));
  return recall.campaign ?? same?.campaign ?? 'without a known number';
}

const MISSING: Record<Statement['section'], string> = {
  decode: 'the car',
  recalls: 'recalls',
  knownIssues: 'known issues',
  purchaseCosts: 'purchase costs',
  warranty: 'warranty',
};

function indexOf(pointer: string): number {
  return Number(pointer.split('/').at(-1));
}

function lowered(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words.slice(0, 1).toLowerCase() + words.slice(1) : words;
}
