import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Task } from '@a2a-js/sdk';
import type { CacheStore } from '../../storage/storage.ts';
import { x402Keys } from './x402-extension.ts';

/** A task and what is known of it besides what its client is shown. */
export interface KeptTask {
  task: Task;
  /** What the task buys, once that is known. */
  order?: { skillId: string; parameters: Record<string, unknown> };
  /** Digest of the payment that completed it, so that the same one sent again gets the same task. */
  paidBy?: string;
}

export interface TaskStore {
  load(id: string): Promise<KeptTask | undefined>;
  save(kept: KeptTask): Promise<void>;
}

const KEEP_MS = 60 * 60_000;
const MAX_HISTORY = 6;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps tasks for an hour. Key and seal both derive from the task's id, which only its client has: the storage alone
 * tells nobody what was asked or answered.
 */
export function createTaskStore(cache: CacheStore): TaskStore {
  return {
    async load(id) {
      const kept = await cache.get(keyOf(id), Date.now());
      return kept && JSON.parse(open(kept.value, id));
    },
    async save(kept) {
      const { task } = kept;
      const history = (task.history ?? []).slice(-MAX_HISTORY).map(withoutPayment);
      const text = JSON.stringify({ ...kept, task: { ...task, history } } satisfies KeptTask);
      const nowMs = Date.now();
      const untilMs = nowMs + KEEP_MS;
      await cache.put(keyOf(task.id), {
        value: seal(text, task.id),
        storedAtMs: nowMs,
        freshUntilMs: untilMs,
        staleUntilMs: untilMs,
      });
    },
  };
}

type Message = NonNullable<Task['history']>[number];

/** A signed payment stands for money until it is settled: it is never kept. */
function withoutPayment(message: Message): Message {
  if (!message.metadata || !(x402Keys.payload in message.metadata)) return message;
  const { [x402Keys.payload]: _payment, ...metadata } = message.metadata;
  return { ...message, metadata };
}

const derive = (purpose: string, id: string) => createHash('sha256').update(`a2a ${purpose} ${id}`).digest();
const keyOf = (id: string) => `a2a-task:${derive('key', id).toString('base64url')}`;

function seal(text: string, id: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derive('seal', id), iv);
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
}

function open(sealed: string, id: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const cipher = createDecipheriv('aes-256-gcm', derive('seal', id), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), cipher.final()]).toString(
    'utf8',
  );
}
