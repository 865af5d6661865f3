/** 1234567.5 as "1,234,567.5": with three decimals at most, or with exactly `decimals`. */
export function withThousands(value: number, decimals?: number): string {
  const text = decimals === undefined ? String(Math.round(value * 1000) / 1000) : value.toFixed(decimals);
  const [whole = '', rest] = text.split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === undefined ? thousands : `${thousands}.${rest}`;
}

/** `1234567.5` as `1,234,567.50`; whole amounts without decimals. */
export function grouped(amount: number): string {
  return withThousands(amount, Number.isInteger(amount) ? 0 : 2);
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[], word: 'and' | 'or' = 'and'): string {
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

interface Severity {
  fires: number;
  crashes: number;
  injuries: number;
  deaths: number;
}

/** "2 fires, 1 crash and 3 injuries"; empty where there is nothing. */
export function severityText({ fires, crashes, injuries, deaths }: Severity): string {
  return listed([
    ...(deaths > 0 ? [counted(deaths, 'death')] : []),
    ...(fires > 0 ? [counted(fires, 'fire')] : []),
    ...(crashes > 0 ? [counted(crashes, 'crash', 'crashes')] : []),
    ...(injuries > 0 ? [counted(injuries, 'injury', 'injuries')] : []),
  ]);
}

const MOST_CHARACTERS = 220;

/** The first sentence of a text, cut at a word where it is long. */
export function firstSentence(text: string): string {
  const [sentence = text] = /^.*?[.!?](?=\s|$)/s.exec(text) ?? [];
  if (sentence.length <= MOST_CHARACTERS) return sentence;
  return `${sentence.slice(0, MOST_CHARACTERS).replace(/\s+\S*$/, '')}…`;
}
