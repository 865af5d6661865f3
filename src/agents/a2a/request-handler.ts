import type { AgentCard, SendMessageRequest, Task } from '@a2a-js/sdk';
import {
  ExtendedAgentCardNotConfiguredError,
  JsonRpcRequestMalformedError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { answeredInTime } from '../../lib/clock.ts';
import { type MinuteLimit, rateLimited } from '../../limits/limits.ts';
import type { Agent, AgentCaller } from './agent.ts';
import {
  afterTheEnd,
  canceledTask,
  checkContentTypes,
  isOver,
  isRepeated,
  openTask,
  takeTurn,
  trimHistory,
} from './conversation.ts';
import { readConfiguration, readSent } from './messages.ts';
import type { KeptTask, TaskStore } from './task-store.ts';

export interface HandlerOptions {
  card: AgentCard;
  agent: Agent;
  tasks: TaskStore;
  /** The new orders of all callers together: each is kept for a while before anybody pays. */
  newOrders: MinuteLimit;
  inTurn<Result>(taskId: string, work: () => Promise<Result>): Promise<Result>;
  /** Reports what could not be kept; must not throw. */
  notKept(error: unknown): void;
}

/**
 * Makes the methods of the protocol for one caller, in the terms of its current version: the SDK translates those of
 * 0.3. A method that is off says so in the protocol's own errors.
 */
export function createRequestHandler(options: HandlerOptions, caller: AgentCaller): A2ARequestHandler {
  const { card, agent, tasks, newOrders, inTurn, notKept } = options;

  async function find(id: unknown): Promise<KeptTask> {
    if (typeof id !== 'string' || id === '') throw malformed('The id of a task is a text.');
    const kept = await tasks.load(id);
    if (!kept) throw new TaskNotFoundError({ message: 'There is no such task, or it is no longer kept.' });
    return kept;
  }

  /** An answer that was paid for is given even where it cannot be kept. */
  const keep = (kept: KeptTask) => answeredInTime(tasks.save(kept)).catch(notKept);

  async function begin(contextId: string | undefined): Promise<KeptTask> {
    const standing = newOrders.take('everybody');
    if (standing.allowed) {
      const isOwnContext = contextId === undefined || (await tasks.load(contextId)) !== undefined;
      return { task: openTask(contextId), isOwnContext };
    }
    const { message, status } = rateLimited(newOrders.name, standing);
    throw new JsonRpcRequestMalformedError({ message, envelopeCode: status });
  }

  async function converse(
    message: NonNullable<SendMessageRequest['message']>,
    configuration: ReturnType<typeof readConfiguration>,
    version: string,
  ): Promise<Task> {
    const sent = readSent(message);
    const { taskId } = sent;
    const earlier = taskId === undefined ? await tasks.boughtIn(sent) : [];
    const contextId = sent.contextId ?? earlier[0]?.task.contextId;
    const kept = taskId === undefined ? await begin(contextId) : await find(taskId);
    const { task } = kept;
    if (contextId !== undefined && contextId !== task.contextId)
      throw malformed('The task belongs to another context.');
    if (isRepeated(kept, sent)) return task;
    if (isOver(task)) {
      const message = afterTheEnd(task, kept.bought !== undefined);
      // The official client of 0.3 tells no words of the error that 1.0 has for it.
      throw version === '0.3' ? malformed(message) : new UnsupportedOperationError({ message });
    }
    const step = await agent.step(kept, sent, caller, earlier);
    if (!step) return task;
    const { turn, ...now } = step;
    const next = takeTurn(task, message, turn, configuration);
    await keep({ ...kept, ...now, task: next });
    return next;
  }

  return {
    getAgentCard: async () => card,
    async sendMessage(request, { requestedVersion }) {
      const { message } = request;
      if (!message) throw malformed('Send a message.');
      const configuration = readConfiguration(request);
      checkContentTypes(readSent(message), configuration);
      const work = () => converse(message, configuration, requestedVersion);
      const task = await (message.taskId === '' ? work() : inTurn(message.taskId, work));
      // Who sends knows what was sent: models need not read it again with every answer.
      return trimHistory(task, configuration.historyLength ?? 0);
    },
    async getTask({ id, historyLength }) {
      return trimHistory((await find(id)).task, historyLength);
    },
    async cancelTask({ id }) {
      return inTurn(id, async () => {
        const kept = await find(id);
        if (isOver(kept.task))
          throw new TaskNotCancelableError({ message: 'The task is over and cannot be canceled.' });
        const task = canceledTask(kept.task);
        await keep({ ...kept, task });
        return task;
      });
    },
    async getAuthenticatedExtendedAgentCard() {
      throw new ExtendedAgentCardNotConfiguredError({ message: 'There is one card, for everybody.' });
    },
    async listTasks() {
      throw new UnsupportedOperationError({ message: 'Tasks are found by their ids alone.' });
    },
    createTaskPushNotificationConfig: noPush,
    getTaskPushNotificationConfig: noPush,
    listTaskPushNotificationConfigs: noPush,
    deleteTaskPushNotificationConfig: noPush,
    sendMessageStream: noStream,
    resubscribe: noStream,
  };
}

function malformed(message: string): Error {
  return new RequestMalformedError({ message });
}

async function noPush(): Promise<never> {
  throw new PushNotificationNotSupportedError({ message: 'Push notifications are off.' });
}

// biome-ignore lint/correctness/useYield: there is nothing to stream
async function* noStream(): AsyncGenerator<never, void, undefined> {
  throw new UnsupportedOperationError({ message: 'Streaming is off.' });
}
