import { markDenials } from './claim-denials.ts';
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
  const scopes = unreadScopes(words);
  if (!hasCue(words)) return scopes;
  markFailures(scopes);
  markDenials(scopes);
  markGuesses(scopes, plain);
  markProblems(scopes);
  return scopes;
}

/** Whether a clause without cues says that something went wrong. */
export function tellsFailure(words: readonly Word[]): boolean {
  const scopes = unreadScopes(words);
  markFailures(scopes);
  markProblems(scopes);
  return words.some((_, at) => scopes.wrong[at] === 1 && isOfThisCar(words, at));
}

function unreadScopes(words: readonly Word[]): Scopes {
  const [wrong, unreal] = [new Uint8Array(words.length), new Uint8Array(words.length)];
  return { words, wrong, unreal, denies: false, supposes: false };
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

function markFailures({ words, wrong }: Scopes): void {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const says = isFailurePair(words, at)
      ? !isDoneByDriver(words, at)
      : // "Fire hazard" tells of none.
        (is(word, BIT.failures) && !is(words[at + 1], BIT.risks)) ||
        (is(word, BIT.lights) && shines(words, at + 1, at + 5));
    // "Before the fire" dates something else.
    if (says && !isText(words[at - 2], 'before')) wrong[at] = 1;
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
    if (!is(words[at], BIT.problems)) continue;
    for (let other = Math.max(0, at - 6); other <= at + 6 && other < words.length; other += 1)
      if (is(words[other], BIT.happening) && unreal[other] === 0) wrong[at] = 1;
  }
}

const SWITCHING = wordSet('turn turned turning shut shutting cut');
const IT = wordSet('it the');
const OWN_CAR = wordSet('the my vehicle car engine ignition');

/** "Turned off the car", "shut it down"; and whether "off and back on" is a failure, its "off" says. */
function isDoneByDriver(words: readonly Word[], at: number): boolean {
  if (isText(words[at], 'back')) return isText(words[at - 1], 'and');
  return isOne(words[at], SWITCHING) && (isOne(words[at + 1], IT) || isOne(words[at + 2], OWN_CAR));
}

const SUPPOSED = 2;
const BECAUSE = wordSet('because since as');

/** Marks what a clause only supposes: from where it turns to what might happen up to a reason that it gives; the whole of a question. */
function markGuesses(scopes: Scopes, plain: string): void {
  const { words, unreal } = scopes;
  let supposed = QUESTION.test(plain);
  words.forEach((word, at) => {
    if (supposed && givesReason(words, at)) supposed = false;
    if (!supposed && is(word, BIT.supposing | BIT.risks) && beginsGuess(words, at, word)) {
      supposed = true;
      // "This leak could become a fire": of what is pointed at, too, only a guess is told.
      if (at <= LONGEST_SUBJECT) unreal.fill(SUPPOSED, 0, at);
    }
    if (supposed) {
      unreal[at] = SUPPOSED;
      scopes.supposes = true;
    }
  });
  scopes.supposes ||= anyOf(words, 0, words.length, BIT.risks);
}

