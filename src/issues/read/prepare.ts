import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { groupNearDuplicates } from '../group/near-duplicates.ts';
import { type ComponentTag, tagsOfComponents } from '../lexicon/lexicon.ts';
import { clausesOf, evidenceOf, withoutOtherCars } from '../text/claims.ts';
import { anyOfPatterns, patternOf } from '../text/patterns.ts';
import { allWords, sentencesOfStems } from '../text/words.ts';
import { type Complaint, uniqueComplaints } from './complaint.ts';

/** A complaint made ready for reading. `text` is clean but still the owner's words: it never leaves the service in an answer. */
export interface PreparedComplaint {
  complaint: Complaint;
  text: string;
  /** Stems of what it says that went wrong on this car: only this is cited and named. */
  sentences: readonly (readonly string[])[];
  /** And of what else it says of this car: it shows which complaints are about one thing. */
  compared: readonly (readonly string[])[];
  /** How many clauses say that something failed, beyond what speaks against it; below nought for another story. */
  evidence: number;
  tags: readonly ComponentTag[];
  mileage: number | null;
  /** It held text addressed to software; that text is gone, and the rest has no say in what is common. */
  suspicious: boolean;
  /** Complaints in nearly the same words share a group. */
  group: number;
}

const TERSE = 40;

/** "Did not go off": what so few words are about, only the component says under which they were filed. */
function withSubject(text: string, { components: [component = ''] }: Complaint): string {
  const subject = component.toLowerCase().replace(/:.*|unknown or other/, '');
  return text.length > TERSE ? text : `${subject} ${text}`.trim();
}

const HOTLINE = /^\W*(?:TL\W*)?the (?:contact|consumer) (?:owns|owned|leases|leased|rented|stated)/i;

/**
 * One per ODI number, in the order of the numbers, whatever order the rows came in. One step for all after the other takes
 * less time than all steps for one: the code of each step stays at hand.
 */
export function prepareComplaints(complaints: readonly Complaint[]): PreparedComplaint[] {
  const rows = uniqueComplaints(complaints);
  const visible = rows.map(({ summary }) => visibleText(summary));
  const sifted = visible.map(dropInstructions);
  const formless = sifted.map(({ text }) => withoutFormPhrases(text));
  const plain = formless.map(withoutOtherCars);
  const told = rows.map((complaint, at) => withSubject(plain[at] ?? '', complaint));
  const clauses = told.map(clausesOf);
  const evidence = told.map((text, at) => evidenceOf(text, clauses[at] ?? []));
  const mileages = sifted.map(({ text }) => statedMileage(text));
  const read = clauses.map((all) =>
    all.map(({ text, reported }) => ({ reported, sentences: sentencesOfStems(text) })),
  );
  const compared = read.map((all) => all.flatMap(({ sentences }) => sentences));
  const groups = groupNearDuplicates(
    rows.map(({ odiNumber, vinPrefix }, at) => {
      const text = sifted[at]?.text ?? '';
      const hotline = HOTLINE.test(text);
      // The form's own sentences distinguish two hotline complaints: mileage, dealer, what was repaired.
      return { odiNumber, vinPrefix, hotline, words: hotline ? [allWords(text)] : (compared[at] ?? []) };
    }),
  );
  return rows.map((complaint, at) => ({
    complaint,
    text: plain[at] ?? '',
    sentences: (read[at] ?? []).flatMap(({ reported, sentences }) => (reported ? sentences : [])),
    compared: compared[at] ?? [],
    evidence: evidence[at] ?? 0,
    tags: tagsOfComponents(complaint.components),
    mileage: mileages[at] ?? null,
    suspicious: sifted[at]?.suspicious === true || ROLE_MARKS.test(complaint.summary),
    group: groups[at] ?? complaint.odiNumber,
  }));
}

/** The newest of each group speaks for it. */
export function representatives(prepared: readonly PreparedComplaint[]): PreparedComplaint[] {
  const newest = new Map<number, PreparedComplaint>();
  for (const one of prepared) {
    const known = newest.get(one.group);
    if (known === undefined || isNewer(one.complaint, known.complaint)) newest.set(one.group, one);
  }
  return [...newest.values()].sort((a, b) => a.complaint.odiNumber - b.complaint.odiNumber);
}

function isNewer(a: Complaint, b: Complaint): boolean {
  const [filedA, filedB] = [a.filedOn ?? '', b.filedOn ?? ''];
  return filedA === filedB ? a.odiNumber > b.odiNumber : filedA > filedB;
}

