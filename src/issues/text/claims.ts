import { othersFrom } from './claim-others.ts';
import { hasCue, readScopes, type Scopes } from './claim-scopes.ts';
import { anyOneOf, BIT, is, isOne, type Word, wordSet, wordsOfClause } from './claim-words.ts';

/**
 * Takes out what reports no failure of this car: what did not happen, what might, other cars and owners, what a recall
 * is about, and routine work. Of a clause that reports a failure beside it, the failure is kept.
 */

/** Where one clause ends and the next begins. */
const CLAUSE =
  /(?<=[.!?;\n])\s+|\.{2,}\s*|,\s+(?=(?:but|and|so|or|yet|which|although|though|however|while|because|then|if|i|it|the|my|we|they)\b)|\s+(?=(?:but|however|although|though|because|yet|except)\b)|\s+-+\s+/gi;

export interface Clause {
  /** Without what did not happen, and without a guess and all that follows it. */
  text: string;
  /** It says that something went wrong on this car. What does not may still show what the complaint is about. */
  reported: boolean;
}

export function isReported(clause: string): boolean {
  return clausesOf(clause).some(({ reported }) => reported);
}

/** The clauses of a complaint without those of which nothing is left; neighbours that are reported whole stay together. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  let whole: { clause: Clause; from: number } | undefined;
  let from = 0;
  const take = (to: number) => {
    const written = text.slice(from, to);
    if (written.trim() === '') return;
    const judged = judge(written);
    if (judged?.reported !== true || judged.text !== written) {
      if (judged !== undefined) clauses.push(judged);
      whole = undefined;
    } else if (whole === undefined) {
      clauses.push(judged);
      whole = { clause: judged, from };
    } else whole.clause.text = text.slice(whole.from, to);
  };
  for (const { index, 0: gap } of text.matchAll(CLAUSE)) {
    take(index);
    from = index + gap.length;
  }
  take(text.length);
  return clauses;
}

const OF_THIS_CAR_TOO =
  /\b(?:along with|as well(?! as)|both|too(?! (?:many|much|often|late|few|long))|mine|my (?:car|vehicle) (?:also|could(?:n't| not)|would(?:n't| not))|also (?:quit|has|had|fail\w*|broke|stopped))\b/i;
const ROUTINE =
  /\b(?:oil changes?|chang\w* (?:the |my )?oil|check-? ?up|tune-? ?ups?|(?:annual|yearly|state|smog|emissions?) (?:\w+ )?inspection)\b/i;
/** That a recall is not carried out is a trouble of its own. */
const RECALL_NOT_DONE =
  /\b(?:parts?|remed(?:y|ies)|fix|repair|appointment)\b[^.;]*\b(?:not|n't|un)\s?(?:yet )?(?:be )?(?:available|have|in stock|received|arrived|ready)|\b(?:no|not have|n't have|without) (?:the |any |a )?(?:parts?|fix)\b|\bback ?-?order|\brecall (?:repair|work|remedy|fix) (?:did|has|was)\s?(?:not|n't)/i;

function judge(clause: string): Clause | undefined {
  const plain = clause.toLowerCase();
  const words = wordsOfClause(plain);
  if (!hasCue(words) && !ROUTINE.test(clause)) return { text: clause, reported: true };
  const byRules = judgeByRules(clause, readScopes(words, plain));
  const { text, reported } = byRules;
  const isLong = text === clause || text.trim().split(/\s+/).length >= LEAST_WORDS;
  return reported || isLong ? byRules : undefined;
}

function judgeByRules(clause: string, scopes: Scopes): Clause {
  const { words, unreal, wrong, denies, supposes } = scopes;
  const others = othersFrom(words);
  const alsoThis = others !== undefined && OF_THIS_CAR_TOO.test(clause);
  if (others !== undefined && !alsoThis && !saysOfThisCar(scopes, others))
    return { text: clause, reported: false };
  const recall = recallScope(words);
  const isRoutine = words.some((word) => is(word, BIT.routine)) || ROUTINE.test(clause);
  if (!denies && !supposes && recall === undefined && !isRoutine && others === undefined)
    return { text: clause, reported: true };
  const reported =
    words.some((_, at) => wrong[at] === 1 && unreal[at] === 0 && !isWithin(recall, at)) ||
    (recall !== undefined && RECALL_NOT_DONE.test(clause));
  return { text: withoutUnreal(clause, scopes), reported };
}

/** Fewer, left of a longer clause, are the beginning of a guess and no more. */
const LEAST_WORDS = 5;
const MY = wordSet('my our');
const CAR = wordSet('car vehicle truck engine van suv');
const SAME = wordSet('same similar such these those this identical');

/** What went wrong stands before others are spoken of and is none of theirs, or is said of "my car". */
function saysOfThisCar({ words, wrong, unreal }: Scopes, others: number): boolean {
  const isReal = (at: number) => wrong[at] === 1 && unreal[at] === 0;
  const own = words.findIndex((word, at) => at > others && isOne(word, MY) && isOne(words[at + 1], CAR));
  if (own > 0 && words.slice(own, own + 7).some((_, step) => isReal(own + step))) return true;
  return words
    .slice(0, Math.max(0, others - 1))
    .some((word, at) => isReal(at) && !is(word, BIT.problems) && !anyOneOf(words, at - 3, at + 1, SAME));
}

interface Span {
  from: number;
  to: number;
}

const isWithin = (span: Span | undefined, at: number): boolean =>
  span !== undefined && at >= span.from && at < span.to;

const LINKING = wordSet('with for on of in under by from and');
const SINCE = wordSet('after since despite before until once following with');
const DONE = wordSet('done performed completed finished repaired installed fixed');
const GOING_ON = wordSet('the it my i we and car vehicle engine');

/** The recall, what stands right before it ("the air bag recall") and all that follows it, unless it only dates what follows. */
function recallScope(words: readonly Word[]): Span | undefined {
  const at = words.findIndex((word) => is(word, BIT.recall));
  if (at < 0) return undefined;
  let from = at;
  while (
    from > 0 &&
    at - from < 5 &&
    !is(words[from - 1], BIT.stops | BIT.auxiliary | BIT.subjects) &&
    !isOne(words[from - 1], LINKING) &&
    words[from]?.paused !== true
  )
    from -= 1;
  if (!anyOneOf(words, from - 2, at, SINCE) && !anyOneOf(words, at + 1, at + 6, DONE))
    return { from, to: words.length };
  let to = at + 1;
  while (to < words.length && words[to]?.paused !== true && to - at < 6 && !isOne(words[to], GOING_ON))
    to += 1;
  return { from, to };
}

function withoutUnreal(clause: string, { words, unreal }: Scopes): string {
  if (unreal.every((mark) => mark === 0)) return clause;
  let left = '';
  let from = 0;
  words.forEach((word, at) => {
    if (unreal[at] === 0) return;
    if (at === 0 || unreal[at - 1] === 0) left += `${clause.slice(from, word.from)} `;
    from = at === words.length - 1 ? clause.length : word.to;
  });
  return `${left}${clause.slice(from)}`.replace(/ {2,}/g, ' ').trim();
}
