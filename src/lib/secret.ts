import { inspect } from 'node:util';

const HIDDEN = '[secret]';

/**
 * A value that must not be printed. Text, JSON and inspection of it, and of whatever holds it, show that there is one
 * and not which; only reveal() gives the value, at the place that needs it.
 */
export class Secret<Value extends string | readonly string[] = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
