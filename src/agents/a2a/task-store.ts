import { createHash } from 'node:crypto';
import { type Message, Task } from '@a2a-js/sdk';
import { systemClock } from '../../lib/clock.ts';
import { seal, unseal } from '../../lib/secret.ts';
import type { CacheStore } from '../../storage/storage.ts';
import type { Sent } from './messages.ts';
import type { Order } from './order.ts';

export interface KeptTask {
  task: Task;
  order?: Order;
  /** Digest of the payment that completed it, so that the same one sent again gets the same task. */
  paidBy?: string;
  /** The answer that was paid for, whole, as it is given again in any form. */
  bought?: object;
  /** True where we have named its context, so that nobody else can know it. */
  isOwnContext?: boolean;
}

export type TaskStore = ReturnType<typeof createTaskStore>;

const KEEP_MS = 60 * 60_000;
const MAX_HISTORY = 6;
/** Longer than what we say ourselves, and than any question. */
const MAX_MESSAGE_CHARACTERS = 8_000;

/**
 * Keeps tasks for an hour. Key and seal both derive from the task's id, which only its client has: the storage alone
 * shows nobody what was asked or answered.
 */
export function createTaskStore(cache: CacheStore) {
  async function put(id: string, text: string): Promise<void> {
    const nowMs = systemClock.now();
    const untilMs = nowMs + KEEP_MS;
    const value = seal(text, sealOf(id));
    await cache.put(keyOf(id), { value, storedAtMs: nowMs, freshUntilMs: untilMs, staleUntilMs: untilMs });
  }

  const store = {
    async load(id: string): Promise<KeptTask | undefined> {
      const kept = await cache.get(keyOf(id), systemClock.now());
      if (!kept) return undefined;
      const { task, ...rest } = JSON.parse(unseal(kept.value, sealOf(id)));
      return { ...rest, task: Task.fromJSON(task) };
    },
    async save(kept: KeptTask): Promise<void> {
      const { task } = kept;
      const history = task.history.slice(-MAX_HISTORY).filter(isShort);
      const text = JSON.stringify({ ...kept, task: Task.toJSON({ ...task, history }) });
      await put(task.id, text);
      if (kept.bought && kept.isOwnContext) await put(lastOf(task.contextId), text);
    },
    /** Finds what was bought in these tasks, and last in this context. */
    async boughtIn({ contextId = '', referenceTaskIds }: Pick<Sent, 'contextId' | 'referenceTaskIds'>) {
      const all = await Promise.all([...referenceTaskIds, lastOf(contextId)].map((id) => store.load(id)));
      return all.flatMap((kept) => (kept?.bought ? [kept] : []));
    },
  };
  return store;
}

const lastOf = (contextId: string) => `the last of ${contextId}`;

const isShort = (message: Message) => JSON.stringify(message).length <= MAX_MESSAGE_CHARACTERS;

const derive = (purpose: string, id: string) => createHash('sha256').update(`a2a ${purpose} ${id}`).digest();
const sealOf = (id: string) => ({ key: derive('seal', id) });
const keyOf = (id: string) => `a2a-task-1.0:${derive('key', id).toString('base64url')}`;
