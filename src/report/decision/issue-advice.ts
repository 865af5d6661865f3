import { COMPONENT_TAGS, type ComponentTag } from '../../issues/component-tags.ts';
import type { KnownIssue } from '../../issues/schemas.ts';
import { counted } from '../../lib/wording.ts';
import type { Report } from '../report-schema.ts';
import { countryOf, hadItBefore, issueNumbers } from '../words.ts';
import type { Advice } from './advice.ts';
import { componentChecks, fireCheck } from './component-checks.ts';

const MOST_QUESTIONS = 2;
/** One owner alone is no reason to ask. */
const LEAST_NOT_HELPED = 2;
const MOST_AT_THE_CAR = 6;
/** Where so many of an issue's complaints are of a fire, it is what to look for, whatever part it is filed under. */
const MOSTLY = 0.5;

/** What to ask whoever sells it about what owners complain of. */
export function aboutHistory(report: Report): Advice[] {
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

/** What to look at, one check of each part that owners complain of, the most dangerous first. */
export function aboutParts({ knownIssues }: Report): Advice[] {
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
