/** English sentences and the same in another language. `#` is a number, an amount or a day; `{1}` whatever else stands there. */
export type Words = Readonly<Record<string, string>>;

export interface Translated {
  text: string;
  /** Texts that have no words in that language and stay as they are. */
  missing: string[];
}

interface Found extends Translated {
  /** Words in the places of a pattern are known as well, or are none. */
  isWhole: boolean;
}

/** Parts of a page that stay as they are: code, data, and what is marked as another language or as a name. */
const KEPT = /^<(?:script|style|template|pre|code|textarea)\b|^<(?!html).*\s(?:lang="en"|translate="no")/;
/** One of those that says itself what it is in that language. */
const OWN_WORDS = /^<(\w+) lang="en" data-fr="([^"]*)">[\s\S]*<\/\1>$/;
/** These stand within a sentence. */
const INLINE = new Set(['a', 'strong', 'small', 'b', 'i', 'em', 'span', 'code']);
const VOID = new Set(['br', 'input', 'meta', 'link', 'hr', 'img', 'path', 'circle', 'rect', 'line']);
const ATTRIBUTE = /(\s(?:aria-label|title|placeholder|alt|content|label|data-in)=")([^"]*)"/g;
const VALUE =
  /(?<![\w#.-])(?:\d{4}-\d\d-\d\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:[a-z]* \d{1,2},)? \d{4}|\$?\d{1,3}(?:,\d{3})+(?:\.\d+)?%?|\$?\d+(?:\.\d+)?%?)(?![\w-]|\.\d)/g;

/** A car by its year, make and model. */
const CAR = /^(?:19|20)\d\d \p{Lu}[^\s.,:;?!]*(?: (?:\p{Ll}?[\p{Lu}\d&(]|\p{Ll}-)(?:[^\s.,:;?!]|\.\d)*)*$/u;

/** The signs between the parts of a list, and the same in that language. */
const BETWEEN: Readonly<Record<string, string>> = {
  ' · ': ' · ',
  '; ': '; ',
  ': ': '\u00a0: ',
  ', and ': ' et ',
  ' and ': ' et ',
  ', ': ', ',
  ' for ': ' pour ',
  ' with ': ' avec ',
};
const SEPARATOR = new RegExp(Object.keys(BETWEEN).join('|'), 'g');

/** Before a dot that ends no sentence: "St. Louis", "R.C. 5739". X is a check digit. */
const SHORTENED = '(?<!\\b(?:St|Del|[A-WYZ]))';
const SENTENCES = new RegExp(`(?<=${SHORTENED}[.?!]) (?=[\\p{Lu}“\\d$</]|[a-z]+_|https:)`, 'u');

/** Stands for a number, an amount or a day while a sentence is looked up: a `#` of its own is one as well. */
const VALUES = new RegExp(`${VALUE.source}|#`, 'g');

type WriteValue = (value: string) => string;
type Remember = (read: (text: string) => Found) => (text: string) => Found;

/**
 * Writes messages in another language by a table of sentences; how numbers and cars are written is given too, and what
 * remembers short texts where much is written.
 */
export function createTextTranslator(
  words: Words,
  writeValue: WriteValue,
  remember: Remember = (read) => read,
) {
  const exact = new Map(Object.entries(words));
  const patterns = Object.entries(words)
    .filter(([from]) => from.includes('{'))
    .map(([from, to]) => ({ ...patternOf(from), to }))
    // Who has more words of its own says more of what is meant.
    .sort((one, other) => other.pattern.source.length - one.pattern.source.length);

  /** Fills in `#` one after the other, or `#2` the second; `{1}` by its number. */
  function filled(to: string, values: readonly string[], names: readonly string[]): Found {
    let next = 0;
    let isWhole = true;
    const written = to.replace(/#(\d?)|\{(\d)\}/g, (_, at: string | undefined, name: string | undefined) => {
      if (name !== undefined) {
        const inner = text(names[Number(name) - 1] ?? '');
        isWhole &&= inner.isWhole;
        return inner.text;
      }
      const value = values[at ? Number(at) - 1 : next];
      next += 1;
      return value === undefined ? '#' : writeValue(value);
    });
    return { text: written.replace(/(?<!\p{L})que (?=[aeéêiîou])/gu, "qu'"), missing: [], isWhole };
  }

  function sentence(english: string): Found | undefined {
    const one = exactly(english) ?? matched(english);
    return one?.isWhole ? one : (listed(english) ?? one);
  }

  function exactly(english: string): Found | undefined {
    const shape = english.replace(VALUES, '#');
    // A sentence that says its number itself goes before: one is high, two are high in another form.
    const known = exact.get(english) ?? exact.get(shape) ?? recased(exact.get(recased(shape) ?? ''));
    if (known !== undefined) return filled(known, english.match(VALUES) ?? [], []);
    if (CAR.test(english)) return { text: writeValue(english), missing: [], isWhole: true };
    if (/\p{L}/u.test(shape.replace(/<[^>]*>/g, ''))) return undefined;
    return { text: english.replace(VALUES, writeValue), missing: [], isWhole: true };
  }

  /** Finds a pattern that it has the form of; one whose names are known as well goes before others. */
  function matched(english: string): Found | undefined {
    const shape = english.replace(VALUES, '#');
    let best: Found | undefined;
    for (const { start, end, places, pattern, to } of patterns) {
      if (!shape.startsWith(start) || !shape.endsWith(end)) continue;
      const found = pattern.exec(shape)?.slice(1);
      if (!found) continue;
      const left = english.match(VALUES) ?? [];
      const parts = found.map((part) => part.replaceAll('#', () => left.shift() ?? ''));
      const of = (isValue: boolean) => parts.filter((_, at) => (places[at] === '#') === isValue);
      const one = filled(to, of(true), of(false));
      if (one.isWhole) return one;
      best ??= one;
    }
    return best;
  }

  /** Translates what is listed, where each part of it is known; a part may be a list of its own: "Title and transfer". */
  function listed(english: string): Found | undefined {
    const withoutValues = english.replace(VALUE, (value) => '#'.repeat(value.length));
    for (const { 0: between, index } of withoutValues.matchAll(SEPARATOR)) {
      const before = english.slice(0, index);
      const part = exactly(before) ?? matched(before);
      const rest = part?.isWhole ? sentence(english.slice(index + between.length)) : undefined;
      if (part && rest?.isWhole) return { ...rest, text: `${part.text}${BETWEEN[between]}${rest.text}` };
    }
    return undefined;
  }

  /** Translates one sentence or several; pages say much of it again and again. */
  const text = remember((english: string): Found => {
    const [, before = '', words = '', after = ''] = /^([\s·]*)([\s\S]*?)([\s·]*)$/.exec(english) ?? [];
    const found = sentence(plain(words));
    if (found !== undefined) return { ...found, text: `${before}${found.text}${after}` };
    const sentences = words.split(SENTENCES);
    if (sentences.length === 1) {
      const isWhole = !/\p{Ll}/u.test(words);
      return { text: english, missing: [plain(words).replace(VALUE, '#')], isWhole };
    }
    const done = sentences.map(text);
    return {
      text: `${before}${done.map(({ text }) => text).join(' ')}${after}`,
      missing: done.flatMap(({ missing }) => missing),
      isWhole: done.every(({ isWhole }) => isWhole),
    };
  });

  return text;
}

/** Does the same for whole pages. */
export function createTranslator(words: Words, writeValue: WriteValue, remember?: Remember) {
  const text = createTextTranslator(words, writeValue, remember);

  /** Translates a run of words and the tags within them: whole where its words are known so, else piece by piece. */
  function run(tokens: readonly string[]): Translated {
    const tags = tokens.filter((token) => token.startsWith('<'));
    const bare = tokens.map((token) => (token.startsWith('<') ? bareTag(token) : token)).join('');
    const done = text(decoded(bare));
    if (done.missing.length === 0) {
      let next = 0;
      const back = encoded(done.text).replace(/&lt;(\/?[a-z]+\/?)&gt;/g, () => tags[next++] ?? '');
      if (next === tags.length) return { text: back, missing: [] };
    }
    if (tags.length === 0) return { text: encoded(done.text), missing: done.missing };
    const missing: string[] = [];
    const pieces = tokens.map((token) => {
      if (token.startsWith('<')) return token;
      const piece = text(decoded(token));
      missing.push(...piece.missing);
      return encoded(piece.text);
    });
    return { text: pieces.join(''), missing };
  }

  /** Translates a page of ours. */
  function page(html: string): Translated {
    const missing: string[] = [];
    let out = '';
    let unit: string[] = [];
    const flush = () => {
      const done = unit.some((token) => !token.startsWith('<'))
        ? run(unit)
        : { text: unit.join(''), missing: [] };
      missing.push(...done.missing);
      out += done.text;
      unit = [];
    };
    for (const token of tokensOf(html)) {
      if (!token.startsWith('<')) unit.push(token);
      else if (isKept(token)) {
        if (INLINE.has(nameOf(token)) && unit.length > 0) unit.push(token);
        else {
          flush();
          out += token.replace(OWN_WORDS, '<$1>$2</$1>');
        }
      } else {
        const written = token.replace(ATTRIBUTE, (whole, start: string, value: string) => {
          if (/^<meta (?!name="description|property="og:(?:title|description))/.test(token)) return whole;
          const done = text(decoded(value));
          missing.push(...done.missing);
          return `${start}${encoded(done.text)}"`;
        });
        if (INLINE.has(nameOf(token))) unit.push(written);
        else {
          flush();
          out += written;
        }
      }
    }
    flush();
    return { text: out, missing };
  }

  return { text, page };
}

/** The same with a small letter first in place of a capital, or the other way round. */
function recased(text: string | undefined): string | undefined {
  return text?.replace(/^\p{L}(?!\p{Lu})/u, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

/** Whatever stands in a place of a sentence: within it, and without tags. */
const NAME = `((?:(?!<|${SHORTENED}[.?!] ).)+?)`;

function patternOf(from: string) {
  const source = from
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/#/g, '(#)')
    .replace(/\{\d\}/g, NAME);
  return {
    start: from.slice(0, from.indexOf('{')),
    end: from.slice(from.lastIndexOf('}') + 1),
    places: from.match(/#|\{\d\}/g) ?? [],
    pattern: new RegExp(`^${source}$`),
  };
}

/** Splits a page into tags and words; an element that stays as it is is one token. */
function tokensOf(html: string): string[] {
  const tokens: string[] = [];
  let kept = '';
  let depth = 0;
  for (const token of html.match(/<!--[\s\S]*?-->|<[^>]*>|[^<]+/g) ?? []) {
    const name = nameOf(token);
    if (kept !== '') {
      tokens[tokens.length - 1] += token;
      if (name === kept) depth += token.startsWith('</') ? -1 : 1;
      if (depth === 0) kept = '';
      continue;
    }
    tokens.push(token);
    if (isKept(token) && !VOID.has(name)) {
      kept = name;
      depth = 1;
    }
  }
  return tokens;
}

const isKept = (token: string) => KEPT.test(/^<[^>]*>/.exec(token)?.[0] ?? '');

function nameOf(token: string): string {
  return /^<\/?([a-z0-9]+)/.exec(token)?.[1] ?? '';
}

/** A tag without its attributes; an element that is kept as one that stands alone. */
function bareTag(token: string): string {
  if (isKept(token)) return '<kept/>';
  return `<${token.startsWith('</') ? '/' : ''}${nameOf(token)}>`;
}

/** Blanks that keep a number on one line stay. */
function plain(text: string): string {
  return text.replace(/[^\S\u00a0]+/g, ' ').replaceAll('’', "'");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

function encoded(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');
}
