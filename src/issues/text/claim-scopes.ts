import { markDenials } from './claim-denials.ts';
import { isOfThisCar } from './claim-subjects.ts';
import {
  anyOf,
  anyOneOf,
  BIT,
  is,
  isFailurePair,
  isOne,
  isText,
  type Scopes,
  type Word,
  wordSet,
} from './claim-words.ts';

/** @param plain the clause in small letters, of which these are the words. */
export function readScopes(words: readonly Word[], plain: string): Scopes {
  const [wrong, unreal] = [new Uint8Array(words.length), new Uint8Array(words.length)];
  const scopes = { words, wrong, unreal, denies: false, supposes: false };
  if (!hasCue(words)) return scopes;
  markFailures(scopes);
  markDenials(scopes);
  markGuesses(scopes, plain);
  markProblems(scopes);
  return scopes;
}

/** Whether a clause without cues says that something went wrong. */
export function tellsFailure(words: readonly Word[]): boolean {
  const [wrong, unreal] = [new Uint8Array(words.length), new Uint8Array(words.length)];
  const scopes = { words, wrong, unreal, denies: false, supposes: false };
  markFailures(scopes);
  markProblems(scopes);
  return words.some((_, at) => wrong[at] === 1 && isOfThisCar(words, at));
}

export const hasCue = (words: readonly Word[]): boolean => anyOf(words, 0, words.length, CUES);

/** Without any of these a clause neither denies nor guesses, nor tells of others, recalls or routine work. */
const CUES =
  BIT.not |
  BIT.nounDenials |
  BIT.supposing |
  BIT.risks |
  BIT.crowd |
  BIT.online |
  BIT.known |
  BIT.fleets |
  BIT.makes |
  BIT.notThis |
  BIT.turning |
  BIT.recall |
  BIT.routine |
  BIT.fine;

const SOUND = wordSet('sound sounds');
const BOARDS = wordSet('board boards');

function markFailures({ words, wrong }: Scopes): void {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const says = isFailurePair(words, at)
      ? !isDoneByDriver(words, at)
      : (is(word, BIT.failures) &&
          !isRiskOf(words, at) &&
          !(isOne(word, SOUND) && isText(words[at + 1], 'like'))) ||
        (is(word, BIT.lights) &&
          !isOne(words[at + 1], BOARDS) &&
          (shines(words, at - 4, at) || shines(words, at + 1, at + 5)));
    if (says && !isOnlyDated(words, at)) wrong[at] = 1;
  }
}

function shines(words: readonly Word[], from: number, to: number): boolean {
  for (let at = Math.max(0, from); at < to && at < words.length; at += 1)
    if (is(words[at], BIT.shining) && (!isText(words[at], 'on') || is(words[at - 1], BEING))) return true;
  return false;
}

const BEING = BIT.auxiliary | BIT.shining | BIT.lights | BIT.functions;

/** A problem that the owner has, noticed or saw begin; "an issue" alone is in guesses and recalls as well. */
function markProblems({ words, wrong, unreal }: Scopes): void {
  for (let at = 0; at < words.length; at += 1) {
    if (!is(words[at], BIT.problems) || unreal[at] !== 0 || isText(words[at - 1], 'any')) continue;
    if (isOnlyDated(words, at)) continue;
    for (let other = Math.max(0, at - 6); other <= at + 6 && other < words.length; other += 1)
      if (is(words[other], BIT.happening) && unreal[other] === 0) wrong[at] = 1;
  }
}

const ARTICLES = wordSet('the this my any');
const PRIOR = wordSet('prior up');
const TIME = wordSet('time moment');
const ANYTHING = wordSet('anything nothing');
const SEEKING = wordSet(
  'check checked checking look looked looking inspect inspected test tested searched examined',
);

/** "Before the fire", "at the time of the crash", "checked for leaks", "if anything was wrong": it dates or aims at something else. */
function isOnlyDated(words: readonly Word[], at: number): boolean {
  const noun = isOne(words[at - 1], ARTICLES) ? at - 1 : at;
  const [before, second] = [words[noun - 1], words[noun - 2]];
  if (
    isText(before, 'before') ||
    (isText(before, 'to') && isOne(second, PRIOR)) ||
    (isText(before, 'of') && isOne(second, TIME))
  )
    return true;
  if (isText(words[at], 'wrong') && anyOneOf(words, at - 3, at, ANYTHING)) return true;
  for (let step = 1; step <= 3; step += 1)
    if (isText(words[at - step], 'for') && isOne(words[at - step - 1], SEEKING)) return true;
  return false;
}

