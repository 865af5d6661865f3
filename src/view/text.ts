import { Html } from './html.ts';
import type { Item, Part, Section } from './section.ts';

/** Longer lines are hard to read, and nobody knows how wide a file is. */
const MOST_WIDTH = 100;
export const INDENT = '    ';

/** Takes out what could steer a terminal: texts of the sources are strangers' words. */
function harmless(text: string): string {
  return text.replace(/\p{C}/gu, ' ');
}

/** The columns that a line may take: those of the terminal, where it is one. */
export function textWidth({ columns }: { columns?: number } = process.stdout): number {
  return Math.min(MOST_WIDTH, columns || MOST_WIDTH);
}

export function wrapped(text: string, indent: string, width = textWidth()): string[] {
  const words = harmless(text).split(/\s+/).filter(Boolean);
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, indent + line];
}

/** Writes a section as lines for a terminal, of its items the first ones. */
export function sectionLines({ facts, items, notes, one }: Section, mostItems = items.length): string[] {
  const more = items.length - mostItems;
  return [
    ...facts.flatMap((part) => partLines(part, '')),
    ...items.slice(0, mostItems).flatMap(itemLines),
    ...(more > 0 ? ['', `and ${more} more ${one}${more === 1 ? '' : 's'}: --json and --html show all.`] : []),
    '',
    ...notes.flatMap((part) => partLines(part, '')),
  ];
}

/** Writes tags above the heading, the rest below it. */
function itemLines({ heading, parts }: Item): string[] {
  const tags = parts.filter((part) => isTag(part));
  const others = parts.filter((part) => !isTag(part));
  return [
    '',
    ...tags.flatMap((part) => partLines(part, '')),
    harmless(heading),
    ...others.flatMap((part) => partLines(part, INDENT)),
  ];
}

function isTag(part: Part): boolean {
  return part !== null && typeof part === 'object' && 'as' in part && part.as === 'tag';
}

function partLines(part: Part, indent: string): string[] {
  if (part === null || part instanceof Html) return [];
  if (typeof part === 'string') return wrapped(part, indent);
  if ('terminal' in part) return wrapped(part.terminal, indent);
  if ('url' in part) return wrapped(`${part.words} ${part.url}`, '');
  if (part.as === 'tag') return [`*** ${part.words.toUpperCase()} ***`];
  return wrapped(part.as === 'quote' ? `"${part.words}"` : part.words, indent);
}

/** Aligns columns: the first ones to the left, and from `amountsFrom` on to the right. */
export function columnLines(
  rows: readonly (readonly string[])[],
  amountsFrom = Number.POSITIVE_INFINITY,
  gap = '  ',
): string[] {
  const widthOf = (column: number) =>
    rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0);
  const widths = rows[0]?.map((_, column) => widthOf(column)) ?? [];
  const aligned = (cell: string, column: number) =>
    column < amountsFrom ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(aligned).join(gap).trimEnd());
}
