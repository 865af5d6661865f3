import { sum } from '../../lib/count.ts';
import { hasCue, isOfThisCar, readScopes, tellsFailure } from './claim-scopes.ts';
import {
  anyOf,
  anyOneOf,
  BIT,
  is,
  isOne,
  isText,
  otherStories,
  type Scopes,
  type Word,
  wordSet,
  wordsOfClause,
} from './claim-words.ts';

/**
 * Takes out what reports no failure of this car: what did not happen, what might, other cars and owners, what a recall
 * is about, and routine work. Of a clause that reports a failure beside it, the failure is kept.
 */

/** The gap between one clause and the next. */
const CLAUSE =
  /(?<=[.!?;\n])\s+|\.{2,}\s*|,\s+(?=(?:but|and|so|or|yet|which|although|though|however|while|because|then|if|i|it|the|my|we|they)\b)|\s+(?=(?:but|however|although|though|because|yet|except)\b)|\s+-+\s+/gi;

export interface Clause {
  /** Without what did not happen, and without a guess and all that follows it. */
  text: string;
  /** It says that something went wrong on this car. What does not may still show what the complaint is about. */
  reported: boolean;
  /** How many clauses of it say so in words that are known for it, however neutral the rest. */
  failing: number;
  /** Where the last of them begins in the text. */
  lastFailing: number;
}

export const isReported = (clause: string): boolean => clausesOf(clause).some(({ reported }) => reported);

/** The clauses of a complaint without those of which nothing is left; neighbours that are reported whole stay together. */
export function clausesOf(text: string): Clause[] {
  const clauses: Clause[] = [];
  let whole: { clause: Clause; from: number } | undefined;
  let from = 0;
  const take = (to: number) => {
    const written = text.slice(from, to);
    if (written.trim() === '') return;
    const judged = judge(written);
    const isWhole = judged?.reported === true && judged.text === written;
    const lastFailing = judged?.failing === 1 ? from : (whole?.clause.lastFailing ?? 0);
    if (isWhole && whole !== undefined) {
      const failing = whole.clause.failing + judged.failing;
      Object.assign(whole.clause, { text: text.slice(whole.from, to), failing, lastFailing });
    } else if (judged !== undefined) {
      const clause = { ...judged, lastFailing };
      clauses.push(clause);
      whole = isWhole ? { clause, from } : undefined;
    } else whole = undefined;
  };
  for (const { index, 0: gap } of text.matchAll(CLAUSE)) {
    take(index);
    from = index + gap.length;
  }
  take(text.length);
  return clauses;
}

