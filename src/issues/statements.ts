import { z } from 'zod';
import { sum } from '../lib/count.ts';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { counted, grouped, listed, severityText } from '../lib/wording.ts';
import { createPhraseBook, type PhraseBook } from './lexicon/phrases.ts';
import type { PreparedComplaint } from './read/prepare.ts';
import type { AlsoReported, KnownIssue } from './schemas.ts';
import { isMeaningful } from './text/terms.ts';
import { sentencesOfStems } from './text/words.ts';

/** Statements of complaints beside the title of their issue: counted, so that nothing is told that few of them say. */

export type IssueStatement = NonNullable<KnownIssue['statements']>[number];

/** A statement holds for at least this share of the cited complaints. */
const LEAST_STATED = 1 / 3;
const LEAST_STATING = 2;
const MOST_STATED = 3;
const MOST_NAMED = 2;
const MOST_EXAMPLES = 5;

const phrases = z.array(z.string().min(1)).min(1);
const statementList = z.array(
  z.strictObject({
    say: z.string().describe('Completes "owners say that".'),
    phrases: phrases.describe('As in the failures: any of them says it.'),
    unless: phrases
      .optional()
      .describe('Where one of these stands in the same words, they say something else.'),
    denies: z
      .literal(true)
      .optional()
      .describe('It says what was not: looked for in all that was written, not only in what was reported.'),
  }),
);

type Told = Pick<PreparedComplaint, 'sentences' | 'text'>;

/** Finds statements in what a complaint says. */
type Reader = (told: Told) => Set<number>;

const course = onDemand(() => {
  const list = readDataFile('lexicon/statements.json', statementList);
  const [said, denied, voiding] = [createPhraseBook(), createPhraseBook(), createPhraseBook()];
  for (const [slot, { phrases, unless = [], denies }] of list.entries()) {
    (denies === true ? denied : said).add(slot, phrases);
    voiding.add(slot, unless);
  }
  const [inReported, inAll] = [readerOf(said, voiding), readerOf(denied, voiding)];
  const read: Reader = ({ sentences, text }) =>
    new Set([...inReported(sentences), ...inAll(sentencesOfStems(denyingParts(text)))]);
  return { texts: list.map(({ say }) => say), read };
});

/** Words that may deny something; stems of the rest would be made for nothing. */
function denyingParts(text: string): string {
  return text
    .split(/(?<=[.!?;])\s+/)
    .filter((sentence) => DENYING.test(sentence))
    .join(' ');
}

const DENYING =
  /warn|notice|sudden|nowhere|the blue|no reason|duplicat|replicat|reproduc|recreat|determin|diagnos|find|found|code|warrant|cover/i;

function readerOf(said: PhraseBook, voiding?: PhraseBook) {
  return (sentences: PreparedComplaint['sentences']): Set<number> => {
    const found = new Set<number>();
    for (const words of sentences) {
      const hits = said.find(words);
      const voided = hits.length === 0 ? [] : (voiding?.find(words) ?? []);
      for (const { slot, from, to } of hits) {
        const isElse = voided.some((other) => other.slot === slot && other.from < to && from < other.to);
        if (!isElse && !isDenied(words, from)) found.add(slot);
      }
    }
    return found;
  };
}

/** "Not towed", "no more smoke". */
function isDenied(words: readonly string[], from: number): boolean {
  const before = words[from - 1] ?? '';
  return DENIALS.has(before) || (BETWEEN.has(before) && DENIALS.has(words[from - 2] ?? ''));
}

const DENIALS = new Set(['not', 'never', 'no', 'without']);
const BETWEEN = new Set(['any', 'mor', 'longer']);

/** @param parts phrases of the owners for what failed, as the engine found them. */
export function statementsOf(
  title: string,
  cited: readonly PreparedComplaint[],
  parts: readonly string[] = [],
): IssueStatement[] {
  const { texts, read } = course();
  const named = createPhraseBook();
  for (const [slot, part] of parts.entries()) named.add(slot, [part]);
  const titled = { sentences: sentencesOfStems(title), text: title };
  const readParts = readerOf(named);
  return [
    ...commonest('course', texts, read, { titled, cited }).slice(0, MOST_STATED),
    ...commonest('part', parts, ({ sentences }) => readParts(sentences), { titled, cited }).slice(
      0,
      MOST_NAMED,
    ),
  ];
}

