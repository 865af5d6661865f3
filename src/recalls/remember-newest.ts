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
