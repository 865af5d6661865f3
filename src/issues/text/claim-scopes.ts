import { markDenials } from './claim-denials.ts';
import { markGuesses } from './claim-guesses.ts';
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