/** From this many clauses on nothing that a text says beside them puts in doubt that something failed. */
const BEYOND_DOUBT = 4;
/** A fire, the theft of the car itself, and air bags that stayed in, whatever the car hit, are never another story. */
const UNMISTAKABLE =
  /\b(?:air ?bags? (?:did(?: not|n't)|never|failed to) (?:deploy|go off|inflate|come out|open)\w*(?<!\b(?:concern\w*|if|where|afraid|fear\w*) [^.]+)|no(?:ne|t a|t one)? (?:\w+ ){0,3}air ?bags? (?:deployed|went off|inflated|came out|opened)|caught (?:on )?fire|flames|(?:car|vehicle|truck|suv|van) (?:was |got |(?:has|had) been )?stolen|stole (?:the|my|our|this) (?:car|vehicle|truck|suv|van))\b/i;
/** In a text of N characters one sentence for another story is an aside; in a shorter one it is half of it. */
const LONG = 250;

/**
 * The clauses that say that something failed, less the sentences that speak for another story: an outside cause, a mistake of
 * the owner's or a wish anywhere; that all is well, or another car, behind the last failure, since what is told of the car
 * last stands; a question where nothing else is told. Below nought where that is all or most of it.
 */
export function evidenceOf(text: string, clauses: readonly Clause[]): number {
  const told = sum(clauses.map(({ failing }) => failing));
  const { disclaimers, questions, anywhere, afterwards } = otherStories();
  if (told < BEYOND_DOUBT && disclaimers.test(text)) return -1;
  if (told >= BEYOND_DOUBT || UNMISTAKABLE.test(text)) return Math.max(1, told);
  const last = Math.max(0, ...clauses.map(({ lastFailing }) => lastFailing));
  const against =
    sentencesWith(anywhere, text) +
    sentencesWith(afterwards, text.slice(last)) +
    Number(told === 0 && questions.test(text));
  // A mistake and its result are told in two clauses as easily as in one.
  return against > 0 && told < 3 && text.length < LONG ? -against : told - against;
}

/** Without what is told of another car, up to where it comes back to this one. */
export const withoutOtherCars = (text: string): string => text.replace(otherStories().otherCars, ' ');

const SENTENCE_ENDS = /[.!?;]\s/;

/** Most texts have none, and one look at the whole is cheaper than one at each sentence. */
const sentencesWith = (pattern: RegExp, text: string): number =>
  pattern.test(text) ? text.split(SENTENCE_ENDS).filter((sentence) => pattern.test(sentence)).length : 0;

const OF_THIS_CAR_TOO =
  /\b(?:along with|as well(?! as)|both|too(?! (?:many|much|often|late|few|long))|mine|my (?:car|vehicle) (?:also|could(?:n't| not)|would(?:n't| not))|also (?:quit|has|had|fail\w*|broke|stopped))\b/i;
const ROUTINE =
  /\b(?:oil changes?|chang\w* (?:the |my )?oil|check-? ?up|tune-? ?ups?|(?:annual|yearly|state|smog|emissions?) (?:\w+ )?inspection)\b/i;
/** That a recall is not carried out is a trouble of its own. */
const RECALL_NOT_DONE =
  /\b(?:parts?|remed(?:y|ies)|fix|repair|appointment)\b[^.;]*\b(?:not|n't|un)\s?(?:yet )?(?:be )?(?:available|have|in stock|received|arrived|ready)|\b(?:no|not have|n't have|without) (?:the |any |a )?(?:parts?|fix)\b|\bback ?-?order|\brecall (?:repair|work|remedy|fix) (?:did|has|was)\s?(?:not|n't)/i;

function judge(clause: string): Omit<Clause, 'lastFailing'> | undefined {
  const plain = clause.toLowerCase();
  const words = wordsOfClause(plain);
  if (!hasCue(words) && !ROUTINE.test(clause))
    return { text: clause, reported: true, failing: Number(tellsFailure(words) || isTrouble(words)) };
  const byRules = judgeByRules(clause, readScopes(words, plain));
  const { text, reported } = byRules;
  const isLong = text === clause || text.trim().split(/\s+/).length >= LEAST_WORDS;
  return reported || isLong ? byRules : undefined;
}

function isWrong({ words, wrong, unreal }: Scopes, recall: Span | undefined): boolean {
  return words.some(
    (_, at) => wrong[at] === 1 && unreal[at] === 0 && !isWithin(recall, at) && isOfThisCar(words, at),
  );
}

/** "Coolant pipe failure". */
const isTrouble = (words: readonly Word[]): boolean =>
  words.some((word, at) => is(word, BIT.problems) && isOfThisCar(words, at));

function judgeByRules(clause: string, scopes: Scopes): Omit<Clause, 'lastFailing'> {
  const { words, unreal, wrong, denies, supposes } = scopes;
  const others = othersFrom(words);
  const alsoThis = others !== undefined && OF_THIS_CAR_TOO.test(clause);
  if (others !== undefined && !alsoThis && !saysOfThisCar(scopes, others))
    return { text: clause, reported: false, failing: 0 };
  const recall = recallScope(words);
  const isRoutine = words.some((word) => is(word, BIT.routine)) || ROUTINE.test(clause);
  if (!denies && !supposes && recall === undefined && !isRoutine && others === undefined)
    return { text: clause, reported: true, failing: Number(isWrong(scopes, undefined) || isTrouble(words)) };
  const failing = words.some((_, at) => wrong[at] === 1 && unreal[at] === 0 && !isWithin(recall, at));
  const reported = failing || (recall !== undefined && RECALL_NOT_DONE.test(clause));
  return {
    text: withoutUnreal(clause, scopes),
    reported,
    failing: Number(reported && (isWrong(scopes, recall) || RECALL_NOT_DONE.test(clause))),
  };
}

/** Fewer, left of a longer clause, are the beginning of a guess and no more. */
const LEAST_WORDS = 5;
const SAME = wordSet('same similar such these those this identical');

/** The failure stands before others are spoken of and is none of theirs, or is said of "my car". */
function saysOfThisCar({ words, wrong, unreal }: Scopes, others: number): boolean {
  const isReal = (_: Word, at: number) => wrong[at] === 1 && unreal[at] === 0;
  const own = words.findIndex((word, at) => at > others && isText(word, 'my') && is(words[at + 1], BIT.cars));
  if (own > 0 && words.some((word, at) => at > own && isReal(word, at))) return true;
  return words
    .slice(0, Math.max(0, others - 1))
    .some(
      (word, at) => isReal(word, at) && !is(word, BIT.problems) && !anyOneOf(words, at - 3, at + 1, SAME),
    );
}

interface Span {
  from: number;
  to: number;
}

const isWithin = (span: Span | undefined, at: number): boolean =>
  span !== undefined && at >= span.from && at < span.to;

const LINKING = wordSet('with for on of in under by from and');
const DONE = wordSet('done performed completed finished repaired installed fixed');
const LONGEST_RECALL = 6;

/** The recall, what stands right before it ("the air bag recall") and all that follows it, unless it only dates what follows. */
function recallScope(words: readonly Word[]): Span | undefined {
  const at = words.findIndex((word) => is(word, BIT.recall));
  if (at < 0) return undefined;
  let from = at;
  while (
    from > 0 &&
    !is(words[from - 1], BIT.stops | BIT.auxiliary | BIT.subjects) &&
    !isOne(words[from - 1], LINKING)
  )
    from -= 1;
  return { from, to: anyOneOf(words, at + 1, at + 6, DONE) ? at + LONGEST_RECALL : words.length };
}

/** As `wordsOfClause` finds them. */
const WORD = /[a-z0-9][a-z0-9'-]*/gi;

function withoutUnreal(clause: string, { words, unreal }: Scopes): string {
  if (unreal.every((mark) => mark === 0)) return clause;
  let left = '';
  let from = 0;
  [...clause.matchAll(WORD)].forEach(({ index, 0: word }, at) => {
    if (unreal[at] === 0) return;
    if (at === 0 || unreal[at - 1] === 0) left += `${clause.slice(from, index)} `;
    from = at === words.length - 1 ? clause.length : index + word.length;
  });
  return `${left}${clause.slice(from)}`.replace(/ {2,}/g, ' ').trim();
}

/** Finds the word at which a clause turns to other cars and other owners; undefined where it does not. */
function othersFrom(words: readonly Word[]): number | undefined {
  const at = words.findIndex((word, place) => is(word, CUES) && speaksOfOthers(words, place, word));
  return at < 0 ? undefined : at;
}

const CUES = BIT.crowd | BIT.online | BIT.known | BIT.makes | BIT.fleets | BIT.notThis | BIT.turning;

function speaksOfOthers(words: readonly Word[], at: number, word: Word): boolean {
  return (
    is(word, BIT.online | BIT.known) ||
    (is(word, BIT.crowd) && (anyOf(words, at - 5, at, BIT.many) || anyOf(words, at + 1, at + 5, BIT.told))) ||
    (is(word, BIT.fleets) && isFleet(words, at)) ||
    (is(word, BIT.notThis) && isOtherCar(words, at)) ||
    (is(word, BIT.turning) && turns(words, at))
  );
}

const HAVING = wordSet('have has had having are were with');

/** "Many vehicles have". */
function isFleet(words: readonly Word[], at: number): boolean {
  return (
    anyOf(words, at - 4, at, BIT.many) &&
    (anyOf(words, at - 7, at, BIT.problems | BIT.failures | BIT.known) ||
      anyOneOf(words, at + 1, at + 3, HAVING))
  );
}

const ANOTHER = wordSet('another other different');
const OWNING = wordSet('with in on had have own owned');
const OF_OWNER = wordSet('my our her his in the a');
const YEAR = /^(?:19|20)\d\d$/;

/** "My previous car", "another vehicle failed to yield". */
function isOtherCar(words: readonly Word[], at: number): boolean {
  if (!words.slice(at + 1, at + 4).some((other) => is(other, BIT.cars) || YEAR.test(other.text)))
    return false;
  if (!isOne(words[at], ANOTHER)) return isOne(words[at - 1], OF_OWNER);
  return (
    anyOneOf(words, at - 2, at, OWNING) ||
    anyOf(words, at + 1, at + 9, BIT.failures | BIT.problems | BIT.happening)
  );
}

const SOMEONE = wordSet('someone somebody anyone everyone');
const READ = wordSet('that about of on online many where several');

/** "Not the only one", "has a history of", "someone else". */
function turns(words: readonly Word[], at: number): boolean {
  const [before, next, text] = [words[at - 1], words[at + 1], words[at]?.text];
  if (text === 'only') return isText(before, 'the') && anyOf(words, at - 4, at, BIT.not);
  if (text === 'history') return isText(next, 'of');
  if (text === 'read') return isOne(next, READ);
  return text === 'else' && isOne(before, SOMEONE);
}
