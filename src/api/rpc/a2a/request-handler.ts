import type { AgentCard, MessageSendParams, Task, TaskIdParams, TaskQueryParams } from '@a2a-js/sdk';
import { A2AError, type A2ARequestHandler } from '@a2a-js/sdk/server';
import type { Agent, AgentCaller } from './agent.ts';
import { checkContentTypes, isOver, isRepeated, openTask, takeTurn, trimHistory } from './conversation.ts';
import { readSendParams } from './read-request.ts';
import type { KeptTask, TaskStore } from './task-store.ts';

export interface HandlerOptions {
  card: AgentCard;
  agent: Agent;
  tasks: TaskStore;
  /** Lets one message at a time work on a task. */
  inTurn<Result>(taskId: string, work: () => Promise<Result>): Promise<Result>;
  /** Called with what could not be kept; must not throw. */
  notKept(error: unknown): void;
}

/** The methods of the protocol for one caller; what is off says so in the protocol's own errors. */
export function createRequestHandler(options: HandlerOptions, caller: AgentCaller): A2ARequestHandler {
  const { card, agent, tasks, inTurn, notKept } = options;

  async function find(id: unknown): Promise<KeptTask> {
    if (typeof id !== 'string' || id === '') throw A2AError.invalidParams('The id of a task is a text.');
    const kept = await tasks.load(id);
    if (!kept) throw new A2AError(-32001, 'There is no such task, or it is no longer kept.');
    return kept;
  }

  /** An answer that was paid for is given even where it cannot be kept. */
  const keep = (kept: KeptTask) => tasks.save(kept).catch(notKept);

  async function converse({ message, configuration }: MessageSendParams): Promise<Task> {
    const { taskId } = message;
    const kept: KeptTask = taskId === undefined ? { task: openTask(message) } : await find(taskId);
    const { task } = kept;
    if (message.contextId !== undefined && message.contextId !== task.contextId) {
      throw A2AError.invalidParams('The task belongs to another context.');
    }
    if (isRepeated(kept, message)) return task;
    if (isOver(task))
      throw A2AError.invalidRequest(`The task is over (${task.status.state}); begin another.`);
    const step = await agent.step(kept, message, caller);
    if (!step) return task;
    const { turn, order = kept.order, paidBy } = step;
    const next = takeTurn(task, message, turn, configuration);
    await keep({ task: next, ...(order && { order }), ...(paidBy !== undefined && { paidBy }) });
    return next;
  }

  return {
    getAgentCard: async () => card,
    async sendMessage(sent) {
      const params = readSendParams(sent);
      if (!params) {
        throw A2AError.invalidParams(
          'Send a message with messageId, role and parts of kind text, data or file.',
        );
      }
      const { message, configuration } = params;
      checkContentTypes(message, configuration);
      const work = () => converse(params);
      const task = await (message.taskId === undefined ? work() : inTurn(message.taskId, work));
      return trimHistory(task, configuration?.historyLength);
    },
    async getTask({ id, historyLength }: TaskQueryParams) {
      return trimHistory((await find(id)).task, historyLength);
    },
    async cancelTask({ id }: TaskIdParams) {
      return inTurn(String(id), async () => {
        const kept = await find(id);
        if (isOver(kept.task)) throw new A2AError(-32002, 'The task is over and cannot be canceled.');
        const status = { state: 'canceled', timestamp: new Date().toISOString() } as const;
        const task: Task = { ...kept.task, status };
        await keep({ ...kept, task });
        return task;
      });
    },
    async getAuthenticatedExtendedAgentCard() {
      throw A2AError.authenticatedExtendedCardNotConfigured();
    },
    setTaskPushNotificationConfig: noPush,
    getTaskPushNotificationConfig: noPush,
    listTaskPushNotificationConfigs: noPush,
    deleteTaskPushNotificationConfig: noPush,
    sendMessageStream: noStream,
    resubscribe: noStream,
  };
}

async function noPush(): Promise<never> {
  throw A2AError.pushNotificationNotSupported();
}

// biome-ignore lint/correctness/useYield: the SDK never calls it where the card says that streaming is off
async function* noStream(): AsyncGenerator<never, void, undefined> {
  throw A2AError.unsupportedOperation('streaming');
}
