import { anyOf, anyOneOf, BIT, is, isOne, isText, type Scopes, type Word, wordSet } from './claim-words.ts';

const SUPPOSED = 2;
const POINTING = wordSet('this that any such these a an');
const INDEFINITE = wordSet('a an any');
const BECAUSE = wordSet('because since as');

/** Marks what a clause only supposes: from where it turns to what might happen up to a reason that it gives; the whole of a question. */
export function markGuesses(scopes: Scopes, plain: string): void {
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
