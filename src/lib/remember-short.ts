const MOST_KNOWN = 20_000;
const LONGEST_KNOWN = 200;

/** Remembers what was made of short texts that come again and again, where making it takes longer than finding it. */
export function rememberShort<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const seen = known.get(text);
    if (seen !== undefined) return seen;
    const value = read(text);
    if (known.size >= MOST_KNOWN) known.clear();
    if (text.length <= LONGEST_KNOWN) known.set(text, value);
    return value;
  };
}
