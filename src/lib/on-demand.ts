/** Makes a value at the first call and keeps it: for what is only needed sometimes. */
export function onDemand<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
