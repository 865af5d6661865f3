import { getOrInsert } from '../lib/on-demand.ts';
import { COMPONENT_TAGS } from './lexicon/lexicon.ts';
import type { PreparedComplaint } from './read/prepare.ts';
import type { Citation, ProposedIssue } from './synthesizer.ts';
import { isSafeTitle } from './text/words.ts';

export interface VerifiedIssue extends ProposedIssue {
  cited: readonly { one: PreparedComplaint; citation: Citation }[];
}

export interface Verified {
  issues: VerifiedIssue[];
  rejected: Rejected;
}

/** Numbers of citations and issues that were thrown out, and why. */
export interface Rejected {
  citations: number;
  issues: number;
  reasons: Record<string, number>;
}

export const NOTHING_REJECTED: Rejected = { citations: 0, issues: 0, reasons: {} };

const LEAST_INDEPENDENT = 2;
const MOST_ISSUES_PER_COMPLAINT = 2;

/**
 * Verifies the proposals of every engine: only complaints that were read are cited, each once, at most in two
 * issues; copies of one text count once; two complaints at least; a title that names and does nothing else.
 */
export function verify(proposals: readonly ProposedIssue[], read: readonly PreparedComplaint[]): Verified {
  const byNumber = new Map(read.map((one) => [one.complaint.odiNumber, one]));
  const rejected: Rejected = { citations: 0, issues: 0, reasons: {} };
  const reject = (what: 'citations' | 'issues', reason: string) => {
    rejected[what] += 1;
    rejected.reasons[reason] = (rejected.reasons[reason] ?? 0) + 1;
  };
  const kept = strongestTwo(proposals);
  const issues: VerifiedIssue[] = [];
  const titles = new Set<string>();
  proposals.forEach((proposal, index) => {
    const groups = new Set<number>();
    const cited: { one: PreparedComplaint; citation: Citation }[] = [];
    for (const citation of proposal.citations) {
      const one = byNumber.get(citation.odiNumber);
      if (one === undefined) {
        reject('citations', 'complaint_not_read');
        continue;
      }
      if (groups.has(one.group) || kept.get(citation.odiNumber)?.has(index) !== true) {
        reject('citations', groups.has(one.group) ? 'copy_of_a_cited_one' : 'in_two_issues_already');
        continue;
      }
      groups.add(one.group);
      cited.push({ one, citation });
    }
    const title = proposal.title.trim();
    const tags = proposal.tags.filter((tag) => COMPONENT_TAGS.includes(tag));
    const fault = faultOf(groups.size, title, tags.length, titles);
    if (fault !== undefined) {
      reject('issues', fault);
      return;
    }
    titles.add(title.toLowerCase());
    cited.sort((a, b) => a.one.complaint.odiNumber - b.one.complaint.odiNumber);
    issues.push({ ...proposal, title, tags, cited });
  });
  return { issues, rejected };
}

function faultOf(
  complaints: number,
  title: string,
  tags: number,
  titles: ReadonlySet<string>,
): string | undefined {
  if (complaints < LEAST_INDEPENDENT) return 'too_few_voices';
  if (!isSafeTitle(title)) return 'title_unsafe';
  if (tags === 0) return 'no_component';
  return titles.has(title.toLowerCase()) ? 'title_given_twice' : undefined;
}

/** For each complaint, the proposals that may cite it: the two it reports most plainly. */
function strongestTwo(proposals: readonly ProposedIssue[]): Map<number, Set<number>> {
  const claims = new Map<number, { index: number; strength: number }[]>();
  proposals.forEach((proposal, index) => {
    for (const { odiNumber, strength } of proposal.citations) {
      const known = getOrInsert(claims, odiNumber, () => []);
      if (!known.some((claim) => claim.index === index)) known.push({ index, strength });
    }
  });
  return new Map(
    [...claims].map(([odiNumber, known]) => {
      const strongest = known.sort((a, b) => b.strength - a.strength || a.index - b.index);
      return [odiNumber, new Set(strongest.slice(0, MOST_ISSUES_PER_COMPLAINT).map(({ index }) => index))];
    }),
  );
}
