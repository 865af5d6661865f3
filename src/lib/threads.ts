import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { extname } from 'node:path';
import { parentPort, Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread with the module of that name beside the one that asks: a source, or compiled, as that one is. What an
 * earlier thread compiled is read and not compiled anew: that is faster, and takes less memory.
 */
export function startThread(
  name: string,
  { beside, ...options }: { beside: string } & Pick<WorkerOptions, 'resourceLimits' | 'workerData'>,
): Worker {
  const file = new URL(`${name}${extname(beside)}`, beside);
  const start = `require('node:module').enableCompileCache(); import(${JSON.stringify(file.href)})`;
  return new Worker(start, { ...options, eval: true });
}

/** Keeps the questions to another thread whose answers are on their way, each known by a number. */
export function createPendingAnswers<Answer>() {
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
    /** Gives the number under which to ask, and the answer to come. */
    add() {
      last += 1;
      const asker = Promise.withResolvers<Answer>();
      pending.set(last, asker);
      return { id: last, answer: asker.promise };
    },
    resolve: (id: number, answer: Answer) => take(id)?.resolve(answer),
    reject: (id: number, reason: unknown) => take(id)?.reject(reason),
    /** Nothing more will come. */
    rejectAll(reason: unknown) {
      for (const id of pending.keys()) take(id)?.reject(reason);
    },
  };
}

interface QuestionOptions {
  /** Amount of work, in whatever measure all questions to this thread have. */
  size: number;
  /** Waits for its turn, however long that takes. */
  isNeverRefused?: boolean;
  /** Memory of the question that is handed over, not copied: who asked has it no more. */
  transfer?: readonly ArrayBuffer[];
}

interface Options {
  /** Starts it with a module that calls `answerQuestions`. */
  start: () => Worker;
  /** Longest time that a question may take with those before it; one that nobody is before is always taken. */
  deadlineMs: number;
  /** Time that a question of some size may take, until the first was answered. */
  guess: { ms: number; size: number };
}

/** More questions wait for a thread than it can answer while those who ask still wait. */
export class ThreadBusyError extends Error {
  override readonly name = 'ThreadBusyError';
  /** Time until there is room for this question, unless somebody else takes it. */
  readonly roomInMs: number;

  constructor(roomInMs: number) {
    super('Too many questions wait for the thread.');
    this.roomInMs = roomInMs;
  }
}

interface Numbered<Question> {
  id: number;
  question: Question;
}
type Reply<Answer> = { id: number } & (
  | { kind: 'answer'; answer: Answer }
  | { kind: 'fault'; message: string }
);

class ThreadError extends Error {
  override readonly name = 'ThreadError';
}

/** Time without a question after which the thread ends, and with it what it holds in memory. */
const REST_MS = 120_000;

/** Makes a thread that is started by the first question and ends when it was left alone for a while. */
export function createRestingThread<Question, Answer>({ start, deadlineMs, guess }: Options) {
  const pending = createPendingAnswers<Answer>();
  const backlog = createBacklog(guess);
  let thread: Worker | undefined;
  let rest: NodeJS.Timeout | undefined;

  function wake(): Worker {
    const started = start();
    started.on('message', (reply: Reply<Answer>) => {
      if (reply.kind === 'fault') pending.reject(reply.id, new ThreadError(reply.message));
      else pending.resolve(reply.id, reply.answer);
      if (pending.size === 0) letRest();
    });
    const failed = (error: Error) => {
      if (thread !== started) return;
      thread = undefined;
      pending.rejectAll(error);
    };
    started.on('error', failed);
    started.on('exit', () => failed(new ThreadError('The thread ended.')));
    return started;
  }

  function letRest(): void {
    // An idle thread must not keep the process alive.
    thread?.unref();
    clearTimeout(rest);
    rest = setTimeout(() => void stop(), REST_MS);
    rest.unref();
  }

  async function stop(): Promise<void> {
    clearTimeout(rest);
    const stopped = thread;
    thread = undefined;
    pending.rejectAll(new ThreadError('The thread was stopped.'));
    await stopped?.terminate();
  }

  return {
    /** Rejects with a ThreadBusyError where it would not be answered in time. */
    async ask(
      question: Question,
      { size, isNeverRefused = false, transfer = [] }: QuestionOptions,
    ): Promise<Answer> {
      const lateMs = backlog.untilDoneMs(size) - deadlineMs;
      // A question that takes longer than that by itself is taken when nothing waits.
      if (lateMs > 0 && !isNeverRefused && !backlog.isEmpty)
        throw new ThreadBusyError(Math.min(lateMs, backlog.untilDoneMs(0)));
      clearTimeout(rest);
      thread ??= wake();
      thread.ref();
      const { id, answer } = pending.add();
      thread.postMessage({ id, question } satisfies Numbered<Question>, transfer);
      const done = backlog.take(size);
      try {
        return await answer;
      } finally {
        done();
      }
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** The other side: answers one question after the other. */
export function answerQuestions<Question, Answer>(
  answerTo: (question: Question) => Answer | Promise<Answer>,
): void {
  letOthersGoFirst();
  parentPort?.on('message', async ({ id, question }: Numbered<Question>) => {
    const post = (reply: Reply<Answer>) => parentPort?.postMessage(reply);
    try {
      post({ id, kind: 'answer', answer: await answerTo(question) });
    } catch (error) {
      post({ id, kind: 'fault', message: error instanceof Error ? error.message : String(error) });
    }
  });
}

const NICER_BY = 5;
const LEAST_PRIORITY = constants.priority.PRIORITY_LOW;

/** Lets the threads that answer requests have a core first, where there are too few. Linux alone can tell them apart. */
function letOthersGoFirst(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, Math.min(getPriority(thread) + NICER_BY, LEAST_PRIORITY));
  } catch {
    // Without /proc, or where that is not allowed, all have the same.
  }
}

/** Weight of what is known from before, beside the last piece of work. */
const MEMORY = 0.8;

/**
 * Measures the work of one worker that does one thing after the other: how long a newcomer waits, and what to tell it.
 * `guess` is the time that work of some size may take, until the first was done.
 */
export function createBacklog(
  guess: { ms: number; size: number },
  now: () => number = () => performance.now(),
) {
  let seen = guess;
  let waiting = 0;
  let takenCount = 0;
  let lastDoneMs = now();
  return {
    get isEmpty() {
      return takenCount === 0;
    },
    /** Gives the milliseconds until work of this size would be done, were it taken now. */
    untilDoneMs: (size: number) => ((waiting + size) * seen.ms) / seen.size,
    /** Takes work of this size; returns what is to be called once when it is done. */
    take(size: number) {
      const takenMs = now();
      waiting += size;
      takenCount += 1;
      return () => {
        const nowMs = now();
        waiting -= size;
        takenCount -= 1;
        // It waited until the one before it was done.
        const tookMs = nowMs - Math.max(takenMs, lastDoneMs);
        lastDoneMs = nowMs;
        seen = { ms: seen.ms * MEMORY + tookMs, size: seen.size * MEMORY + size };
      };
    },
  };
}
