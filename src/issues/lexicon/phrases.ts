import { isFiller, stem } from '../text/words.ts';

/** The most words that `~` may stand for. */
const LONGEST_GAP = 3;
const NEGATIONS = ['not', 'unable', 'fail', 'refuse', 'never', 'cant', 'wont'];

interface Node {
  next: Map<string, Node>;
  afterGap: Node | undefined;
  slots: number[];
}

export interface Hit {
  slot: number;
  from: number;
  to: number;
  /** Words that had to match; more words mean more. */
  words: number;
}

export interface PhraseBook {
  add(slot: number, phrases: readonly string[]): void;
  find(words: readonly string[]): Hit[];
}

/** All phrases of the lexicon in one tree, so that a text is read once however many phrases there are. */
export function createPhraseBook(): PhraseBook {
  const root = emptyNode();
  return {
    add(slot, phrases) {
      for (const phrase of phrases) insert(root, slot, phrase);
    },
    find(words) {
      const hits: Hit[] = [];
      for (let from = 0; from < words.length; from += 1) {
        const first = root.next.get(words[from] ?? '');
        if (first !== undefined) walk(first, words, from, from + 1, 1, hits);
      }
      return hits;
    },
  };
}

function walk(
  node: Node,
  words: readonly string[],
  from: number,
  at: number,
  matched: number,
  hits: Hit[],
): void {
  for (const slot of node.slots) hits.push({ slot, from, to: at, words: matched });
  const direct = node.next.get(words[at] ?? '');
  if (direct !== undefined) walk(direct, words, from, at + 1, matched + 1, hits);
  if (node.afterGap === undefined) return;
  const furthest = Math.min(words.length - 1, at + LONGEST_GAP);
  for (let position = at; position <= furthest; position += 1) {
    const later = node.afterGap.next.get(words[position] ?? '');
    if (later !== undefined) walk(later, words, from, position + 1, matched + 1, hits);
  }
}

function insert(root: Node, slot: number, phrase: string): void {
  let ends = [root];
  for (const element of phrase.split(' ')) {
    if (element === '~') {
      ends = ends.map((node) => {
        node.afterGap ??= emptyNode();
        return node.afterGap;
      });
      continue;
    }
    const optional = element.endsWith('?');
    const reached = new Set(optional ? ends : []);
    for (const alternative of (optional ? element.slice(0, -1) : element).split('|')) {
      for (const node of ends) for (const end of extend(node, alternative)) reached.add(end);
    }
    ends = [...reached];
  }
  for (const node of ends) if (!node.slots.includes(slot)) node.slots.push(slot);
}

/** `_` joins the words of an alternative that has several. */
function extend(start: Node, alternative: string): Node[] {
  let ends = [start];
  for (const word of alternative.split('_')) {
    if (isFiller(word)) continue;
    const spellings = word === 'not' ? NEGATIONS : [stem(word)];
    ends = ends.flatMap((node) => spellings.map((spelling) => child(node, spelling)));
  }
  return ends;
}

function child(node: Node, word: string): Node {
  let next = node.next.get(word);
  if (next === undefined) {
    next = emptyNode();
    node.next.set(word, next);
  }
  return next;
}

function emptyNode(): Node {
  return { next: new Map(), afterGap: undefined, slots: [] };
}
