/** English sentences and the same in another language. `#` is a number, an amount or a day; `{1}` whatever else stands there. */
export type Words = Readonly<Record<string, string>>;

export interface Translated {
  text: string;
  /** What has no words in that language and stays as it is. */
  missing: string[];
}

/** Parts of a page that stay as they are: code, data, and what is marked as another language or as a name. */
const KEPT = /^<(?:script|style|template|pre|code|textarea)\b|^<(?!html).*\s(?:lang="en"|translate="no")/;
/** These stand within a sentence. */
const INLINE = new Set(['a', 'strong', 'small', 'b', 'i', 'em', 'span', 'code']);
const VOID = new Set(['br', 'input', 'meta', 'link', 'hr', 'img', 'path', 'circle', 'rect', 'line']);
const ATTRIBUTE = /(\s(?:aria-label|title|placeholder|alt|content|label|data-in)=")([^"]*)"/g;
const VALUE =
  /(?<![\w#.-])(?:\d{4}-\d\d-\d\d|(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}|\$?\d{1,3}(?:,\d{3})+(?:\.\d+)?%?|\$?\d+(?:\.\d+)?%?)(?![\w-]|\.\d)/g;

/** What stands between the parts of a list, and the same in that language; what holds whole lists comes first. */
const LISTS = [
  [' · ', ' · '],
  ['; ', '; '],
  [': ', '\u00a0: '],
  [' and ', ' et '],
  [', ', ', '],
] as const;

/** Writes pages and messages in another language by a table of sentences; how numbers are written is given too. */
export function createTranslator(words: Words, writeValue: (value: string) => string) {
  const exact = new Map<string, string>();
  const patterns: { pattern: RegExp; places: string[]; to: string }[] = [];
  for (const [from, to] of Object.entries(words)) {
    if (from.includes('{')) patterns.push({ ...patternOf(from), to });
    else exact.set(from, to);
  }
  // Who has more words of its own says more of what is meant.
  patterns.sort((one, other) => other.pattern.source.length - one.pattern.source.length);

  /** Fills in `#` one after the other, or `#2` the second; `{1}` by its number. */
  function filled(to: string, values: readonly string[], names: readonly string[]): string {
    let next = 0;
    return to.replace(/#(\d?)|\{(\d)\}/g, (_, at: string | undefined, name: string | undefined) => {
      if (name !== undefined) return text(names[Number(name) - 1] ?? '').text;
      const value = values[at ? Number(at) - 1 : next];
      next += 1;
      return value === undefined ? '#' : writeValue(value);
    });
  }

  function sentence(english: string): string | undefined {
    const values = english.match(VALUE) ?? [];
    const known = exact.get(english.replace(VALUE, '#'));
    if (known !== undefined) return filled(known, values, []);
    if (!/\p{L}/u.test(english.replace(/<[^>]*>/g, '').replace(VALUE, '')))
      return english.replace(VALUE, writeValue);
    for (const { pattern, places, to } of patterns) {
      const found = pattern.exec(english)?.slice(1);
      if (!found) continue;
      const of = (isValue: boolean) => found.filter((_, at) => (places[at] === '#') === isValue);
      return filled(to, of(true), of(false));
    }
    return listed(english);
  }

  /** Translates what is listed, where each part of it is known. */
  function listed(english: string): string | undefined {
    for (const [between, written] of LISTS) {
      const parts = english.split(between);
      const done = parts.length < 2 ? [undefined] : parts.map((part) => sentence(part));
      if (done.every((part) => part !== undefined)) return done.join(written);
    }
    return undefined;
  }

  /** Translates one sentence or several. */
  function text(english: string): Translated {
    const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(english) ?? [];
    const whole = sentence(plain(words));
    if (words === '' || whole !== undefined) return { text: `${before}${whole ?? ''}${after}`, missing: [] };
    const sentences = words.split(/(?<=[.?!]) (?=[\p{Lu}“\d$<])/u);
    if (sentences.length === 1) return { text: english, missing: [plain(words).replace(VALUE, '#')] };
    const done = sentences.map(text);
    return {
      text: `${before}${done.map(({ text }) => text).join(' ')}${after}`,
      missing: done.flatMap(({ missing }) => missing),
    };
  }

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
          out += token;
        }
      } else {
        const written = token.replace(ATTRIBUTE, (whole, start: string, value: string) => {
          if (
            /^<meta name="(?!description)/.test(token) ||
            /^<meta property="og:(?!title|description)/.test(token)
          )
            return whole;
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

/** Whatever stands in a place of a sentence: within it, and without tags. */
const NAME = '((?:(?!<|[.?!] ).)+?)';

function patternOf(from: string) {
  const places = from.match(/#|\{\d\}/g) ?? [];
  const source = from
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/#|\{\d\}/g, (place) => (place === '#' ? `(${VALUE.source})` : NAME));
  return { pattern: new RegExp(`^${source}$`), places };
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

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('’', "'");
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

function encoded(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '&quot;');
}
