import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { anyOfPatterns, patternOf } from './patterns.ts';

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

export function holdsRoleMarks(raw: string): boolean {
  return ROLE_MARKS.test(raw);
}

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
