import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { shippedModel } from '../embedded/likeness/model.ts';
import { isMeaningful } from '../embedded/likeness/terms.ts';
import { stem } from './words.ts';

/** What may show who wrote a complaint is taken out before any text leaves the service for a model. */
const NUMBERS: readonly RegExp[] = [
  // A VIN, also one typed in small letters.
  /\b(?=(?:[a-z]*\d){3})[a-hj-npr-z0-9]{11,17}\b/gi,
  /[\w.+-]+@[\w-]+\.[\w.]+/g,
  /[\w.+-]+ (?:at|\(at\)|\[at\]) \w+ (?:dot|\(dot\)) (?:com|net|org|edu|us)\b/gi,
  /\+\d{1,3}(?:[ .-]?\d){7,12}\b/g,
  /(?<=\b(?:phone|call|cell|tel|telephone|text|mobile|fax|dial|number|me (?:at|on))[\s.:#]*(?:is )?)\d{3}[ .-]?\d{4}\b/gi,
  /\b(?:ext?|extension)\b[\s.#:]*\d{2,6}\b/gi,
  /(?:\+?1[ .-]?)?\(?\b\d{3}\)?[ .-]{0,2}\d{3}[ .-]?\d{4}\b/g,
  /\b\d{3}[.-]\d{4}\b/g,
  /\b\d{3}-\d{2}-\d{4}\b/g,
  // What follows "policy number", "claim #" and the like, whatever its form; a recall's number is public.
  /\b(?:policy|claim|case|file|reference|ref|confirmation|ticket|invoice|account|acct|complaint|incident|police report|service request|ro|sr|wo|dl|repair order|work order|customer|member|driver'?s? licen[cs]e|licen[cs]e|ssn|id)s?(?:\s+(?:number|num|no|id)\b)?[\s.#:]*(?:(?:is|was|of)\b)?[\s#:]*(?=[a-z-]*\d)[a-z0-9]+(?:-[a-z0-9]+)*(?<=[a-z0-9-]{5})/gi,
  /\b(?:plates?|tags?|registration)(?:\s+(?:number|num|no)\b)?[\s.#:]*(?:(?:is|was|of|reads?)\b)?[\s#:]*(?=[a-z -]{0,4}\d)[a-z0-9]{1,4}[ -]?[a-z0-9]{2,5}\b/gi,
  /\b(?:[A-Z]{3}-\d{3,4}|\d{3,4}-[A-Z]{3}|\d[A-Z]{3}\d{3})\b/g,
  /\b(?:p\.? ?o\.? box|apt\.?|apartment|suite|unit) #?\d{1,6}[a-z]?\b/gi,
  /\b\d{1,6}[A-Z]? (?:[NSEW]{1,2}\.? )?(?:(?:[A-Z][\w']*|\d+(?:st|nd|rd|th)) ){1,4}(?:[Ss](?:t|T|treet|TREET)|[Aa](?:ve|VE|venue|VENUE)|[Rr](?:d|D|oad|OAD)|[Bb](?:lvd|LVD|oulevard|OULEVARD)|[Dd](?:r|R|rive|RIVE)|[Ll](?:n|N|ane|ANE)|[Hh](?:wy|WY)|[Ww](?:ay|AY)|[Cc](?:t|T|ourt|OURT|ircle|IRCLE)|[Pp](?:l|L|lace|LACE|kwy|KWY|arkway|ARKWAY)|[Tt](?:errace|ERRACE))\b\.?/g,
];

const NAME = String.raw`[A-Z][a-z'’-]+(?: (?:[A-Z]\.? )?[A-Z][a-z'’-]+)?`;
const NAMES: readonly RegExp[] = [
  /\b(?:mr|mrs|ms|miss|dr|officer|sgt|sergeant|attorney|detective)\b\.? [a-z][\w']+(?: [A-Z][\w']+)?/gi,
  /(?<=\b(?:my name(?: is|'s|:)|name:|i am called)\s+)[a-z][\w'’-]+(?: [a-z][\w'’-]+)?/gi,
  new RegExp(
    String.raw`(?<=\b(?:[Nn]amed|[Ss]incerely|[Rr]egards|[Ss]igned|[Tt]hank you|[Tt]hanks|[Ss]poke (?:to|with)|[Tt]alked (?:to|with)|[Ss]peaking (?:to|with)|[Mm]et with|[Dd]ealt with|[Mm]anager|[Aa]dvis[eo]r|[Tt]echnician|[Tt]ech|[Mm]echanic|[Rr]ep|[Rr]epresentative|[Ss]upervisor|[Aa]gent|[Aa]djuster|[Ss]ales(?:man|person)|[Ww]itness|[Nn]eighbou?r|[Hh]usband|[Ww]ife|[Ss]on|[Dd]aughter|[Ff]riend|[Ll]awyer)[,:.-]? )${NAME}`,
    'g',
  ),
];

/** A word that begins with a capital, in a text that is not all capitals. */
const CAPITALISED = /\b[A-Z][a-z]+(?:[A-Z][a-z]+)?\b(?!['’]t)/g;

/** Complaints are full of the same few thousand words; one that none of them holds, and a capital, is a name. */
const commonStems = onDemand(() => new Set(shippedModel().terms.filter((term) => !term.includes(' '))));

function withoutUnknownNames(text: string): string {
  const common = commonStems();
  return text.replace(CAPITALISED, (word) => {
    const bare = stem(word.toLowerCase());
    return isMeaningful(bare) && !common.has(bare) ? '…' : word;
  });
}

const VERBS_AND_THINGS = new Set(
  'will may april june hope jack van art miles max rich amber crystal rusty sandy summer chase rob'.split(
    ' ',
  ),
);
const NO_SURNAMES =
  '(?:THE|AND|FOR|ON|OF|IN|AT|TO|WAS|WERE|IS|ARE|FROM|WITH|NOT|THAT|THIS|HAVE|HAS|HAD|UP|BUT)';

const firstNames = onDemand(() => {
  const { always, beforeAnother } = readDataFile(
    'lexicon/first-names.json',
    z.strictObject({
      always: z.array(z.string()).describe('Names that are no other word of a complaint.'),
      beforeAnother: z.array(z.string()).describe('Names only before a surname: "Mark Hill", not "a mark".'),
    }),
  );
  const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const surname = String.raw`(?: (?:[A-Za-z]\. )?(?:Mc|Mac|O'|De|Di)?[A-Z][A-Za-z'’-]+)`;
  const anyCase = always.flatMap((name) => [capital(name), name.toUpperCase()]).join('|');
  const inCapitals = beforeAnother
    .filter((name) => !VERBS_AND_THINGS.has(name))
    .join('|')
    .toUpperCase();
  return [
    new RegExp(String.raw`\b(?:${anyCase})\b${surname}?`, 'g'),
    new RegExp(String.raw`\b(?:${beforeAnother.map(capital).join('|')})${surname}`, 'g'),
    // In a text all in capitals a verb or a month would be one of them.
    new RegExp(String.raw`\b(?:${inCapitals}) (?!${NO_SURNAMES}\b)[A-Z]{3,}\b`, 'g'),
  ];
});

export function withoutPersonalData(text: string): string {
  let plain = text;
  for (const pattern of [...NUMBERS, ...NAMES, ...firstNames()]) plain = plain.replace(pattern, '…');
  return withoutUnknownNames(plain);
}
