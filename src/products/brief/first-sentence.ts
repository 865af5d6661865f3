const MOST_CHARACTERS = 220;

/** The first sentence of a text, cut at a word where it is long. */
export function firstSentence(text: string): string {
  const [sentence = text] = /^.*?[.!?](?=\s|$)/s.exec(text) ?? [];
  if (sentence.length <= MOST_CHARACTERS) return sentence;
  return `${sentence.slice(0, MOST_CHARACTERS).replace(/\s+\S*$/, '')}…`;
}
