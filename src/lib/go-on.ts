/** Goes on at once with what is there, and later with what is on its way: an answer that waits for nothing costs less. */
export function goOn<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
