import { modeOfTitle } from './lexicon/lexicon.ts';
import type { AlsoYears, IssueFindings, KnownIssue } from './schemas.ts';

/** Years looked at each way: a generation rarely lasts longer, and every year has to be read. */
const MOST_YEARS = 3;
export const MOST_READ = 200;
const LEAST_COUNT = 3;
/** Part of the share in the car's own year: a single complaint that sounds alike is no common failure. */
const LEAST_OF_OWN_SHARE = 1 / 3;

interface Neighbours {
  year: number;
  /** Findings of the embedded engine for the year itself: it names the same failure by the same title in every year. */
  own: Pick<IssueFindings, 'knownIssues'>;
  /** From a sample of the complaints of another model year; undefined where there are none. */
  findingsOf(year: number): Promise<Pick<IssueFindings, 'knownIssues' | 'complaintsAnalyzed'> | undefined>;
}

/** Says of each issue in which neighbouring model years owners report it as well. */
export async function withAlsoYears(
  issues: readonly KnownIssue[],
  { year, own, findingsOf }: Neighbours,
): Promise<KnownIssue[]> {
  const failures = issues.map((issue) => ({
    failure: sameFailure(issue, own),
    evidence: [] as AlsoYears['evidence'],
  }));
  for (const direction of [-1, 1]) {
    let open = failures.filter(({ failure }) => failure !== undefined);
    for (let step = 1; step <= MOST_YEARS && open.length > 0; step++) {
      const neighbour = year + direction * step;
      const found = await findingsOf(neighbour);
      if (found === undefined) break;
      open = open.filter(({ failure, evidence }) => {
        const wanted = failureOf(failure?.title);
        const there = found.knownIssues.find(({ title }) => failureOf(title) === wanted);
        if (failure === undefined || there === undefined || there.count < LEAST_COUNT) return false;
        if (there.share < failure.share * LEAST_OF_OWN_SHARE) return false;
        const { count, share } = there;
        evidence.push({ year: neighbour, count, complaintsAnalyzed: found.complaintsAnalyzed, share });
        return true;
      });
    }
  }
  return issues.map((issue, place) => {
    const evidence = failures[place]?.evidence.sort((a, b) => a.year - b.year) ?? [];
    if (evidence.length === 0) return issue;
    const years = [year, ...evidence.map((one) => one.year)];
    return { ...issue, alsoYears: { firstYear: Math.min(...years), lastYear: Math.max(...years), evidence } };
  });
}

/** A failure may have a plainer title in one year than in another. */
const failureOf = (title = '') => modeOfTitle(title)?.id ?? title;

/** A model words its titles anew each time: there it is the failure whose complaints are the same. */
function sameFailure(issue: KnownIssue, { knownIssues }: Neighbours['own']): KnownIssue | undefined {
  const titled = knownIssues.find(({ title }) => title === issue.title);
  if (titled !== undefined) return titled;
  const cited = new Set(issue.odiNumbers);
  return knownIssues.find(
    ({ odiNumbers }) =>
      odiNumbers.filter((number) => cited.has(number)).length > Math.max(odiNumbers.length, cited.size) / 2,
  );
}

/** One sentence for people. */
export function alsoYearsSentence({ firstYear, lastYear, evidence }: AlsoYears): string {
  const told = evidence.map(
    ({ year, count, complaintsAnalyzed }) => `${year}: ${count} of ${complaintsAnalyzed} read`,
  );
  return `Also ${firstYear} to ${lastYear}: owners of the neighbouring model years report it about as often (${told.join(', ')}).`;
}
