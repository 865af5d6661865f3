import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { createPendingAnswers } from './turns.ts';

/** A thread that is started by the first question and ends when it was left alone for a while. */
export interface RestingThread<Question, Answer> extends AsyncDisposable {
  ask(question: Question): Promise<Answer>;
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

/** What was learned stays in memory for so long. */
const REST_MS = 120_000;

/** `file` calls `answerQuestions`. */
export function createRestingThread<Question, Answer>(
  file: URL,
  resourceLimits: ResourceLimits,
): RestingThread<Question, Answer> {
  const pending = createPendingAnswers<Answer>();
  let thread: Worker | undefined;
  let rest: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(file, { resourceLimits });
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
    ask(question) {
      clearTimeout(rest);
      thread ??= start();
      thread.ref();
      const { id, answer } = pending.add();
      thread.postMessage({ id, question } satisfies Numbered<Question>);
      return answer;
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** The other side: answers one question after the other. */
export function answerQuestions<Question, Answer>(
  answerTo: (question: Question) => Answer | Promise<Answer>,
): void {
  parentPort?.on('message', async ({ id, question }: Numbered<Question>) => {
    const post = (reply: Reply<Answer>) => parentPort?.postMessage(reply);
    try {
      post({ id, kind: 'answer', answer: await answerTo(question) });
    } catch (error) {
      post({ id, kind: 'fault', message: error instanceof Error ? error.message : String(error) });
    }
  });
}