function commonest(
  about: IssueStatement['about'],
  texts: readonly string[],
  read: Reader,
  { titled, cited }: { titled: Told; cited: readonly PreparedComplaint[] },
): IssueStatement[] {
  const saying = texts.map((): number[] => []);
  for (const one of cited) for (const slot of read(one)) saying[slot]?.push(one.complaint.odiNumber);
  const least = Math.max(LEAST_STATING, LEAST_STATED * cited.length);
  const inTitle = read(titled);
  const titleWords = new Set(titled.sentences.flat().filter(isMeaningful));
  const repeats = (text: string) =>
    sentencesOfStems(text).some((words) => words.some((word) => titleWords.has(word)));
  return texts
    .map((text, slot) => ({ text, slot, numbers: saying[slot] ?? [] }))
    .filter(({ slot, numbers }) => numbers.length >= least && !inTitle.has(slot))
    .filter(({ text }) => !repeats(text))
    .sort((a, b) => b.numbers.length - a.numbers.length)
    .map(({ text, numbers }) => ({
      text,
      about,
      count: numbers.length,
      odiNumbers: numbers.slice(0, MOST_EXAMPLES),
    }));
}

/** "Of those, 5 say that it happened while driving, 4 that it came without warning, and 3 mention the clockspring." */
export function statementsInWords(statements: readonly IssueStatement[]): string | undefined {
  const [said, named] = (['course', 'part'] as const).map((kind) =>
    statements.filter(({ about }) => about === kind),
  );
  const clauses = [
    ...(said ?? []).map(({ text, count }, at) => `${count} ${at === 0 ? 'say ' : ''}that ${text}`),
    ...(named ?? []).map(({ text, count }, at) => `${count} ${at === 0 ? 'mention ' : ''}the ${text}`),
  ];
  const last = clauses.pop();
  if (last === undefined) return undefined;
  if (clauses.length === 0) return `Of those, ${last}.`;
  return `Of those, ${clauses.join(', ')}${clauses.length > 1 ? ',' : ''} and ${last}.`;
}

const MOST_COMPONENTS = 6;

/** Says what owners report of repairs; undefined where none of them says anything. */
export function afterRepairSentence({ afterRepair }: Pick<KnownIssue, 'afterRepair'>): string | undefined {
  if (afterRepair === undefined) return undefined;
  const { notHelped, partsUnavailable } = afterRepair;
  const said = [
    ...(notHelped > 0
      ? [`${counted(notHelped, 'owner says', 'owners say')} that a repair did not help`]
      : []),
    ...(partsUnavailable > 0
      ? [`${counted(partsUnavailable, 'owner', 'owners')} could not get the parts`]
      : []),
  ];
  return said.length === 0 ? undefined : `${listed(said)}.`;
}

/** The complaints behind none of the named failures: those with a fire or people hurt, whatever they are about, and the most common. */
export function alsoReportedSentence(reported: AlsoReported = []): string | undefined {
  if (reported.length === 0) return undefined;
  const count = sum(reported.map((one) => one.count));
  const shown = reported.filter(
    ({ severitySignals }, place) => place < MOST_COMPONENTS || severitySignals !== undefined,
  );
  const named = shown.map(({ component, count: about, severitySignals }) => {
    const harm = severitySignals === undefined ? '' : `, with ${severityText(severitySignals)}`;
    return `${component} (${grouped(about)}${harm})`;
  });
  const others = reported.length - shown.length;
  const rest = others === 0 ? [] : [counted(others, 'other part')];
  const opening = count === 1 ? '1 more complaint belongs' : `${counted(count, 'more complaint')} belong`;
  return `${opening} to none of these failures: about ${listed([...named, ...rest])}.`;
}
