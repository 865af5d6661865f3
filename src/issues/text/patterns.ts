/** Makes a pattern of data/lexicon: `{NAME}` in it stands for the words that its file lists under that name. */
export function patternOf(source: string, words: Readonly<Record<string, string>> = {}, flags = 'i'): RegExp {
  return new RegExp(
    source.replace(/\{([A-Z_]+)\}/g, (_, name: string) => words[name] ?? ''),
    flags,
  );
}

/** One pattern for any of them: one look at a text in place of many. */
export function anyOfPatterns(sources: readonly string[], flags = 'i'): RegExp {
  return new RegExp(sources.map((source) => `(?:${source})`).join('|'), flags);
}
