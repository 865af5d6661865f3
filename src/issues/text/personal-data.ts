import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { shippedModel } from '../group/likeness-model.ts';
import { patternOf } from './patterns.ts';
import { isMeaningful } from './terms.ts';
import { stem, wordLists } from './words.ts';

/** Takes out everything that may show who wrote a complaint, before any text leaves the service for a model. */
export function withoutPersonalData(text: string): string {
  const plain = personalNumbers().reduce((left, pattern) => left.replace(pattern, '…'), text);
  return withoutNames(plain);
}

const NAME = String.raw`[A-Z][a-z'’-]+(?: (?:[A-Z]\.? )?[A-Z][a-z'’-]+)?`;
const KIN =
  '(?:wife|husband|son|daughter|sister|brother|mother|father|mom|dad|cousin|friend|neighbou?r|boss|uncle|aunt|grandm?p?a)';
const STAFF =
  '(?:manager|advis[eo]r|technician|tech|mechanic|rep|representative|supervisor|agent|adjuster|sales(?:man|person)|witness|lawyer|guy|lady|writer|owner|officer|employee|clerk|driver)';
const SPOKEN_TO =
  '(?:(?:spoke|talked|spea?king|talking|dealt|message|met|meeting) (?:to|with)|called|named|asked for|per|me and|sincerely|regards|signed|thanks|thank you)';

/** Whoever follows these words is a person. */
const BY_TITLE: readonly RegExp[] = [
  /\b(?:mr|mrs|ms|miss|dr|officer|sgt|sergeant|attorney|detective)\b\.? [a-z][\w']+(?: [A-Z][\w']+)?/gi,
  /(?<=\b(?:my name(?: is|'s|:)|name:|i am called)\s+)[a-z][\w'’-]+(?: [a-z][\w'’-]+)?/gi,
  new RegExp(
    String.raw`(?<=\b(?:${anyFirstLetter(KIN)}|${anyFirstLetter(STAFF)}|${anyFirstLetter(SPOKEN_TO)})[,:.-]? )${NAME}`,
    'g',
  ),
  new RegExp(
    String.raw`(?<=\b(?:${anyFirstLetter(KIN)}|${anyFirstLetter(STAFF)}|${anyFirstLetter(SPOKEN_TO)}|by|from)[,:.-]? )(?:[A-Z]\. ?){1,2}[A-Z][a-z'’-]+`,
    'g',
  ),
  /(?:\b[A-Z]\. ?){1,2}[A-Z][a-z'’-]+(?= (?:said|says|told|called|refused|in (?:the )?service|at (?:the )?(?:dealer|shop|service)))/g,
];
/** In small letters or all in capitals only where the word is one that complaints do not hold. */
const UNKNOWN_AFTER = new RegExp(
  String.raw`(?<=\b(?:${KIN}|${STAFF}|${SPOKEN_TO}),? )[a-z][a-z'’-]{2,}`,
  'gi',
);
const UNKNOWN_BEFORE =
  /\b(?<!['’])[a-z][a-z-]{2,}(?= (?:said|says|told|drove|called|hung up|refused|signed|quoted|saw|heard|replaced|wrote|never called|my (?:wife|husband|son|daughter)|the (?:service )?(?:manager|tech\w*|advisor)|(?:in|from|at) (?:the )?(?:service|corporate|dealership|dealer|shop|front desk|parts|tow company))\b)/gi;
/** The rest of a name of which the first part is gone, or an initial stands there. */
const UNKNOWN_SURNAME = /(?<=(?:…|\b[a-z]\.) )[a-z][a-z'’-]{2,}\b/gi;
/** A word that begins with a capital, in a text that is not all capitals. */
const CAPITALISED = /\b[A-Z][a-z]+(?:[A-Z][a-z]+)?\b(?!['’]t)/g;

const VERBS_AND_THINGS = new Set(
  'will may april june hope jack van art miles max rich amber crystal rusty sandy summer chase rob'.split(
    ' ',
  ),
);
const NO_SURNAMES =
  '(?:THE|AND|FOR|ON|OF|IN|AT|TO|WAS|WERE|IS|ARE|FROM|WITH|NOT|THAT|THIS|HAVE|HAS|HAD|UP|BUT)';
const COLOURS = '(?:Silver|Gr[ae]y|Blue|Red|White|Black|Green|Gold|Metallic|Pearl)';

/** "wife" also as "Wife". */
function anyFirstLetter(words: string): string {
  return words.replaceAll(/(?<=[(|])[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

const firstNames = onDemand(() => {
  const { always, capitalised, beforeAnother } = readDataFile(
    'lexicon/first-names.json',
    z.strictObject({
      always: z.array(z.string()).describe('Names that are no other word of a complaint.'),
      capitalised: z.array(z.string()).describe('Those of them that are words in small letters.'),
      beforeAnother: z.array(z.string()).describe('Names only before a surname: "Mark Hill", not "a mark".'),
    }),
  );
  const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const surname = String.raw`(?: (?:[A-Za-z]\. )?(?:Mc|Mac|O'|De|Di)?(?!${COLOURS}\b)[A-Z][A-Za-z'’-]+)`;
  const anyCase = always.flatMap((name) => [capital(name), name.toUpperCase()]).join('|');
  const words = new Set(capitalised);
  const small = always.filter((name) => !words.has(name)).join('|');
  const inCapitals = beforeAnother
    .filter((name) => !VERBS_AND_THINGS.has(name))
    .join('|')
    .toUpperCase();
  return [
    new RegExp(String.raw`\b(?:${anyCase})\b${surname}?`, 'g'),
    new RegExp(String.raw`\b(?:${small})\b`, 'g'),
    new RegExp(String.raw`\b(?:${beforeAnother.map(capital).join('|')})${surname}`, 'g'),
    // In a text all in capitals a verb or a month would be one of them.
    new RegExp(String.raw`\b(?:${inCapitals}) (?!${NO_SURNAMES}\b)[A-Z]{3,}\b`, 'g'),
  ];
});

const cars = onDemand(() => new Set(wordLists().brands));

/** A word that complaints do not hold is a name, of a person where it is of no car. */
function unlessKnown(word: string): string {
  return isKnownWord(word) || cars().has(word.toLowerCase()) ? word : '…';
}

function withoutNames(text: string): string {
  let plain = text;
  for (const pattern of [...BY_TITLE, ...firstNames()]) plain = plain.replace(pattern, '…');
  for (const pattern of [UNKNOWN_AFTER, UNKNOWN_BEFORE, CAPITALISED, UNKNOWN_SURNAME])
    plain = plain.replace(pattern, unlessKnown);
  return plain;
}

/** Numbers, addresses and accounts that may show who wrote a complaint. A recall's number, a code and a mileage do not. */
const personalNumbers = onDemand(() => {
  const { words, patterns } = readDataFile(
    'lexicon/personal-numbers.json',
    z.strictObject({
      words: z.record(z.string(), z.string()).describe('What stands for `{NAME}` in the patterns.'),
      patterns: z.array(z.tuple([z.string(), z.enum(['g', 'gi'])])).describe('Applied in this order.'),
    }),
  );
  return patterns.map(([source, flags]) => patternOf(source, words, flags));
});

/** Complaints are full of the same few thousand words. */
const stems = onDemand(() => new Set(shippedModel().terms.filter((term) => !term.includes(' '))));

/** Tells whether many complaints hold the word, or it says nothing by itself. */
function isKnownWord(word: string): boolean {
  return isKnownStem(stem(word.toLowerCase()));
}

export function isKnownStem(bare: string): boolean {
  return !isMeaningful(bare) || stems().has(bare);
}
