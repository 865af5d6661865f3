/** Makes a pattern of data/lexicon: `{NAME}` in it stands for the words that its file lists under that name. */
export function patternOf(source: string, words: Readonly<Record<string, string>> = {}, flags = 'i'): RegExp {
  return new RegExp(
    source.replace(/\{([A-Z_]+)\}/g, (_, name: string) => words[name] ?? ''),
    flags,
  );
}

/** One pattern for any of several, each of which begins with a word: it is looked for at words only. */
export function anyOfPatterns(
  sources: readonly string[],
  words: Readonly<Record<string, string>> = {},
  flags = 'i',
): RegExp {
  return patternOf(String.raw`\b(?:${sources.map((source) => `(?:${source})`).join('|')})`, words, flags);
}