/** Turns an owner's raw narrative into plain text that is safe to read: no control or invisible characters, no form phrases. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Zero-width, direction-changing, variation and tag characters: they hide text from a human reader. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}|[\u2028\u2029]/gu;
const MARKUP = /<[^<>]{0,200}>|&(?:[a-z]{2,8}|#\d{1,6}|#x[\da-f]{1,6});/gi;
const APOSTROPHES = /[\u2018\u2019\u0060\u00b4]/g;

/** Marks of whoever took the complaint down. */
const CLERKS = /\b(?:TL|TR|TT|JS|JB|LD|BF|DSY|MR|NM|AK|KB|NJ|SC|CN|SKD|DT|KD|TGW|EM)\*|\*\s?[A-Z]{2,3}\b/g;

const fileSchema = z.strictObject({
  formSentences: z
    .array(z.string())
    .describe("Sentences of the hotline's form: they are in thousands of unrelated complaints."),
  instructions: z
    .array(z.string())
    .describe("Text that speaks to a reader's software, also in plain English, instead of describing a car."),
  marks: z.array(z.string()).describe('And markup that shows it.'),
});
const patterns = onDemand(() => {
  const { formSentences, instructions, marks } = readDataFile('lexicon/not-of-the-car.json', fileSchema);
  return {
    form: patternOf(formSentences.join('|'), {}, 'gi'),
    instructions: anyOfPatterns(instructions),
    marks: patternOf(marks.join('|')),
  };
});

const LONGEST_NARRATIVE = 4000;
/** Letters, digits and marks of ASCII without those of markup: nothing to take out. */
const PLAIN = /^[\n\x20-\x25\x27-\x3b\x3d-\x5f\x61-\x7e]*$/;

export function visibleText(raw: string): string {
  if (raw.length <= LONGEST_NARRATIVE && PLAIN.test(raw)) return raw.replace(/ {2,}/g, ' ').trim();
  return raw
    .slice(0, LONGEST_NARRATIVE)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(APOSTROPHES, "'")
    .replace(/\u0092/g, "'")
    .replace(CONTROL, ' ')
    .replace(MARKUP, ' ')
    .replace(/[\u00a0\t ]+/g, ' ')
    .trim();
}

export function withoutFormPhrases(text: string): string {
  const plain = text.replace(CLERKS, ' ').replace(patterns().form, ' ');
  return plain.includes('  ') || plain !== plain.trim() ? plain.replace(/ {2,}/g, ' ').trim() : plain;
}

/** Marks of a conversation with a model. They look like markup and are gone once the text is made visible. */
const ROLE_MARKS = /<\|?\/?(?:system|assistant|user|im_start|im_end|inst)\b|\[\/?INST\]/i;

interface Sifted {
  text: string;
  /** True when something was dropped. */
  suspicious: boolean;
}

export function dropInstructions(text: string): Sifted {
  const { instructions, marks } = patterns();
  const isHostile = (part: string) => instructions.test(part) || marks.test(part);
  // Nearly every text is clean, and one look at the whole is cheaper than one at each sentence.
  if (!isHostile(text)) return { text, suspicious: false };
  const sentences = text.split(/(?<=[.!?;\n])\s+|\n/);
  const kept = sentences.filter((sentence) => !isHostile(sentence));
  return kept.length === sentences.length
    ? { text, suspicious: false }
    : { text: kept.join(' '), suspicious: true };
}

