import { anyOf, anyOneOf, BIT, is, isOne, isText, type Scopes, type Word, wordSet } from './claim-words.ts';

/** Marks what a clause says that did not happen; and what a part did not do although it should have as a failure. */
export function markDenials(scopes: Scopes): void {
  const { words } = scopes;
  for (let at = 0; at < words.length; at += 1) {
    if (is(words[at], BIT.not)) markDenial(scopes, at);
    if (isOne(words[at], GO) && isText(words[at + 1], 'away') && is(words[at - 1], TROUBLE))
      deny(scopes, 0, at + 2);
    // "Works fine", "back to normal", "was fixed".
    if (is(words[at], BIT.fine) && !anyOf(words, at - 3, at, BIT.not)) scopes.denies = true;
  }
}

const DENIED = 1;
const TROUBLE = BIT.problems | BIT.failures | BIT.lights;
const GO = wordSet('went gone goes');

function deny(scopes: Scopes, from: number, to: number): void {
  scopes.denies = true;
  scopes.unreal.fill(DENIED, from, to);
}

const LONGEST_DENIAL = 12;

/** Up to where a denial that begins at a word reaches: the next "but", or the next subject behind a comma or an "and". */
function endOfDenial(words: readonly Word[], from: number): number {
  let at = from + 1;
  for (; at < words.length && at - from <= LONGEST_DENIAL; at += 1) {
    const word = words[at];
    if (is(word, BIT.stops | BIT.nounDenials)) break;
    const joined = word?.paused === true || isText(words[at - 1], 'and');
    if (joined && is(word, BIT.subjects) && !isText(words[from], 'nothing')) break;
  }
  return at;
}

const DOING = wordSet('happened happens works worked helped helps responds responded');

function markDenial(scopes: Scopes, at: number): void {
  const { words, wrong } = scopes;
  const [word, next] = [words[at], words[at + 1]];
  if (isText(word, 'none') && isText(next, 'of')) {
    if (anyOf(words, at, at + 8, BIT.functions | BIT.fine)) wrong[at] = 1;
  } else if (isText(word, 'nothing') && isOne(next, DOING)) wrong[at] = 1;
  else if (is(word, BIT.nounDenials)) denyNoun(scopes, at, endOfDenial(words, at));
  else denyVerb(scopes, at, endOfDenial(words, at));
}

const NO_DENIAL = wordSet('mention prevent address help');
const UP_TO_THEN = wordSet('until till other');
const SHINES = wordSet(
  'on come came turn turned illuminate illuminates illuminated comes turns lights light lit appear appeared activate activated',
);
const SHOULD_NOT = wordSet("shouldn't shouldnt");
const OFF = wordSet('off out');
const WANT = wordSet('want wanted wish');
const RETURNS = wordSet('return returned recur reoccur recurred reoccurred resurfaced reappeared');

/** "Has not leaked" is denied, "does not start" a failure, "could not find a leak" denied. */
function denyVerb(scopes: Scopes, at: number, end: number): void {
  const { words, wrong } = scopes;
  let head = at + 1;
  while (head < end && is(words[head], BIT.auxiliary)) head += 1;
  const verb = words[head];
  if (isOne(verb, NO_DENIAL) || isOne(words[end], UP_TO_THEN)) return;
  if (isOne(words[at], SHOULD_NOT) || isText(words[at - 1], 'should')) return;
  if (isOne(verb, RETURNS) && anyOf(words, at - 5, at, TROUBLE)) deny(scopes, 0, end);
  else if (isOne(verb, WANT)) deny(scopes, at, words.length);
  else if (isOne(verb, SHINES) && !isOne(words[head + 1], OFF) && isWarningLight(words, at))
    deny(scopes, Math.max(0, at - 4), end);
  else if (is(verb, BIT.functions)) {
    // Whoever did not do it is no part of the car.
    if (!anyOf(words, at - 3, at, BIT.company)) wrong[at] = 1;
  } else if (tellsTrouble(scopes, head, is(verb, BIT.finding) ? end : Math.min(end, head + 4)))
    deny(scopes, at, end);
}

const LIGHT = wordSet('light lights lamp lamps indicator indicators warning warnings alert message');
const WARNING = wordSet(
  'warning warnings engine dash dashboard indicator indicators oil battery temperature airbag bag abs srs esc fault alert message tpms',
);

/** "The oil light did not come on"; but a headlight that does not is a failure. */
function isWarningLight(words: readonly Word[], at: number): boolean {
  return anyOneOf(words, at - 6, at, LIGHT) && anyOneOf(words, at - 6, at, WARNING);
}

const ANYTHING = wordSet('anything wrong');

function tellsTrouble({ words, wrong }: Scopes, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1)
    if (wrong[at] === 1 || is(words[at], TROUBLE) || isOne(words[at], ANYTHING)) return true;
  return false;
}

const SIGNS = wordSet('signs or');
const PLAIN_LIGHTS = wordSet('warning light lights lamp lamps');
const LAMPS = wordSet('light lights lamp lamps');
const OF_WARNINGS = wordSet('warning engine dash dashboard indicator oil error idiot bag airbag abs srs esc');
const NO_NOUN = wordSet('matter only');
const LONGEST_LIST = 8;

/** "No leak", "without a warning light", "nothing wrong"; but "no power" is a failure, and "no warning" says nothing. */
function denyNoun(scopes: Scopes, at: number, end: number): void {
  const { words, wrong } = scopes;
  const [next, second] = [words[at + 1], words[at + 2]];
  if (isText(next, 'longer')) {
    if (anyOf(words, at + 2, at + 5, BIT.functions)) wrong[at] = 1;
    return;
  }
  if (isOne(next, NO_NOUN) || (isText(words[at - 1], 'at') && isText(next, 'charge'))) return;
  if (is(next, BIT.neutral) && !is(second, BIT.lights) && !isOne(second, SIGNS)) return;
  const to = Math.min(end, at + LONGEST_LIST + 1);
  let denied = false;
  for (let place = at + 1; place < to && !denied; place += 1) {
    const [word, before, after] = [words[place], words[place - 1], words[place + 1]];
    denied =
      is(word, BIT.failures | BIT.problems) ||
      (is(word, BIT.lights) && !isOne(word, PLAIN_LIGHTS)) ||
      (isOne(word, LAMPS) && (isOne(before, OF_WARNINGS) || is(after, BIT.shining)));
  }
  if (denied) deny(scopes, at, to);
  else if (anyOf(words, at + 1, at + 4, BIT.lacking)) wrong[at] = 1;
}
