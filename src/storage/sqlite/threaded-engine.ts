import { createPendingAnswers, startThread } from '../../lib/threads.ts';
import type { Durability, Sql, SqlValue } from '../sql/sql.ts';

/** A question to the thread of the engine. A statement is sent as text once and by its number from then on. */
export type EngineQuestion = { id: number } & (
  | {
      kind: 'read' | Durability;
      statement: number;
      text?: string | undefined;
      parameters: readonly SqlValue[];
    }
  | { kind: 'check' | 'giveBackSpace' | 'close' }
);

export type EngineReply = { id: number } & (
  | { kind: 'rows'; rows: unknown[] }
  | { kind: 'error'; error: unknown }
);

/** A question before it has its number. */
type Unnumbered<Each = EngineQuestion> = Each extends EngineQuestion ? Omit<Each, 'id'> : never;

class EngineError extends Error {
  override readonly name = 'EngineError';
}

/**
 * The engine on a thread of its own: requests go on while it commits, writes its log back, or waits for another process
 * that is writing. What is asked in one turn of the event loop goes over together.
 */
export function openThreadedEngine(file: string, busyTimeoutMs: number) {
  const workerData = { file, busyTimeoutMs };
  const thread = startThread('./engine-thread', { beside: import.meta.url, workerData });
  const exited = new Promise((resolve) => thread.once('exit', resolve));
  const pending = createPendingAnswers<unknown[]>();
  const statements = new Map<string, number>();
  let unsent: EngineQuestion[] = [];
  let closing = false;
  let failure: unknown;

  // Idle, it must not keep the process alive.
  thread.unref();
  thread.on('message', (replies: readonly EngineReply[]) => {
    for (const reply of replies) {
      if (reply.kind === 'rows') pending.resolve(reply.id, reply.rows);
      else pending.reject(reply.id, reply.error);
    }
    if (pending.size === 0 && !closing) thread.unref();
  });
  const fail = (error: unknown) => {
    failure ??= error;
    pending.rejectAll(failure);
  };
  thread.on('error', fail);
  thread.on('exit', () => fail(new EngineError('The database is closed.')));

  function send(): void {
    thread.postMessage(unsent);
    unsent = [];
  }

  function ask(question: Unnumbered): Promise<unknown[]> {
    if (failure !== undefined) return Promise.reject(failure);
    if (pending.size === 0) thread.ref();
    const { id, answer } = pending.add();
    if (unsent.length === 0) setImmediate(send);
    unsent.push({ ...question, id });
    return answer;
  }

  function run(kind: 'read' | Durability) {
    // The engine gives rows as plain objects of the columns that the statement names; each caller states them as Row.
    return <Row>(text: string, parameters: readonly SqlValue[] = []) => {
      const known = statements.get(text);
      const statement = known ?? statements.size;
      if (known === undefined) statements.set(text, statement);
      const question = { kind, statement, parameters, ...(known === undefined && { text }) };
      return ask(question) as Promise<Row[]>;
    };
  }

  const read: Sql['read'] = run('read');
  return {
    durable: { read, write: run('durable') },
    prompt: { read, write: run('prompt') },
    relaxed: { read, write: run('relaxed') },
    check: async () => void (await ask({ kind: 'check' })),
    giveBackSpace: async () => void (await ask({ kind: 'giveBackSpace' })),
    async close() {
      closing = true;
      await ask({ kind: 'close' });
      await exited;
    },
  };
}
