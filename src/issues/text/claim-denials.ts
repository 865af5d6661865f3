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

/** Marks what a clause says that did not happen; and what a part did not do although it should have as a failure. */
export function markDenials(scopes: Scopes): void {
  const { words } = scopes;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (is(word, BIT.not) || (isText(word, 'any') && isText(words[at - 1], 'for'))) markDenial(scopes, at);
    if (is(word, BIT.fine)) markFine(scopes, at);
    if (isText(word, 'ruled') && isText(words[at + 1], 'out')) deny(scopes, at, words.length);
    if (isOne(word, GO) && isText(words[at + 1], 'away') && is(words[at - 1], TROUBLE | BIT.auxiliary))
      deny(scopes, 0, at + 2);
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
const GOING_ON = wordSet('just then suddenly');

/** Up to where a denial that begins at a word reaches: the next "but", or the next subject behind a comma or an "and". */
function endOfDenial(words: readonly Word[], from: number): number {
  let at = from + 1;
  for (; at < words.length && at - from <= LONGEST_DENIAL; at += 1) {
    const [before, word] = [words[at - 1], words[at]];
    if (is(word, BIT.stops | BIT.nounDenials) || (isText(word, 'other') && isText(words[at + 1], 'than')))
      break;
    const joined = (word?.paused === true && !isText(before, 'or')) || isText(before, 'and');
    if (joined && is(word, BIT.subjects) && !isText(words[from], 'nothing')) break;
    const acts = isOne(word, GOING_ON) || word?.text.endsWith('ed') === true || isFailurePair(words, at);
    if (isText(before, 'and') && acts) break;
  }
  return at;
}

const DOING = wordSet('happened happens works worked helped helps responds responded');
const NOR_DOING = wordSet('can could does did do would will');

function markDenial(scopes: Scopes, at: number): void {
  const { words, wrong, unreal } = scopes;
  const [word, next] = [words[at], words[at + 1]];
  if (unreal[at] === DENIED) return;
  if (isText(word, 'none') && isText(next, 'of')) {
    if (anyOf(words, at, at + 8, BIT.functions | BIT.fine)) wrong[at] = 1;
  } else if (isText(word, 'nothing') && isOne(next, DOING)) wrong[at] = 1;
  else if (
    (is(word, BIT.nounDenials) || isText(word, 'any')) &&
    !(isText(word, 'nor') && isOne(next, NOR_DOING))
  )
    denyNoun(scopes, at, endOfDenial(words, at));
  else denyVerb(scopes, at, endOfDenial(words, at));
}

const NO_DENIAL = wordSet('mention prevent address help');
const UP_TO_THEN = wordSet('until till other');
const WANT = wordSet('want wanted wish');
const SHINES = wordSet(
  'on come came turn turned illuminate illuminates illuminated comes turns lights light lit appear appeared activate activated',
);
const SHOULD_NOT = wordSet("shouldn't shouldnt");
const BELIEVE = wordSet('believe imagine');
const COULD = wordSet('could can');
const OFF = wordSet('off out');
const WE = wordSet('i we do');
const CAUGHT = wordSet('fire on');
const MENDED = wordSet('fixed resolved corrected solved normal right safe good available');
const UNABLE = wordSet("cannot can't unable couldn't");

/** "Has not leaked" is denied, "does not start" a failure, "could not find a leak" denied. */
function denyVerb(scopes: Scopes, at: number, end: number): void {
  const { words, wrong } = scopes;
  let head = at + 1;
  while (head < end && is(words[head], BIT.auxiliary) && !is(words[head], BIT.lacking)) head += 1;
  const verb = words[head];
  if (
    verb === undefined ||
    isText(words[at + 1], 'only') ||
    isOne(verb, NO_DENIAL) ||
    isOne(words[end], UP_TO_THEN)
  )
    return;
  if (
    isOne(words[at], SHOULD_NOT) ||
    isText(words[at - 1], 'should') ||
    (isOne(verb, BELIEVE) && (isOne(words[at], UNABLE) || isOne(words[at - 1], COULD)))
  )
    return;
  const catches = isText(verb, 'catch') && isOne(words[head + 1], CAUGHT);
  if (isOne(verb, WANT) && isOne(words[at - 1], WE)) {
    scopes.supposes = true;
    scopes.unreal.fill(DENIED, at, words.length);
  } else if (isGone(words, at, head)) deny(scopes, 0, end);
  else if (isOne(verb, SHINES) && !isOne(words[head + 1], OFF) && isWarningLight(words, at))
    deny(scopes, Math.max(0, at - 4), end);
  else if (
    is(verb, BIT.functions) &&
    !catches &&
    !(is(verb, BIT.finding) && tellsTrouble(scopes, head + 1, end))
  ) {
    if (!isOfCompany(words, at)) wrong[at] = 1;
  } else if (isOne(verb, MENDED) || (isText(verb, 'get') && anyOf(words, head + 1, head + 7, BIT.functions)))
    wrong[at] = 1;
  else if (isOne(verb, ANYTHING) && isText(words[head - 1], 'do')) {
    if (!anyOf(words, at - 5, at, BIT.company)) wrong[at] = 1;
  } else if (is(verb, BIT.finding)) {
    const reach = isText(words[end], 'as') ? endOfDenial(words, end) : end;
    if (tellsTrouble(scopes, head, reach)) deny(scopes, at, reach);
    else if (lacks(words, head + 1) || (isOne(words[at], UNABLE) && !isOfCompany(words, at))) wrong[at] = 1;
  } else if (catches || wrong[head] === 1 || is(verb, TROUBLE)) deny(scopes, at, end);
  else if (tellsTrouble(scopes, head, Math.min(end, head + 4))) deny(scopes, at, end);
  else if (anyOf(words, head, head + 2, BIT.lacking)) wrong[at] = 1;
}

const COME = wordSet('come came');
const RETURNED = wordSet(
  'return returned exist exists existed persist recur reoccur recurred reoccurred resurfaced reappeared',
);

/** "The problem has not come back." */
function isGone(words: readonly Word[], at: number, head: number): boolean {
  const comesBack = isOne(words[head], COME) && isText(words[head + 1], 'back');
  return (comesBack || isOne(words[head], RETURNED)) && anyOf(words, at - 5, at, TROUBLE);
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

function lacks(words: readonly Word[], at: number): boolean {
  return anyOf(words, at, at + 3, BIT.lacking);
}

/** Whoever did not do it is no part of the car. */
function isOfCompany(words: readonly Word[], at: number): boolean {
  return anyOf(words, at - 3, at, BIT.company);
}

const SIGNS = wordSet('signs or');
const PLAIN_LIGHTS = wordSet('warning light lights lamp lamps');
const LAMPS = wordSet('light lights lamp lamps');
const OF_WARNINGS = wordSet('warning engine dash dashboard indicator oil error idiot bag airbag abs srs esc');
const WARNINGS = wordSet('warning warnings');
const NO = wordSet('no not any');
const OF_WARNING = wordSet('of before prior that at whatsoever on in were went came');
const TOLD = wordSet('wrong anything open found');
const NO_NOUN = wordSet('longer matter only');
const LONGEST_LIST = 8;

/** "No leak", "without a warning light", "nothing wrong"; but "no power" is a failure, and "no warning" says nothing. */
function denyNoun(scopes: Scopes, at: number, end: number): void {
  const { words, wrong } = scopes;
  const [next, second] = [words[at + 1], words[at + 2]];
  if (isText(next, 'longer') && anyOf(words, at + 2, at + 5, BIT.functions)) wrong[at] = 1;
  if (isOne(next, NO_NOUN) || (isText(next, 'other') && isText(second, 'than'))) return;
  if (
    is(next, BIT.lacking) &&
    !anyOf(words, at + 2, at + 4, TROUBLE | BIT.shining) &&
    !isText(words[at], 'nothing')
  ) {
    wrong[at] = 1;
    return;
  }
  if (is(next, BIT.neutral) && !is(second, BIT.lights) && !isOne(second, SIGNS)) {
    if (isOne(next, WARNINGS) && isOne(words[at], NO) && (second === undefined || isOne(second, OF_WARNING)))
      scopes.denies = true;
    return;
  }
  if (scopes.unreal[at - 1] === DENIED) {
    deny(scopes, at, end);
    return;
  }
  const to = Math.min(end, at + LONGEST_LIST + 1);
  let denied = false;
  for (let place = at + 1; place < to && !denied; place += 1) {
    const [word, before, after] = [words[place], words[place - 1], words[place + 1]];
    denied =
      is(word, BIT.failures | BIT.problems) ||
      isOne(word, TOLD) ||
      (is(word, BIT.lights) && !isOne(word, PLAIN_LIGHTS)) ||
      (isOne(word, LAMPS) && (isOne(before, OF_WARNINGS) || is(after, BIT.shining))) ||
      (isOne(word, WARNINGS) && is(after, BIT.lights));
  }
  if (denied) deny(scopes, at, to);
  else if (lacks(words, at + 1) && !isText(words[at], 'nothing')) wrong[at] = 1;
}

const UNTIL = wordSet('until till then');
const GOOD = wordSet('well good');
const FOUND = wordSet('look looks looked check checked checks test tested tests seemed everything as');

/** "Works fine", "back to normal", "was fixed". */
function markFine(scopes: Scopes, at: number): void {
  const { words, wrong, unreal } = scopes;
  if (
    unreal[at] === DENIED ||
    isText(words[at - 1], 'than') ||
    (isOne(words[at], GOOD) && isText(words[at - 1], 'as')) ||
    anyOf(words, at - 3, at, BIT.not)
  )
    return;
  const isFound = anyOneOf(words, at - 3, at, FOUND);
  if (!isFound && !anyOf(words, at - 2, at + 3, BIT.auxiliary | BIT.functions)) return;
  if (anyOneOf(words, at + 1, at + 4, UNTIL)) return;
  scopes.denies = true;
  for (let before = Math.max(0, at - 4); before <= at; before += 1)
    if (is(words[before], BIT.problems) || (is(words[before], BIT.functions) && wrong[before] === 1))
      unreal[before] = DENIED;
}