const SWITCHING = wordSet('turn turned turning shut shutting cut');
const IT = wordSet('it the');
const OWN_CAR = wordSet('the my vehicle car engine ignition');

/** "Turned off the car", "shut it down"; and whether "off and back on" is a failure, its "off" says. */
function isDoneByDriver(words: readonly Word[], at: number): boolean {
  if (isText(words[at], 'back')) return isText(words[at - 1], 'and') && isText(words[at - 2], 'off');
  return isOne(words[at], SWITCHING) && (isOne(words[at + 1], IT) || isOne(words[at + 2], OWN_CAR));
}

const RISKY = wordSet('concern concerns potential');

/** "Fire hazard", "risk of fire". */
function isRiskOf(words: readonly Word[], at: number): boolean {
  const [next, before] = [words[at + 1], words[at - 1]];
  return is(next, BIT.risks) || isOne(next, RISKY) || (isText(before, 'of') && is(words[at - 2], BIT.risks));
}

const SUPPOSED = 2;
const POINTING = wordSet('this that any such these a an');
const INDEFINITE = wordSet('a an any');
const BECAUSE = wordSet('because since as');

/** Marks what a clause only supposes: from where it turns to what might happen up to a reason that it gives; the whole of a question. */
function markGuesses(scopes: Scopes, plain: string): void {
  const { words, unreal } = scopes;
  const begins = (at: number): boolean => {
    const word = words[at];
    return word !== undefined && is(word, BIT.supposing | BIT.risks) && beginsGuess(words, at, word);
  };
  let supposed = asks(words, plain);
  for (let at = 0; at < words.length; at += 1) {
    if (supposed && endsGuess(words, at)) supposed = false;
    if (!supposed && begins(at)) {
      supposed = true;
      // "This leak could become a fire": of what is pointed at, too, only a guess is told.
      if (at <= (isOne(words[0], INDEFINITE) ? 8 : 4) && isOne(words[0], POINTING) && isOne(words[at], MODAL))
        unreal.fill(SUPPOSED, 0, at);
    }
    if (supposed) {
      unreal[at] = SUPPOSED;
      scopes.supposes = true;
    }
  }
  scopes.supposes ||= anyOf(words, 0, words.length, BIT.risks);
}

function endsGuess(words: readonly Word[], at: number): boolean {
  const isReason =
    (isOne(words[at], BECAUSE) && is(words[at + 1], BIT.subjects)) ||
    (isText(words[at], 'due') && isText(words[at + 2], 'the'));
  return isReason || (isText(words[at], 'when') && isText(words[at - 1], 'and'));
}

