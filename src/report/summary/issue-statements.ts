import type { KnownIssue } from '../../issues/schemas.ts';
import { counted, grouped, severityText } from '../../lib/wording.ts';
import type { Facts, Statement } from './statement.ts';

/** Fewer than this may be chance or a careless form. */
const LEAST_EVENTS = 3;
const MOST_DANGEROUS = 3;
const MOST_RISING = 2;

export function issueStatements({ knownIssues }: Facts): Statement[] {
  const issues = (knownIssues?.topIssues ?? []).map((issue, index) => ({ issue, index }));
  const isRising = ({ issue }: Placed) => issue.trend === 'rising';
  const steady = issues.filter((placed) => !isRising(placed));
  return [
    ...issues
      .filter((placed) => isRising(placed) && eventsOf(placed) > 0)
      .sort(byEvents)
      .map((placed) => describe('rising_danger', placed)),
    ...steady
      .filter((placed) => eventsOf(placed) >= LEAST_EVENTS || placed.issue.severitySignals.deaths > 0)
      .sort(byEvents)
      .slice(0, MOST_DANGEROUS)
      .map((placed) => describe('dangerous_failure', placed)),
    ...issues
      .filter((placed) => isRising(placed) && eventsOf(placed) === 0)
      .slice(0, MOST_RISING)
      .map((placed) => describe('rising_failure', placed)),
  ];
}

interface Placed {
  issue: KnownIssue;
  index: number;
}

function eventsOf({ issue }: Placed): number {
  const { fires, crashes, deaths } = issue.severitySignals;
  return fires + crashes + deaths;
}

function byEvents(a: Placed, b: Placed): number {
  const deaths = b.issue.severitySignals.deaths - a.issue.severitySignals.deaths;
  return deaths || eventsOf(b) - eventsOf(a) || b.issue.confidence - a.issue.confidence;
}

function describe(
  kind: 'rising_danger' | 'dangerous_failure' | 'rising_failure',
  { issue, index }: Placed,
): Statement {
  const { title, count, severitySignals, typicalMileage } = issue;
  const rising = issue.trend === 'rising' ? ', and complaints of it are rising' : '';
  const severity = severityText(severitySignals);
  const reported = severity === '' ? '' : ` reporting ${severity}`;
  const mileage =
    typicalMileage === undefined
      ? ''
      : ` Of the ${typicalMileage.stated} that state a mileage, half were below ${grouped(typicalMileage.median)} miles.`;
  return {
    kind,
    level: 'important',
    statement: `${title}: ${counted(count, 'owner complaint')}${reported}${rising}.${mileage}`,
    section: 'knownIssues',
    item: title,
    pointer: `/knownIssues/topIssues/${index}`,
  };
}
