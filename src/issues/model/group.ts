import { z } from 'zod';
import { COMPONENT_TAGS } from '../lexicon/lexicon.ts';
import type { VehicleTraits } from '../lexicon/traits.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import type { Citation, ProposedIssue } from '../synthesizer.ts';
import { type Asking, askOnce, keyOf } from './asking.ts';
import { bearing, faultOfTitle, isSameFailure } from './check-title.ts';
import type { Facet } from './describe.ts';

const answerSchema = z.object({
  modes: z.array(
    z.object({
      title: z.string(),
      members: z.array(z.string()),
      tags: z.array(z.enum(COMPONENT_TAGS)),
      hazard: z.enum(['high', 'medium', 'low']),
    }),
  ),
});

/** A complaint and what the model read in it. */
export interface Described {
  one: PreparedComplaint;
  facets: readonly Facet[];
}

interface Grouped {
  modes: ProposedIssue[];
  /** Complaints that the model put to a mode which code did not let stand. */
  refused: Set<number>;
}

const LEAST_MEMBERS = 2;
/** The plainness of a report whose own quote bears the title, and of one that only the model's words bring there. */
const STRENGTH = { quoted: 0.95, described: 0.75 };

/** The failures that several complaints report, from the facets alone: what the model says and code lets stand. */
export async function group(
  asking: Asking,
  described: readonly Described[],
  traits: VehicleTraits | undefined,
): Promise<Grouped> {
  const reporting = described.filter(({ facets }) => facets.length > 0);
  if (reporting.length < LEAST_MEMBERS) return { modes: [], refused: new Set() };
  const byKey = new Map(reporting.map((one, index) => [keyOf('k', index), one]));
  const answer = await askOnce(asking, {
    stage: 'group',
    data: {
      complaints: [...byKey].map(([key, { one, facets }]) => ({
        key,
        filed: one.tags.join(', '),
        reports: facets.map(phraseOf),
      })),
    },
    schema: answerSchema,
    mostOutputTokens: 12 * reporting.length + 2_000,
  });
  const claimed = new Set<number>();
  const modes = answer.modes.flatMap(({ members, ...mode }): ProposedIssue[] => {
    const title = mode.title.trim();
    const bears = bearing(title);
    const citations: Citation[] = [];
    const quotes: string[] = [];
    for (const key of new Set(members)) {
      const member = byKey.get(key);
      if (member === undefined) {
        asking.reject('unknown_key');
        continue;
      }
      const { odiNumber } = member.one.complaint;
      claimed.add(odiNumber);
      const place = member.facets.findIndex((facet) => bears(phraseOf(facet)));
      const quote = member.facets[place]?.quote;
      if (quote === undefined) {
        asking.reject('facet_without_the_failure');
        continue;
      }
      quotes.push(quote);
      const strength = bears(quote) ? STRENGTH.quoted : STRENGTH.described;
      citations.push({ odiNumber, strength, main: place === 0 });
    }
    const fault =
      faultOfTitle(title, traits, quotes) ??
      (citations.length < LEAST_MEMBERS ? 'too_few_voices' : undefined);
    if (fault === undefined) return [{ ...mode, title, citations }];
    asking.reject(fault);
    return [];
  });
  const joined = joinSame(modes);
  const ended = citedIn(joined);
  return { modes: joined, refused: new Set([...claimed].filter((odiNumber) => !ended.has(odiNumber))) };
}

export function citedIn(issues: readonly ProposedIssue[]): Set<number> {
  return new Set(issues.flatMap(({ citations }) => citations.map(({ odiNumber }) => odiNumber)));
}

function phraseOf({ part, failure, cause }: Facet): string {
  return `${part}: ${failure}${cause === null || cause === '' ? '' : ` (${cause})`}`;
}

/** Of issues with the same failure the first one holds all. */
export function joinSame(issues: readonly ProposedIssue[]): ProposedIssue[] {
  const kept: ProposedIssue[] = [];
  for (const issue of issues) {
    const at = kept.findIndex(({ title }) => isSameFailure(title, issue.title));
    const known = kept[at];
    if (known === undefined) {
      kept.push(issue);
      continue;
    }
    const cited = citedIn([known]);
    const more = issue.citations.filter(({ odiNumber }) => !cited.has(odiNumber));
    kept[at] = { ...known, citations: [...known.citations, ...more] };
  }
  return kept;
}
