import { counted, listed } from '../lib/wording.ts';
import { advise, costsEvidence, issueEvidence, recallEvidence } from './advise.ts';
import { defectsOf, isWarning, unreadCountry, urgentRecalls } from './recalls-section.ts';
import type { Decision, Evidence, Facts, Matter, Report, Statement } from './report-schema.ts';
import { levelByKind } from './summarise.ts';
import { componentWords, hadItBefore, issueNumbers } from './words.ts';

type Concluded = Facts & Pick<Report, 'summary'>;

const MOST_MATTERS = 3;

/** Decides by rules from the summary, as everything there follows from the facts. */
export function decide(report: Concluded): Decision {
  const rank = ({ kind }: Statement) => Object.keys(levelByKind).indexOf(kind);
  const statements = report.summary.toSorted((a, b) => rank(a) - rank(b));
  const matters = statements.flatMap((statement) => matterOf(statement, report));
  const seen = new Set<string>();
  const distinct = matters.filter(({ title }) => !seen.has(title) && seen.add(title));
  const [gravest] = statements;
  const { level, verdict } = verdictOf(gravest?.kind, report);
  return {
    level,
    verdict: `${verdict}${missingWords(report)}`,
    evidence: gravest === undefined ? null : verdictEvidence(gravest, report),
    matters: distinct.slice(0, MOST_MATTERS),
    ...advise(report),
  };
}

type Verdict = Pick<Decision, 'level' | 'verdict'>;

function verdictOf(gravest: Statement['kind'] | undefined, report: Concluded): Verdict {
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

function undisturbed({ recalls, knownIssues, summary }: Concluded): Verdict {
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

/** Sources that could not be read stand in the first line of every report that lacks them. */
function missingWords({ recalls, knownIssues, purchaseCosts }: Concluded): string {
  const country = recalls && unreadCountry(recalls);
  const missing = [
    ...(recalls === null ? ['the recalls'] : []),
    ...(country ? [`the recalls of ${country}`] : []),
    ...(knownIssues === null ? ['the known issues'] : []),
    ...(purchaseCosts === null ? ['the purchase costs'] : []),
  ];
  return missing.length === 0 ? '' : ` Missing from this report: ${listed(missing)}.`;
}

const urgent = (verdict: string) => ({ level: 'urgent', verdict }) as const;
const important = (verdict: string) => ({ level: 'important', verdict }) as const;

/** "recall 23V651000"; notices of the other country about the same defect are not named twice. */
function numbersOf({ recalls, purchase }: Concluded): string {
  const numbers = urgentRecalls(recalls, purchase.country).map(
    ({ campaign }) => campaign ?? 'without a known number',
  );
  return `${numbers.length > 1 ? 'each of the recalls' : 'recall'} ${listed(numbers)}`;
}

function matterOf(
  { kind, level, statement, section, pointer, item }: Statement,
  report: Concluded,
): Matter[] {
  const evidence = evidenceOf({ section, kind, pointer, item }, report);
  const matter = (title: string, text: string): Matter[] => [{ level, title, text, section, evidence }];
  switch (kind) {
    case 'vin_doubtful':
      return matter('The VIN may be misread', statement);
    case 'do_not_drive':
    case 'park_outside':
    case 'stop_sale': {
      const recall = report.recalls?.items[indexOf(pointer)];
      if (!recall) return [];
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
        `Recall ${recall.campaign ?? 'without a known number'} says so.${doubt} A dealer sees by the VIN whether this very car was repaired.`,
      );
    }
    case 'rising_danger':
    case 'dangerous_failure':
    case 'rising_failure': {
      const issue = report.knownIssues?.topIssues[indexOf(pointer)];
      if (!issue) return [];
      const before = hadItBefore(issue, report.purchase.country);
      return matter(issue.title, `${issueNumbers(issue)}.${before === undefined ? '' : ` ${before}.`}`);
    }
    case 'recalls_to_check': {
      const calm = defectsOf(report.recalls, report.purchase.country).filter(
        ({ notices }) => !notices.some(isWarning),
      );
      return calm.length === 0
        ? []
        : matter(
            `${counted(calm.length, 'recalled defect')} to have checked`,
            'Filed for this make, model and year. A dealer sees by the VIN what is still open on this car.',
          );
    }
    case 'warranty_may_run':
      return matter('Some factory warranty may be left', report.warranty?.remaining.sentence ?? statement);
    case 'largest_cost':
      return report.purchaseCosts?.bill ? matter('Taxes and fees on top of the price', statement) : [];
    case 'section_unavailable':
      return matter(`Missing: ${MISSING[section]}`, statement);
    case 'model_not_listed':
      return matter('Not listed under this name', statement);
    case 'versions_set_aside':
      return matter('Other versions are set apart', statement);
    // They qualify the report, and are nothing to decide.
    case 'recorded_answer':
    case 'country_missing':
    case 'older_copy':
      return [];
  }
}

/** A verdict rests on every notice that warns alike, and else on what its statement does. */
function verdictEvidence(gravest: Statement, report: Concluded): Evidence {
  return gravest.section === 'recalls' && gravest.level === 'urgent'
    ? recallEvidence(report, urgentRecalls(report.recalls, report.purchase.country))
    : evidenceOf(gravest, report);
}

type Source = Pick<Statement, 'section' | 'kind' | 'pointer' | 'item'>;

function evidenceOf({ section, kind, pointer, item }: Source, report: Concluded): Evidence {
  const { recalls, knownIssues } = report;
  if (kind === 'recalls_to_check') return recallEvidence(report, recalls?.items ?? []);
  if (kind === 'largest_cost') return costsEvidence(report);
  if (kind === 'warranty_may_run' && item !== null) return { pointer, coverages: [item] };
  const at = indexOf(pointer);
  const recall = section === 'recalls' ? recalls?.items[at] : undefined;
  if (recall) return recallEvidence(report, [recall]);
  const issue = section === 'knownIssues' ? knownIssues?.topIssues[at] : undefined;
  return issue ? issueEvidence(report, issue) : { pointer };
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
