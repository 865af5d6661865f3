import type { z } from 'zod';

/** The seconds until trying again makes sense: always the same, or `given` each time. */
type RetryAfter = number | 'given' | undefined;

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

type DetailsOf<Shape extends z.ZodRawShape> = keyof Shape extends never
  ? object
  : DeepReadonly<z.output<z.ZodObject<Shape>>>;

/** The input from which an error of a row is made. */
type InputOf<Shape extends z.ZodRawShape, Retry extends RetryAfter> = DetailsOf<Shape> &
  (Retry extends 'given'
    ? { readonly retryAfterSeconds: number }
    : { readonly retryAfterSeconds?: Retry extends number ? number : never });

export interface ErrorRow<Input, Status extends number = number, Header extends string = string> {
  status: Status;
  /** The case in which it comes, for documents. */
  when: string;
  /** Members of the body besides those of every error. */
  details: z.ZodRawShape;
  /** Details that only the message uses; the body leaves them out. */
  unsent: readonly string[];
  /** Says in a sentence what to do. */
  message(details: Input): string;
  retryAfterSeconds: RetryAfter;
  /** `null` while it is open whether money was taken. */
  charged: false | null;
  /** Headers that its reply has besides `Retry-After`. */
  headers: readonly Header[];
}

interface Declared<
  Status extends number,
  Shape extends z.ZodRawShape,
  Retry extends RetryAfter,
  Header extends string,
> {
  status: Status;
  when: string;
  details?: Shape;
  unsent?: readonly (keyof Shape & string)[];
  message: string | ((details: InputOf<Shape, Retry>) => string);
  retryAfterSeconds?: Retry;
  charged?: null;
  headers?: readonly Header[];
}

/** Declares an error: its status, its words, and what its reply says beside them. */
export function errorRow<
  const Status extends number,
  Shape extends z.ZodRawShape = Record<never, never>,
  const Retry extends RetryAfter = undefined,
  const Header extends string = never,
>(declared: Declared<Status, Shape, Retry, Header>): ErrorRow<InputOf<Shape, Retry>, Status, Header> {
  const { status, when, message, retryAfterSeconds, charged = false } = declared;
  const unsent: readonly string[] = declared.unsent ?? [];
  const details = Object.entries(declared.details ?? {}).filter(([name]) => !unsent.includes(name));
  return {
    status,
    when,
    details: Object.fromEntries(details),
    unsent,
    message: typeof message === 'string' ? () => message : message,
    retryAfterSeconds,
    charged,
    headers: declared.headers ?? [],
  };
}