/** A number as owners write mileages: "52, 000", "52.000", "52 000", "52000", "52k", "52 thousand". */
const NUMBER =
  /(?<![\d$#£€]|\d[.,/-])(\d{1,3}(?:, ?|[. ])\d{3}|\d{1,6})(?!\d|[.,/]\d)( ?k\b\+?| ?thousand\b)?/gi;

const UNIT = /^ ?\+? ?(?:(?:total|original|actual|highway|city) )*(?:miles?|mi|mileage)\b\.?/i;
const ON_THE_CAR = /^ ?(?:miles )?on (?:it|the|her|him|my|this|our|odometer|vehicle|car)\b/i;

/** The word before says that it is the car's mileage, whatever stands behind. */
const LABEL =
  /\b(?:mileages?|miles|odo(?:meter)?)(?: (?:at (?:the )?(?:time of )?failure|on (?:the|my|this) (?:car|vehicle|truck)))?\s*(?:(?:reads?|reading|shows?|showed|was|were|is|at|of|[:=.-]) ?)*\s*(?:\(?(?:only|just|now|approximately|approx\.?|about|around|over|under) )*$/i;
const FORM = /\bfailure (?:and (?:the )?current )?mileages?\b[^.\d]{0,30}$/i;
const LEAD =
  /(?:\b(?:at|with|has|have|had|only|about|around|approximately|approx\.?|just|nearly|over|under|reached|hit|passed|after|before|by|got|than|currently)|@)\s*$/i;
/** Without the word "miles" a k may be dollars, revolutions or the term of a warranty. */
const LEAD_TO_THOUSANDS =
  /(?<!\b(?:quote|estimate|price|value)[sd]? )(?:\b(?:at|with|has|had|reached|hit|passed)|@) ?(?:(?:only|about|around|approximately|just|nearly|over|under) )?$/i;
const OF_ANOTHER_KIND =
  /^ ?\+? ?-?(?:rpms?|revs?|dollars?|bucks?|psi|feet|ft|pounds|lbs?|kms?|kilomet\w*|mph|mile\b|(?:miles? )?(?:warrant|service|oil|check|tune|inspection|maintenance)|in (?!the|a parking)|worth|for |to )/i;

/** A way that was driven, an interval or the term of a warranty. */
const DISTANCE_BEFORE =
  /\b(?:dr[io]v(?:e|en|ing)|travell?(?:ed|ing)|went|tow(?:ed)?|range|every|within|another|last(?:ed|s)?|each|additional|extra|next|per|in|for|put|added|between|the first|rated|more than|years? ?(?:or|and|\/)|year\/) ?(?:(?:me|it|us|only|about|around|approximately|over|under|nearly|of|more|less|than|another|the|a) )*$|\b(?:warrant\w*|servic\w*)\b[^.;]{0,25}$/i;
const DISTANCE_AFTER =
  /^ ?(?:miles?|mi)? ?(?:away|from|out|to|per|an?|of|home|later|range|after|since|ago|apart|or|warrant\w*|service|interval|trip)\b/i;
const KILOMETRES = /^ ?(?:kms?\b|kilomet)/i;
/** The mileage at which a car was bought is none of a failure. */
const PURCHASE =
  /\b(?:bought|purchased?|purchasing|leased|acquired)\b(?:(?! and |now|current)[^.;,]){0,60}$/i;

const LEAST_MILES = 50;
const MOST_MILES = 500_000;
const SEEN_AROUND = 80;

/** The mileage at which the failure came, where the owner states it; kilometres are left alone. */
export function statedMileage(text: string): number | null {
  let first: number | null = null;
  for (const found of withDigits(text).matchAll(NUMBER)) {
    const [whole, digits = '', thousands] = found;
    const before = found.input.slice(Math.max(0, found.index - SEEN_AROUND), found.index);
    const after = found.input.slice(found.index + whole.length, found.index + whole.length + SEEN_AROUND);
    const miles = Number(digits.replace(/\D/g, '')) * (thousands === undefined ? 1 : 1000);
    if (KILOMETRES.test(after) || /^ ?mph/i.test(after)) continue;
    const isMileage = miles >= LEAST_MILES && miles <= MOST_MILES;
    // A failure at 20 miles is no mileage of a used car; nor is what it had when the owner wrote.
    if (FORM.test(before)) return isMileage ? miles : null;
    if (!isMileage) continue;
    first ??= isStated({ before, after, digits, thousands }) ? miles : null;
  }
  return first;
}

interface Found {
  before: string;
  after: string;
  digits: string;
  thousands: string | undefined;
}

function isStated({ before, after, digits, thousands }: Found): boolean {
  if (DISTANCE_BEFORE.test(before) || DISTANCE_AFTER.test(after) || PURCHASE.test(before)) return false;
  const isLong = thousands !== undefined || /\D/.test(digits) || digits.length > 4;
  if (UNIT.test(after))
    return !/^ ?\+? ?mile\b/i.test(after) && (isLong || LEAD.test(before) || LABEL.test(before));
  if (/\d[ .]\d/.test(digits) && !LABEL.test(before)) return false;
  if (OF_ANOTHER_KIND.test(after)) return false;
  if (LABEL.test(before)) return digits.length > 3 || thousands !== undefined;
  if (isLong && ON_THE_CAR.test(after)) return true;
  return thousands !== undefined && LEAD_TO_THOUSANDS.test(before);
}

const UNITS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const IN_WORDS = new RegExp(
  String.raw`\b(?:(?:(?:an?|${UNITS.slice(0, 9).join('|')}) )?hundred(?: and)? ?)?(?:(?:${TENS.join('|')})(?:[- ](?:${UNITS.slice(0, 9).join('|')}))?|${UNITS.join('|')})? ?thousand\b`,
  'gi',
);

/** "Sixty-five thousand" in digits. */
function withDigits(text: string): string {
  if (!/thousand/i.test(text)) return text;
  return text.replace(IN_WORDS, (words) => {
    const parts = [...words.toLowerCase().matchAll(/[a-z]+/g)].map(([word]) => word);
    const hundreds = parts.includes('hundred') ? Math.max(1, UNITS.indexOf(parts[0] ?? '') + 1) : 0;
    const rest = hundreds === 0 ? parts : parts.slice(parts.indexOf('hundred') + 1);
    const small = rest.reduce((sum, word) => {
      const ten = TENS.indexOf(word);
      return sum + (ten === -1 ? UNITS.indexOf(word) + 1 : (ten + 2) * 10);
    }, 0);
    const count = hundreds * 100 + small;
    return count === 0 ? words : `${count} thousand`;
  });
}
