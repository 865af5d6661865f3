import type { Citation } from '../synthesizer.ts';
import { createEvidence, SIGNS, type TitledGroup, type Witness } from './evidence.ts';
import { probability } from './likeness/odds.ts';

/** Less likely than this to report the title's failure, a complaint is not cited for it; of its second failure more is wanted. */
const LEAST_LIKELY = { first: 0.25, second: 0.35 };
/** And more of who neither reports the failure in words that are known nor names the part, most where another title is reported. */
const LEAST_LIKELY_UNTOLD = { first: 0.4, second: 0.6 };
const LEAST_LIKELY_ELSEWHERE = { first: 0.6, second: 0.6 };
/** In log odds: further behind, a title that is not reported is not weighed. */
const MOST_BEHIND = 3;

export interface CitedWitness {
  witness: Witness;
  citation: Citation;
}

/** For each title those who report its failure, each complaint at most twice, with how likely it does. */
export function cite(
  titles: readonly TitledGroup[],
  witnesses: readonly Witness[],
  weights: readonly number[],
): CitedWitness[][] {
  const weigh = createEvidence(titles, MOST_BEHIND);
  const cited = titles.map((): CitedWitness[] => []);
  for (const witness of witnesses) {
    const weighed: { title: number; likely: number; least: typeof LEAST_LIKELY }[] = [];
    let most = 0;
    const signsOf = weigh(witness);
    for (let title = 0; title < signsOf.length; title += 1) {
      const signs = signsOf[title];
      if (signs === undefined) continue;
      const likely = likelihood(signs, weights);
      const least = leastLikely(signs);
      // The likeliest takes the first place even where it is not likely enough.
      if (likely < least.first && likely <= most) continue;
      most = Math.max(most, likely);
      weighed.push({ title, likely, least });
    }
    const ranked = weighed
      .sort((a, b) => b.likely - a.likely || a.title - b.title)
      .filter(({ likely, least }, place) => likely >= (place === 0 ? least.first : least.second))
      .slice(0, 2);
    for (const [place, { title, likely }] of ranked.entries())
      cited[title]?.push({
        witness,
        citation: {
          odiNumber: witness.one.complaint.odiNumber,
          strength: Math.round(100 * likely) / 100,
          main: place === 0,
        },
      });
  }
  return cited;
}

/** Who reports only what belongs with the title's failure is cited for no second one. */
const LEAST_LIKELY_BESIDE = { first: 0.6, second: Number.POSITIVE_INFINITY };
/** And most who shares none of its words. */
const LEAST_LIKELY_UNSHARED = { first: 0.65, second: Number.POSITIVE_INFINITY };

const placeOf = (sign: (typeof SIGNS)[number]) => SIGNS.indexOf(sign);
const TELLING = [placeOf('reportsItFirst'), placeOf('reportsItToo'), placeOf('namesThePart')];
const TELLING_ANOTHER = placeOf('reportsAnotherTitle');
const ONLY_KIN = placeOf('reportsOnlyKin');
const SHARING = placeOf('sharesItsWords');

function leastLikely(signs: readonly number[]): typeof LEAST_LIKELY {
  if (signs[ONLY_KIN] === 1) return LEAST_LIKELY_BESIDE;
  if (TELLING.some((at) => signs[at] === 1)) return LEAST_LIKELY;
  if (signs[SHARING] === 0) return LEAST_LIKELY_UNSHARED;
  return signs[TELLING_ANOTHER] === 1 ? LEAST_LIKELY_ELSEWHERE : LEAST_LIKELY_UNTOLD;
}

function likelihood(signs: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < signs.length; at += 1) sum += (signs[at] ?? 0) * (weights[at] ?? 0);
  return probability(sum);
}
