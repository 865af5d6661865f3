/** Makes a value at the first call and keeps it: for what is only needed sometimes. */
export function onDemand<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Uses a value at once where it is there: each promise on the way costs an answer that is ready more than all the rest. */
export function whenThere<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** Returns the value of a key; where there is none yet, makes it and keeps it in the map. */
export function getOrInsert<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

const MOST_KNOWN = 20_000;
const LONGEST_KNOWN = 200;

/** Remembers the results for short texts that come again and again, where making one takes longer than finding it. */
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

/** Keeps the N results asked for last; one that falls out is computed again when it is asked for. */
export function rememberNewest<Result>(most: number) {
  const remembered = new Map<string, Result>();
  return (key: string, compute: () => Result): Result => {
    const result = remembered.get(key) ?? compute();
    remembered.delete(key);
    remembered.set(key, result);
    const oldest = remembered.keys().next();
    if (remembered.size > most && !oldest.done) remembered.delete(oldest.value);
    return result;
  };
}
