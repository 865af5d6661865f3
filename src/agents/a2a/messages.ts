import type { Message, Part, SendMessageRequest } from '@a2a-js/sdk';
import { z } from 'zod';

/** A message of a client, without what differs between the versions of the protocol. */
export interface Sent {
  messageId: string;
  taskId?: string;
  contextId?: string;
  referenceTaskIds: readonly string[];
  parts: readonly SentPart[];
  metadata?: Readonly<Record<string, unknown>>;
}

export type SentPart = { text: string } | { data: unknown } | { file: true };

export interface Configuration {
  acceptedOutputModes: readonly string[];
  historyLength?: number;
}

const MOST_REFERENCES = 5;
const name = z.string().min(1).max(200);
const metadata = z.record(z.string(), z.unknown()).optional();
const configuration = z
  .looseObject({
    acceptedOutputModes: z.array(z.string()).optional(),
    historyLength: z.int().nonnegative().optional(),
  })
  .optional();

const message = {
  messageId: name,
  taskId: name.optional(),
  contextId: name.optional(),
  referenceTaskIds: z.array(z.string().max(200)).optional(),
  metadata,
};

const earlier = z.looseObject({
  message: z.looseObject({
    ...message,
    kind: z.literal('message').optional(),
    role: z.enum(['user', 'agent']),
    parts: z
      .array(
        z.discriminatedUnion('kind', [
          z.looseObject({ kind: z.literal('text'), text: z.string() }),
          z.looseObject({ kind: z.literal('data'), data: z.record(z.string(), z.unknown()) }),
          z.looseObject({ kind: z.literal('file'), file: z.looseObject({}) }),
        ]),
      )
      .min(1),
  }),
  configuration,
});

const current = z.looseObject({
  message: z.looseObject({
    ...message,
    taskId: z.string().max(200).optional(),
    contextId: z.string().max(200).optional(),
    role: z.enum(['ROLE_USER', 'ROLE_AGENT']),
    parts: z
      .array(
        z.union([
          z.looseObject({ text: z.string() }),
          z.looseObject({ data: z.unknown() }).refine((part) => 'data' in part),
          z.looseObject({ url: z.string() }),
          z.looseObject({ raw: z.string() }),
        ]),
      )
      .min(1),
  }),
  configuration,
});

/** Checks the parameters of a message: the SDK translates them unseen. */
export function isMessage(method: unknown, params: unknown): boolean {
  return (method === 'message/send' ? earlier : current).safeParse(params).success;
}

export function readSent(sent: Message): Sent {
  const { messageId, taskId, contextId, referenceTaskIds, parts, metadata: given } = sent;
  return {
    messageId,
    referenceTaskIds: referenceTaskIds.slice(0, MOST_REFERENCES),
    ...(taskId !== '' && { taskId }),
    ...(contextId !== '' && { contextId }),
    parts: parts.map(readPart),
    ...(given && { metadata: given }),
  };
}

function readPart({ content }: Part): SentPart {
  if (content?.$case === 'text') return { text: content.value };
  return content?.$case === 'data' ? { data: content.value } : { file: true };
}

export function readConfiguration({ configuration: given }: SendMessageRequest): Configuration {
  const { acceptedOutputModes = [], historyLength } = given ?? {};
  return { acceptedOutputModes, ...(historyLength !== undefined && { historyLength }) };
}

export function part(content: NonNullable<Part['content']>, mediaType: string): Part {
  return { content, mediaType, metadata: undefined, filename: '' };
}
