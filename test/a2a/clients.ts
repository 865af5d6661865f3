import { Role, type Task, TaskState } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import type { Message as EarlierMessage, Task as EarlierTask } from 'a2a-sdk-earlier';
import { ClientFactory as EarlierFactory } from 'a2a-sdk-earlier/client';

/** A task without what differs between the versions of the protocol. */
export interface SeenTask {
  id: string;
  contextId: string;
  /** As in input-required. */
  state: string;
  metadata: Record<string, unknown>;
  /** The agent's last words. */
  said: unknown[];
  /** The parts of the answer. */
  answer: { text?: string; data?: Record<string, unknown> }[];
  history: unknown[];
  whole: unknown;
}

interface More {
  taskId?: string;
  contextId?: string;
  referenceTaskIds?: string[];
  metadata?: Record<string, unknown>;
}

export interface A2aClient {
  send(part: string | Record<string, unknown>, more?: More): Promise<SeenTask>;
  getTask(id: string, historyLength?: number): Promise<SeenTask>;
}

/** The official client of each version, connected to the service at this address. */
export const clients = { '0.3': connectEarlier, '1.0': connectCurrent } as const;

const stateNames = new Map<TaskState | undefined, string>([
  [TaskState.TASK_STATE_INPUT_REQUIRED, 'input-required'],
  [TaskState.TASK_STATE_COMPLETED, 'completed'],
  [TaskState.TASK_STATE_FAILED, 'failed'],
  [TaskState.TASK_STATE_CANCELED, 'canceled'],
]);

async function connectCurrent(url: string): Promise<A2aClient> {
  const client = await new ClientFactory().createFromUrl(url);
  const see = (task: Task): SeenTask => ({
    id: task.id,
    contextId: task.contextId,
    state: stateNames.get(task.status?.state) ?? 'unknown',
    metadata: task.status?.message?.metadata ?? {},
    said: task.status?.message?.parts.map(({ content }) => content?.value) ?? [],
    answer: task.artifacts.flatMap(({ parts }) =>
      parts.map(({ content }) => ({ [content?.$case ?? 'none']: content?.value })),
    ),
    history: task.history,
    whole: task,
  });
  return {
    async send(part, { taskId = '', contextId = '', metadata, referenceTaskIds = [] } = {}) {
      const content =
        typeof part === 'string'
          ? ({ $case: 'text', value: part } as const)
          : ({ $case: 'data', value: part } as const);
      const result = await client.sendMessage({
        message: {
          messageId: crypto.randomUUID(),
          role: Role.ROLE_USER,
          parts: [{ content, metadata: undefined, filename: '', mediaType: '' }],
          taskId,
          contextId,
          metadata,
          extensions: [],
          referenceTaskIds,
        },
        configuration: undefined,
        metadata: undefined,
        tenant: '',
      });
      if ('messageId' in result) throw new Error('Every message here is answered with a task');
      return see(result);
    },
    async getTask(id, historyLength) {
      return see(
        await client.getTask({ id, tenant: '', ...(historyLength !== undefined && { historyLength }) }),
      );
    },
  };
}

async function connectEarlier(url: string): Promise<A2aClient> {
  const client = await new EarlierFactory().createFromUrl(url);
  const see = (task: EarlierTask): SeenTask => ({
    id: task.id,
    contextId: task.contextId,
    state: task.status.state,
    metadata: task.status.message?.metadata ?? {},
    said: task.status.message?.parts ?? [],
    answer: (task.artifacts ?? []).flatMap(({ parts }) =>
      parts.map((one) =>
        one.kind === 'text' ? { text: one.text } : one.kind === 'data' ? { data: one.data } : {},
      ),
    ),
    history: task.history ?? [],
    whole: task,
  });
  return {
    async send(part, more = {}) {
      const message: EarlierMessage = {
        kind: 'message',
        messageId: crypto.randomUUID(),
        role: 'user',
        parts: [typeof part === 'string' ? { kind: 'text', text: part } : { kind: 'data', data: part }],
        ...more,
      };
      const result = await client.sendMessage({ message });
      if (result.kind !== 'task') throw new Error('Every message here is answered with a task');
      return see(result);
    },
    async getTask(id, historyLength) {
      return see(await client.getTask({ id, ...(historyLength !== undefined && { historyLength }) }));
    },
  };
}
