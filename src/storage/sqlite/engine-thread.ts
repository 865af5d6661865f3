import { parentPort, workerData } from 'node:worker_threads';
import { openEngine } from './group-commit.ts';
import type { EngineQuestion, EngineReply } from './threaded-engine.ts';

/** The thread on which one database file is read and written. */
const { file, busyTimeoutMs } = workerData as { file: string; busyTimeoutMs: number };
const engine = openEngine(file, busyTimeoutMs);
const texts = new Map<number, string>();
let replies: EngineReply[] = [];
let closed = false;

async function run(question: EngineQuestion): Promise<unknown[]> {
  if (!('statement' in question)) {
    await engine[question.kind]();
    closed ||= question.kind === 'close';
    return [];
  }
  const { kind, statement, parameters } = question;
  if (question.text !== undefined) texts.set(statement, question.text);
  const text = texts.get(statement) ?? '';
  if (kind === 'read') return engine.relaxed.read(text, parameters);
  return engine[kind].write(text, parameters);
}

function reply(given: EngineReply): void {
  if (replies.length === 0) setImmediate(sendReplies);
  replies.push(given);
}

function sendReplies(): void {
  parentPort?.postMessage(replies);
  replies = [];
  // With its port the thread ends.
  if (closed) parentPort?.close();
}

parentPort?.on('message', (questions: readonly EngineQuestion[]) => {
  // All of them are asked in this one turn, in their order, so their writes are committed together.
  for (const question of questions) {
    const { id } = question;
    run(question).then(
      (rows) => reply({ id, kind: 'rows', rows }),
      (error: unknown) => reply({ id, kind: 'error', error }),
    );
  }
});
