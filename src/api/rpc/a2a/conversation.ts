import { createHash, randomUUID } from 'node:crypto';
import type { Artifact, Message, MessageSendParams, Task } from '@a2a-js/sdk';
import { A2AError } from '@a2a-js/sdk/server';
import { disclaimer } from '../../../lib/disclaimer.ts';
import type { KeptTask } from './task-store.ts';
import { partsOf, type Turn } from './turn.ts';
import { x402Keys } from './x402-extension.ts';

type Sent = MessageSendParams['message'];
type Configuration = MessageSendParams['configuration'];

const OVER: readonly string[] = ['completed', 'canceled', 'failed', 'rejected'];
const NOT_ACCEPTED = -32005;
const OUTPUT_MODES = ['application/json', 'text/plain'] as const;

export function isOver({ status }: Task): boolean {
  return OVER.includes(status.state);
}

export function openTask({ contextId }: Sent): Task {
  return {
    kind: 'task',
    id: randomUUID(),
    contextId: contextId ?? randomUUID(),
    status: { state: 'submitted', timestamp: new Date().toISOString() },
    history: [],
    metadata: { disclaimer },
  };
}

/** The task after the client's message and the agent's turn. */
export function takeTurn(task: Task, sent: Sent, turn: Turn, configuration: Configuration): Task {
  const { id: taskId, contextId } = task;
  const said: Message = {
    kind: 'message',
    role: 'agent',
    messageId: randomUUID(),
    parts: partsOf(turn),
    taskId,
    contextId,
    ...(turn.metadata && { metadata: turn.metadata }),
  };
  const asked: Message = { ...sent, kind: 'message', taskId, contextId };
  const previous = task.status.message ? [task.status.message] : [];
  return {
    ...task,
    status: { state: turn.state, message: said, timestamp: new Date().toISOString() },
    history: [...(task.history ?? []), ...previous, asked],
    ...(turn.answer && { artifacts: [toArtifact(turn.answer, configuration)] }),
  };
}

function toArtifact(answer: object, configuration: Configuration): Artifact {
  const modes = configuration?.acceptedOutputModes ?? [];
  const asText = modes.length > 0 && !modes.some(takesJson);
  const part = asText
    ? ({ kind: 'text', text: JSON.stringify(answer) } as const)
    : ({ kind: 'data', data: { ...answer } } as const);
  return { artifactId: randomUUID(), name: 'answer', parts: [part] };
}

const takesJson = (mode: string) => mode === 'application/json' || mode === 'application/*' || mode === '*/*';

/** Throws where nothing in the message is read here, or nothing that would be sent is read there. */
export function checkContentTypes({ parts }: Sent, configuration: Configuration): void {
  const modes = configuration?.acceptedOutputModes ?? [];
  const isReadThere =
    modes.length === 0 ||
    modes.some((mode) => takesJson(mode) || (OUTPUT_MODES as readonly string[]).includes(mode));
  const isReadHere = parts.some(({ kind }) => kind !== 'file');
  if (!isReadHere || !isReadThere) {
    throw new A2AError(
      NOT_ACCEPTED,
      `Send text or data parts, and accept one of ${OUTPUT_MODES.join(', ')}.`,
    );
  }
}

export function trimHistory(task: Task, historyLength: number | undefined): Task {
  if (historyLength === undefined) return task;
  return { ...task, history: historyLength === 0 ? [] : (task.history ?? []).slice(-historyLength) };
}

export function paymentOf({ metadata }: Sent): { status: unknown; payload: unknown } | undefined {
  if (!metadata || !(x402Keys.status in metadata || x402Keys.payload in metadata)) return undefined;
  return { status: metadata[x402Keys.status], payload: metadata[x402Keys.payload] ?? null };
}

export function digestPayment(payload: unknown): string {
  return createHash('sha256').update(JSON.stringify(payload)).digest('base64url');
}

/** The same payment sent again to a task that it has completed. */
export function isRepeated({ paidBy }: KeptTask, sent: Sent): boolean {
  const payment = paymentOf(sent);
  return payment !== undefined && paidBy !== undefined && digestPayment(payment.payload) === paidBy;
}