const LONGEST_SUBJECT = 4;
const QUESTION = /\?[\s?!"*A-Z]*$/i;

function givesReason(words: readonly Word[], at: number): boolean {
  return (
    (isOne(words[at], BECAUSE) && is(words[at + 1], BIT.subjects)) ||
    (isText(words[at], 'due') && isText(words[at + 2], 'the'))
  );
}

const NO_MAY_AFTER = wordSet('in on of since until last this late early by from to');
const A_DATE = /^\d|^of$|^last$/;
const WE = wordSet('i we');
const IF_I_COULD = wordSet("have be die get lose run end potentially possibly easily very 've");
const THEFT = wordSet('stolen hot-wired hotwired hijacked');
const THINLY = /ly$|^(?:also|then|just)$/;
const WOULD = wordSet("have of be 've most cause result happen probably likely");
const WILL = wordSet('eventually probably likely most kill cause die happen result lead further');
const SHOULD = wordSet('it the this they there a an');
const WHAT = wordSet('if happens would will');
const BEFORE = wordSet('someone somebody something anyone people there more another');
const WAITS = wordSet('wait waiting waits time');
const FOR = wordSet('to for');
const AN_ACCIDENT = wordSet('happen an someone it');
const IN = wordSet('the in');
const THAT = wordSet('of that it there the i we a my your');
const BE = wordSet('be have');
const FEELS = wordSet('feel feels felt like sounds sounded seems acts acted though as');
const CONCERN = wordSet('that about is of over');
const OF_RISK = wordSet('of for that to');
const UNSAFE = wordSet('unsafe dangerous');
const MODAL = wordSet("could might may can would should will would've could've");

function beginsGuess(words: readonly Word[], at: number, { text, is: kinds }: Word): boolean {
  const [before, next, second] = [words[at - 1], words[at + 1], words[at + 2]];
  // That a car can be stolen is the failure itself.
  if (anyOneOf(words, at + 1, at + 6, THEFT)) return false;
  switch (text) {
    case 'if':
      return !isHabit(words, at);
    case 'may':
      if (next === undefined || A_DATE.test(next.text) || isOne(before, NO_MAY_AFTER)) return false;
      return !isOne(second, BE);
    // "Could hear" and "could not stop" tell what is.
    case 'could':
      return !(isOne(before, WE) && !isOne(next, IF_I_COULD)) && !is(next, BIT.not | BIT.sensed);
    case 'can': {
      const verb = words.slice(at + 1, at + 4).find((word) => !THINLY.test(word.text));
      return is(verb, BIT.consequences | BIT.failures);
    }
    case 'would':
      return isOne(next, WOULD);
    case 'will':
      return isOne(next, WILL);
    case 'should':
      return isOne(next, SHOULD);
    case 'any':
      return at === 0 && is(next, BIT.failures);
    case 'what':
      return isOne(next, WHAT);
    case 'before':
    case 'until':
      return isOne(next, BEFORE) || isOne(before, WAITS);
    case 'waiting':
      return isOne(next, FOR) && isOne(second, AN_ACCIDENT);
    case 'event':
    case 'case':
      return isOne(before, IN) && isOne(next, THAT);
    case 'going':
      return is(second, BIT.failures | BIT.consequences) && !anyOneOf(words, at - 7, at, FEELS);
    case 'had':
      return at === 0 && anyOneOf(words, 0, words.length, MODAL);
    case 'concern':
    case 'concerns':
      return isOne(next, CONCERN);
    default:
      if ((kinds & BIT.risks) === 0) return true;
      return !UNSAFE.has(text) && (isOne(next, OF_RISK) || isText(before, 'at'));
  }
}

const AS_IF = wordSet('as even only happens happen occurs occur');
const IF_YOU = wordSet("you i we i'll there one");
const UNREAL = wordSet(
  "were was had could would should lose cannot can't are is am do don't didn't did ever",
);
const OPEN = wordSet('could might may would should will');

/** "If you hit a bump it shakes" tells of every bump. */
function isHabit(words: readonly Word[], at: number): boolean {
  if (isOne(words[at - 1], AS_IF)) return true;
  if (!isOne(words[at + 1], IF_YOU) || isOne(words[at + 2], UNREAL)) return false;
  return !anyOneOf(words, at, words.length, OPEN);
}

/** Whose failure a clause tells: that of this car, what a person did, or that of something else. */

const PERSONS = wordSet(
  'i we he she they you someone somebody anybody thief thieves burglar burglars robber kid kids child children boy boys girl teenager teenagers teens vandal vandals criminals son daughter wife husband nephew niece mother father brother sister friend neighbor neighbour guy man woman men people police',
);
/** Behind a person these tell what happened to them, and not what they did. */
const UNDERGOING = wordSet(
  'had have has having lose lost losing get gets got getting keep keeps kept need needed needs was were am been is are be experience experienced experiencing began begin started starting start almost nearly barely hardly only discovered find found finding noticed notice realized said says told stated states diagnosed heard like',
);
const DETERMINERS = wordSet('the my our his her their a an this that these those some another');
const THIS_CAR = wordSet('it this which mine everything');
const NOUNS = wordSet(
  'noise noises sound smell odor smoke vibration crack fracture rattle knock clunk click jolt shudder delay hesitation',
);
/** "Fire department". */
const BRIGADE = wordSet('department dept fighter fighters marshal station extinguisher');
const OF_CAR = BIT.cars | BIT.lights | BIT.problems | BIT.lacking | BIT.makes;

/** The failure that a word tells is this car's, as far as its clause shows: its subject is the car, a part or what was noticed. */
export function isOfThisCar(words: readonly Word[], at: number): boolean {
  if (isText(words[at - 1], 'own') || isOne(words[at + 1], BRIGADE)) return false;
  const isNoun = is(words[at], BIT.problems) || isOne(words[at], NOUNS);
  if (isNoun) {
    const person = words.findIndex((word, place) => place < at && isOne(word, PERSONS));
    if (person !== -1) return undergoes(words, person, at);
  }
  for (let before = at - 1; before >= 0; before -= 1) {
    const word = words[before];
    if (isOne(word, PERSONS)) return undergoes(words, before, at);
    if (isOne(word, DETERMINERS)) {
      if (before === at - 1 || (isNoun && at - before <= 3)) continue;
      return namesCar(words, before + 1, at);
    }
    if (isOne(word, THIS_CAR)) return true;
  }
  return true;
}

function undergoes(words: readonly Word[], from: number, at: number): boolean {
  for (let place = from + 1; place <= at; place += 1) {
    const word = words[place];
    if (isOne(word, UNDERGOING) || is(word, BIT.sensed | BIT.not)) return true;
  }
  return false;
}

function namesCar(words: readonly Word[], from: number, at: number): boolean {
  if (is(words[from], BIT.notThis) && !is(words[from + 1], BIT.cars)) return false;
  return words.slice(from, at).some((word) => word.isPart || is(word, OF_CAR));
}