const QUESTION = /\?[\s?!"*A-Z]*$/i;
const ASKING = wordSet(
  'how what why who when where does do is are can could will would should has have and or but also so',
);

/** A question tells nothing. */
function asks(words: readonly Word[], plain: string): boolean {
  return isOne(words[0], ASKING) && QUESTION.test(plain);
}

const NO_MAY_AFTER = wordSet('in on of since until last this late early by from to');
const A_DATE = /^\d|^of$|^last$/;
const WE = wordSet('i we');
const IF_I_COULD = wordSet("have be die get lose run end potentially possibly easily very 've");
const THEFT = wordSet('stolen hot-wired hotwired hijacked');
const NO_POSSIBLE_AFTER = wordSet('as were was where when if not every');
const YOU = wordSet('you i we');
const THINLY = /ly$|^(?:also|then|just)$/;
const WOULD = wordSet("have of be 've most cause result happen probably likely");
const WILL = wordSet('eventually probably likely most kill cause die happen result lead further');
const SHOULD = wordSet('it the this they there a an');
const WHAT = wordSet('if happens would will');
const BEFORE = wordSet('someone somebody something anyone people there more another');
const BEFORE_IT = wordSet('it my the');
const WAITS = wordSet('wait waiting waits time');
const FOR = wordSet('to for');
const AN_ACCIDENT = wordSet('happen an someone it');
const IN = wordSet('the in');
const THAT = wordSet('of that it there the i we a my your');
const BE = wordSet('be have');
const DID = wordSet('started kept');
const FEELS = wordSet('feel feels felt like sounds sounded seems acts acted though as');
const HAD = wordSet('the it i that this we my there she he');
const ABOUT = wordSet('the a about less more around two three');
const CONCERN = wordSet('that about is of');
const BY = wordSet('by me us and so');
const OF_RISK = wordSet('of for that to');
const UNSAFE = wordSet('unsafe dangerous');

function beginsGuess(words: readonly Word[], at: number, { text, is: kinds }: Word): boolean {
  const [before, next, second] = [words[at - 1], words[at + 1], words[at + 2]];
  switch (text) {
    case 'if':
      return !isHabit(words, at);
    case 'may':
      if (next === undefined || A_DATE.test(next.text) || isOne(before, NO_MAY_AFTER)) return false;
      return !(is(next, BIT.not) && isOne(second, BE));
    case 'could':
      if (isOne(before, WE) && !isOne(next, IF_I_COULD)) return false;
      return mayHappen(words, at);
    case 'might':
      return is(next, BIT.not) || mayHappen(words, at);
    case 'possible':
      return !isOne(before, NO_POSSIBLE_AFTER) && !isText(words[at - 2], 'as');
    case 'can': {
      const verb = words.slice(at + 1, at + 4).find((word) => !THINLY.test(word.text));
      if (anyOneOf(words, at + 1, at + 6, THEFT) || isOne(before, YOU)) return false;
      return is(verb, BIT.consequences | BIT.failures);
    }
    case 'would':
      return isOne(next, WOULD);
    case 'will':
      return isOne(next, WILL) && !isText(second, 'able');
    case 'should':
      return isOne(next, SHOULD);
    case 'any':
      return at === 0 && is(next, BIT.failures);
    case 'what':
      return isOne(next, WHAT);
    case 'before':
    case 'until':
    case 'til':
    case 'till':
      return isOne(next, BEFORE) || (isOne(next, BEFORE_IT) && isOne(before, WAITS));
    case 'waiting':
      return isOne(next, FOR) && isOne(second, AN_ACCIDENT);
    case 'event':
    case 'case':
      return isOne(before, IN) && isOne(next, THAT);
    case 'going':
      return (
        isText(next, 'to') &&
        is(second, BIT.failures | BIT.consequences) &&
        !isOne(before, DID) &&
        !anyOneOf(words, at - 7, at, FEELS)
      );
    case 'had':
      return at === 0 && isOne(next, HAD) && anyOneOf(words, 0, words.length, MODAL);
    case 'subject':
      return isText(next, 'to');
    case 'maybe':
    case 'probably':
    case 'likely':
      return !isOne(next, ABOUT) && !/^\d/.test(next?.text ?? '');
    case 'concern':
    case 'concerns':
      return isOne(next, CONCERN);
    case 'concerned':
    case 'worried':
    case 'afraid':
    case 'scared':
      return next !== undefined && !next.paused && !isOne(next, BY);
    default:
      if ((kinds & BIT.risks) === 0) return true;
      return !UNSAFE.has(text) && (isOne(next, OF_RISK) || isText(before, 'at'));
  }
}

/** "Could fail"; but "could hear", "could not stop" and "could be stolen" tell what is. */
function mayHappen(words: readonly Word[], at: number): boolean {
  if (anyOneOf(words, at + 1, at + 6, THEFT)) return false;
  const next = words[at + 1];
  return (
    !is(next, BIT.not | BIT.sensed) ||
    (isText(next, 'get') && is(words[at + 2], BIT.failures | BIT.consequences))
  );
}

const AS_IF = wordSet('as even only happens happen occurs occur');
const UNKNOWN_IF = wordSet('what especially than know sure asked see wonder');
const IF_YOU = wordSet("you i we i'll there one");
const UNREAL = wordSet(
  "were was had could would should lose cannot can't are is am do don't didn't did ever",
);
const OPEN = wordSet('could might may would should will');
const MODAL = wordSet("could might may can would should will would've could've");

/** "If you hit a bump it shakes" tells of every bump. */
function isHabit(words: readonly Word[], at: number): boolean {
  if (isOne(words[at - 1], AS_IF)) return true;
  if (isOne(words[at - 1], UNKNOWN_IF) || !isOne(words[at + 1], IF_YOU) || isOne(words[at + 2], UNREAL))
    return false;
  return !anyOneOf(words, at, words.length, OPEN);
}
