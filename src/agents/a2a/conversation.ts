import { createHash, randomUUID } from 'node:crypto';
import { type Artifact, type Message, type Part, Role, type Task, TaskState } from '@a2a-js/sdk';
import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import { disclaimer } from '../../lib/disclaimer.ts';
import type { ObjectReply } from '../../sell/sell.ts';
import { type Configuration, part, type Sent } from './messages.ts';
import type { KeptTask } from './task-store.ts';
import { paymentErrorCode, x402Keys } from './x402-extension.ts';

const states: Record<Turn['state'], TaskState> = {
  'input-required': TaskState.TASK_STATE_INPUT_REQUIRED,
  completed: TaskState.TASK_STATE_COMPLETED,
  failed: TaskState.TASK_STATE_FAILED,
  canceled: TaskState.TASK_STATE_CANCELED,
};
const OVER: readonly (TaskState | undefined)[] = [
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_REJECTED,
];
const OUTPUT_MODES = ['application/json', 'text/plain'] as const;

export function isOver({ status }: Task): boolean {
  return OVER.includes(status?.state);
}

/** Says how to go on where a task takes no more messages. */
export function afterTheEnd({ id, contextId, status }: Task, isBought: boolean): string {
  const state = TaskState[status?.state ?? TaskState.TASK_STATE_UNSPECIFIED];
  const again = isBought ? '; what was paid for here is given again for nothing, also with view=full' : '';
  return `This task is over (${state}). Send a new message without taskId, with contextId "${contextId}" and referenceTaskIds ["${id}"]${again}.`;
}

const nowText = () => new Date().toISOString();

/** A context that we name has the id of its first task. */
export function openTask(contextId: string | undefined): Task {
  const id = randomUUID();
  return {
    id,
    contextId: contextId ?? id,
    status: { state: TaskState.TASK_STATE_SUBMITTED, message: undefined, timestamp: nowText() },
    history: [],
    artifacts: [],
    metadata: { disclaimer },
  };
}

export function canceledTask(task: Task): Task {
  const status = { state: TaskState.TASK_STATE_CANCELED, message: undefined, timestamp: nowText() };
  return { ...task, status };
}

export function takeTurn(task: Task, sent: Message, turn: Turn, configuration: Configuration): Task {
  const { id: taskId, contextId } = task;
  const said: Message = {
    role: Role.ROLE_AGENT,
    messageId: randomUUID(),
    parts: partsOf(turn),
    taskId,
    contextId,
    metadata: turn.metadata,
    extensions: [],
    referenceTaskIds: [],
  };
  const previous = task.status?.message ? [task.status.message] : [];
  return {
    ...task,
    status: { state: states[turn.state], message: said, timestamp: nowText() },
    history: [...task.history, ...[...previous, { ...sent, taskId, contextId }].map(withoutPayment)],
    ...(turn.answer && { artifacts: [toArtifact(turn.answer, turn.words, configuration)] }),
  };
}

/**
 * Leaves out of what is past what was to be paid, and the payment: a challenge is as long as the rest, and a signed
 * payment stands for money until it is settled.
 */
function withoutPayment(message: Message): Message {
  if (!message.metadata) return message;
  const { [x402Keys.payload]: _payment, [x402Keys.required]: _required, ...metadata } = message.metadata;
  return { ...message, metadata };
}

/** Gives a sentence as text, and the answer itself: as text too to those who take nothing else. */
function toArtifact(answer: object, words = '', { acceptedOutputModes: modes }: Configuration): Artifact {
  const asText = modes.length > 0 && !modes.some(takesJson);
  const text = part({ $case: 'text', value: words }, 'text/plain');
  const whole = asText
    ? part({ $case: 'text', value: JSON.stringify(answer) }, 'text/plain')
    : part({ $case: 'data', value: { ...answer } }, 'application/json');
  return {
    artifactId: randomUUID(),
    name: 'answer',
    description: '',
    parts: words === '' ? [whole] : [text, whole],
    metadata: undefined,
    extensions: [],
  };
}

const takesJson = (mode: string) => mode === 'application/json' || mode === 'application/*' || mode === '*/*';

