/** Uses a value at once where it is there: each promise on the way costs an answer that is ready more than all the rest. */
export function whenThere<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}
