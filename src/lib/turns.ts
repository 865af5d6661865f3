/** Runs work on the same thing one after another, in the order in which it came. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

/** Questions to another thread whose answers are on their way, each known by a number. */
interface PendingAnswers<Answer> {
  readonly size: number;
  /** The number under which to ask, and the answer to come. */
  add(): { id: number; answer: Promise<Answer> };
  resolve(id: number, answer: Answer): void;
  reject(id: number, reason: unknown): void;
  /** Nothing more will come. */
  rejectAll(reason: unknown): void;
}

export function createPendingAnswers<Answer>(): PendingAnswers<Answer> {
  const pending = new Map<number, PromiseWithResolvers<Answer>>();
  let last = 0;
  const take = (id: number) => {
    const asker = pending.get(id);
    pending.delete(id);
    return asker;
  };
  return {
    get size() {
      return pending.size;
    },
    add() {
      last += 1;
      const asker = Promise.withResolvers<Answer>();
      pending.set(last, asker);
      return { id: last, answer: asker.promise };
    },
    resolve: (id, answer) => take(id)?.resolve(answer),
    reject: (id, reason) => take(id)?.reject(reason),
    rejectAll(reason) {
      for (const id of pending.keys()) take(id)?.reject(reason);
    },
  };
}