/** Throws where the message has nothing that is read here, or its sender takes nothing that is sent. */
export function checkContentTypes({ parts }: Sent, { acceptedOutputModes: modes }: Configuration): void {
  const isReadThere =
    modes.length === 0 ||
    modes.some((mode) => takesJson(mode) || (OUTPUT_MODES as readonly string[]).includes(mode));
  const isReadHere = parts.some((one) => !('file' in one));
  if (!isReadHere || !isReadThere) {
    throw new ContentTypeNotSupportedError({
      message: `Send text or data parts, and accept one of ${OUTPUT_MODES.join(', ')}.`,
    });
  }
}

export function trimHistory(task: Task, historyLength: number | undefined): Task {
  if (historyLength === undefined) return task;
  return { ...task, history: historyLength === 0 ? [] : task.history.slice(-historyLength) };
}

export function paymentOf({ metadata }: Sent): { status: unknown; payload: unknown } | undefined {
  if (!metadata || !(x402Keys.status in metadata || x402Keys.payload in metadata)) return undefined;
  return { status: metadata[x402Keys.status], payload: metadata[x402Keys.payload] ?? null };
}

export function digestPayment(payload: unknown): string {
  return createHash('sha256').update(JSON.stringify(payload)).digest('base64url');
}

/** Recognizes the same payment sent again to a task that it has completed. */
export function isRepeated({ paidBy }: KeptTask, sent: Sent): boolean {
  const payment = paymentOf(sent);
  return payment !== undefined && paidBy !== undefined && digestPayment(payment.payload) === paidBy;
}

/** Next words of the agent on a task. */
export interface Turn {
  state: 'input-required' | 'completed' | 'failed' | 'canceled';
  text: string;
  /** Data beside the text, such as the body of an error. */
  data?: object;
  metadata?: Record<string, unknown>;
  answer?: object;
  /** The answer in a sentence or two, for those who read text only. */
  words?: string;
}

const CHARGED = 'Here is the answer; the payment is settled.';
export const PAID_BEFORE =
  'Here is the answer that this wallet has paid for before; nothing more was charged.';
const UNCHARGED = 'Here is what could be found. It is not worth your money: nothing was charged.';

/** Asks in the words of the text, and once: the task has the disclaimer. */
export function askPayment(text: string, asked: object): Turn {
  const required = Object.fromEntries(Object.entries(asked).filter(([name]) => !SAID_BESIDE.includes(name)));
  return {
    state: 'input-required',
    text,
    metadata: { [x402Keys.status]: 'payment-required', [x402Keys.required]: required },
  };
}

export function turnAfterPayment(
  reply: ObjectReply,
  show: (answer: object) => { answer: object; words: string },
): Turn {
  const { kind, code = '', message = '', body, receipt, retryAfterSeconds } = reply;
  if (kind === 'answer') {
    const { answer, words } = show(body);
    const status = receipt ? 'payment-completed' : 'payment-verified';
    return {
      state: 'completed',
      text: receipt ? CHARGED : 'paidBefore' in body ? PAID_BEFORE : UNCHARGED,
      answer,
      words,
      metadata: { [x402Keys.status]: status, [x402Keys.receipts]: receipt ? [receipt] : [] },
    };
  }
  // Nothing was submitted that could be read: the task stays as it was.
  if (code === 'invalid_payment_payload') return askPayment(message, body);
  if (retryAfterSeconds === undefined) {
    return {
      state: 'failed',
      text: `${message} This task is over: to try again, send the order in a new message, without a taskId.`,
      // The payment that the refusal asks for would be made here in vain.
      data: Object.fromEntries(Object.entries(body).filter(([name]) => !OF_A_CHALLENGE.includes(name))),
      metadata: {
        [x402Keys.status]: 'payment-failed',
        [x402Keys.error]: paymentErrorCode(code),
        [x402Keys.receipts]: receipt ? [receipt] : [],
      },
    };
  }
  return {
    state: 'input-required',
    text: `${message} Send the same payment to this task again in ${retryAfterSeconds} seconds; do not sign another.`,
    data: body,
    metadata: {
      [x402Keys.status]: 'payment-submitted',
      ...(receipt && { [x402Keys.receipts]: [receipt] }),
    },
  };
}

const SAID_BESIDE = ['message', 'notice', 'disclaimer'];
const OF_A_CHALLENGE = ['x402Version', 'resource', 'accepts', 'extensions', 'terms'];

function partsOf({ text, data }: Turn): Part[] {
  return [
    part({ $case: 'text', value: text }, 'text/plain'),
    ...(data ? [part({ $case: 'data', value: { ...data } }, 'application/json')] : []),
  ];
}
