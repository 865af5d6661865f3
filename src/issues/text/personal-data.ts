import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { shippedModel } from '../group/likeness-model.ts';
import { isMeaningful } from './terms.ts';
import { stem, wordLists } from './words.ts';

/** Takes out everything that may show who wrote a complaint, before any text leaves the service for a model. */
export function withoutPersonalData(text: string): string {
  const plain = PERSONAL_NUMBERS.reduce((left, pattern) => left.replace(pattern, '…'), text);
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
/** What is left of a name of which the first part is gone, or an initial stands there. */
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

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*';
const DIGIT_IN_WORDS = '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)';
const STREET =
  '(?:[Ss](?:t|T|treet|TREET)|[Aa](?:ve|VE|venue|VENUE)|[Rr](?:d|D|oad|OAD)|[Bb](?:lvd|LVD|oulevard|OULEVARD)|[Dd](?:r|R|rive|RIVE)|[Ll](?:n|N|ane|ANE)|[Hh](?:wy|WY)|[Ww](?:ay|AY)|[Cc](?:t|T|ourt|OURT|ircle|IRCLE)|[Pp](?:l|L|lace|LACE|kwy|KWY|arkway|ARKWAY)|[Tt](?:er|ER|errace|ERRACE|rail|RAIL)|[Cc]rossing|Loop|Row|Run)';
/** Between a number and "road" these tell of driving: "60 mph down the road". */
const NO_STREET =
  '(?:mph|kph|miles?|feet|ft|yards?|years?|months?|weeks?|days?|minutes?|hours?|degrees|wheels?|doors?|test|times?|people|cars?|on|off|down|up|in|into|out|the|an?|to|of|from|at|my|this|that|lanes?|and|or|with|when|while|i|it|we|k)';

/** Spelled out, because `(?i:...)` was seen to be passed over by V8 in a process that had read many other texts. */
const NO_STREET_IN_ANY_CASE = NO_STREET.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const PERSONAL_NUMBERS: readonly RegExp[] = [
  // Mail and accounts, also where the marks are spelled out.
  /(?<![\w.+-])[\w.+-]{1,64}@[a-z][\w-]+(?:[.,][a-z]{2,})*|(?<![\w.+-])[\w.+-]{1,64} @ [a-z][\w-]+ ?[.,] ?(?:com|net|org|edu|us)\b/gi,
  /(?<!\w)@[a-z_]\w{2,}/gi,
  /\b(?:facebook|instagram|twitter|tiktok|linkedin)\.com\/\S+/gi,
  /(?<![\w.+-])(?:[\w.+-]{1,64} )?[\w.+-]{1,64} ?(?:\[at\]|\(at\)|\bat\b) ?\w+ ?(?:\[dot\]|\(dot\)|\bdot\b|\.) ?(?:com|net|org|edu|us|me)\b/gi,
  /(?<![\w.+-])(?:[\w.+-]{1,64} )?[\w.+-]{1,64} at (?:gmail|yahoo|hotmail|outlook|aol|icloud|comcast)\b(?:\W{0,3}(?:com|net))?/gi,
  // A VIN, also typed in small letters, in groups or with an O for a nought.
  /\b(?=(?:[a-z]*\d){4})[a-z0-9]{11,17}\b/gi,
  /(?<=\bvin\b[\s:#]*(?:number )?(?:is |was )?)(?:(?=[a-z]*\d)[a-z0-9]{2,17}[ -]?){1,5}/gi,
  // Telephones: groups of digits, in words, or a word for the last seven.
  /\+\d{1,3}(?:[ .-]?\d){7,12}\b/g,
  new RegExp(
    String.raw`\b(?=(?:\d{1,4}[ -]{1,3}){0,11}${DIGIT_IN_WORDS}\b)(?:(?:${DIGIT_IN_WORDS}|\d{1,4})[ -]{1,3}){4,11}(?:${DIGIT_IN_WORDS}|\d{1,4})\b`,
    'gi',
  ),
  /\b\d{3}-[A-Z]{3,4}-?[A-Z]{3,4}\b/g,
  /(?<=\b(?:phone|call|cell|tel|telephone|text|mobile|fax|dial|number|me (?:at|on))[\s.:#]*(?:is )?)\d{3}[ .-]?\d{4}\b/gi,
  /\b(?:ext?|extension)\b[\s.#:]*\d{2,6}\b/gi,
  /(?:\+?1[ .-]?)?\(?\b\d{3}\)?[ .*_/-]{0,3}\d{3}[ .*_/-]{0,3}\d{4}(?!\d)/g,
  /\b\d{3}[.-]\d{4}\b/g,
  // Groups of seven digits or more; those of a mileage are parted by a comma.
  /(?<![\d,$/])(?=(?:\d[ ._*-]{0,3}){7})(?!(?:19|20)\d\d[ -]{1,3}(?:19|20)?\d\d\b)\d{2,4}(?:[ ._*-]{1,3}\d{2,5}){1,4}(?!\d|,\d)(?! ?(?:miles|mi|km|rpm))/g,
  /\bexp(?:iry|ires|\.)?:? ?\d\d\/\d{2,4}\b/gi,
  // Dates of birth.
  new RegExp(
    String.raw`\b(?:born|dob|d\.o\.b\.?|date of birth|birthday|birth date)\b[\s:]*(?:is |was |on )*(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|${MONTH}\.? \d{1,2},? \d{2,4})`,
    'gi',
  ),
  // Anything behind "policy number", "claim #" and the like, whatever its form; a recall's number is public.
  /\b(?:policy|claim|case|file|docket|lawsuit|reference|ref|confirmation|ticket|invoice|inv|estimate|contract|loan|stock|tracking|account|acct|complaint|incident|(?:police )?report|service (?:request|order)|(?:repair|work|purchase) order|ro|r\.o\.|sr|so|wo|po|dl|customer|member|medicare|passport|badge|pin|driver'?s? lic(?:en[cs]e)?|licen[cs]e|social security|social|ssn?|id)s?\b(?:\s+(?:number|num|no|id|code)\b)?[\s.#:]*(?:(?:is|was|of)\b)?[\s#:]*(?:(?:number|num|no)\b\.?[\s#:]*)?(?:(?-i:[A-Z]{1,3}) )?(?=[a-z-]*\d)(?=(?:[a-z .-]*\d){3})(?!\d\d-?[VETC]-?\d{3})(?!\d{1,2}(?![\w-]))[a-z0-9]+(?:-[a-z0-9]+|\.\d+| \d{2,})*(?<=[a-z0-9-][a-z0-9 -]{3})/gi,
  /\bbadge #?\d+|\bpin #?\d{4}\b|\bunit \d{3,5}\b/gi,
  /\blast (?:four|six|eight|\d) (?:of|digits)\b[^.\d]{0,30}\d{4,8}\b/gi,
  // Anything long with five digits or more that is no campaign, part, mileage, price or span of years.
  /(?<![\w$.,-])(?<!\b(?:mileages?|miles|odo(?:meter)?|recalls?|campaign|tsb|bulletin|parts?|part (?:number|no\.?|#)|p\/n|model|code|at|with|has|had|around|about|over|only)[\s:#]*(?:(?:is|was|of|read|reads) )?)(?!\d\d-?[VETC]-?\d{3})(?!(?:19|20)\d\d-)(?!\d{5}-[0-9A-Z]{5}\b)(?=(?:[a-z-]*\d){5})[a-z0-9]+(?:-[a-z0-9]+)*\b(?![\w-]|[,.]\d)(?! ?(?:(?:highway |total )?miles|mi\b|km|rpm|dollars|on (?:it|the)|k\b))/gi,
  // Plates.
  /\b(?:plates?|tags?|registration)(?:\s+(?:number|num|no)\b)?[\s.#:]*(?:(?:is|was|of|reads?|says)\b)?[\s#:]*(?=[a-z -]{0,4}\d)[a-z0-9]{1,4}[ -]?[a-z0-9]{2,5}\b/gi,
  /\b(?:[Pp]late|PLATE)s?(?: (?:says|reads|is|was))?:? (?=[A-Z ]*\d)[A-Z0-9]{2,7}(?: [A-Z0-9]{2,5})?\b/g,
  /\b(?:[A-Z]{3}-\d{3,4}|\d{3,4}-[A-Z]{3}|\d[A-Z]{3}\d{3}|[A-Z]{3}-\d\d[A-Z])\b/g,
  // Addresses.
  /\b(?:p\.? ?o\.? box|apt\.?|apartment|suite|unit) #?\d{1,6}[a-z]?\b/gi,
  /\bzip(?: ?code)?(?: is)?:? \d{5}(?:-\d{4})?\b|\b\d{5}-\d{4}\b/gi,
  /\b\d{1,6} (?:state|county|old|us) (?:route|road|highway|hwy|rte) \d+\b/gi,
  /\b\d{1,6} (?:Broadway|Rue (?:[a-z]+ )*[A-Z]\w+)\b/g,
  new RegExp(
    String.raw`\b\d{1,6}[A-Z]? (?:[NSEW]{1,2}\.? )?(?:(?!${NO_STREET_IN_ANY_CASE}\b)(?:[A-Z][\w']*|\d+(?:st|nd|rd|th)) ){1,4}${STREET}\b\.?`,
    'g',
  ),
  new RegExp(
    String.raw`\b\d{1,6}[a-z]? (?:[nsew]\.? )?(?:(?!${NO_STREET}\b)[a-z]+ ){1,3}(?:street|st|avenue|ave|road|rd|blvd|boulevard|parkway|terrace)\b`,
    'gi',
  ),
  // A street without a number where somebody lives, and one in small letters with a short end.
  /(?<=\b(?:lives?|living|resid\w+|home|house|address|apartment)\b[^.\n]{0,20}\b(?:on|at|is|off) )(?!(?:the|an?) )(?:[\w']+ ){1,3}(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|court|ct|circle|place|boulevard|blvd|way|terrace)\b/gi,
  /\b\d{1,6} (?:[nsew]\.? )?[a-z]{3,}(?: [a-z]{3,})? (?:ln|ct|cir|blvd|pkwy)\b/gi,
];

/** Complaints are full of the same few thousand words. */
const stems = onDemand(() => new Set(shippedModel().terms.filter((term) => !term.includes(' '))));

/** Tells whether many complaints hold the word, or it says nothing by itself. */
function isKnownWord(word: string): boolean {
  return isKnownStem(stem(word.toLowerCase()));
}

export function isKnownStem(bare: string): boolean {
  return !isMeaningful(bare) || stems().has(bare);
}
