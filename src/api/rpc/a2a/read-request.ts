import type { Message, MessageSendParams } from '@a2a-js/sdk';
import { z } from 'zod';
import type { Listing } from '../../../products/product.ts';

/** What a message asks for. Parts that are left out were not given. */
export interface Request {
  skillId?: string;
  parameters: Record<string, unknown>;
}

const metadata = z.record(z.string(), z.unknown()).optional();

const part = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('text'), text: z.string() }),
  z.looseObject({ kind: z.literal('data'), data: z.record(z.string(), z.unknown()) }),
  z.looseObject({ kind: z.literal('file') }),
]);

const name = z.string().min(1).max(200);

const sendParams = z.looseObject({
  message: z.looseObject({
    kind: z.literal('message').optional(),
    messageId: name,
    role: z.enum(['user', 'agent']),
    parts: z.array(part).min(1),
    taskId: name.optional(),
    contextId: name.optional(),
    metadata,
  }),
  configuration: z
    .looseObject({
      acceptedOutputModes: z.array(z.string()).optional(),
      historyLength: z.int().nonnegative().optional(),
    })
    .optional(),
});

/** Checks what a client sent as parameters of message/send; `undefined` where it is something else. */
export function readSendParams(params: unknown): MessageSendParams | undefined {
  const parsed = sendParams.safeParse(params);
  if (!parsed.success) return undefined;
  // The schema has checked every member that is read here; what it lets through besides is the client's own.
  return { ...parsed.data, message: { ...parsed.data.message, kind: 'message' } } as MessageSendParams;
}

const dataRequest = z.looseObject({
  skill: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Reads what is asked for: of data parts `{skill, parameters}`; of texts only what is beyond doubt, which is the name
 * of one skill, a VIN and pairs such as `province=ON`.
 */
export function readRequest(message: Pick<Message, 'parts'>, products: readonly Named[]): Request {
  const request: Request = { parameters: {} };
  for (const part of message.parts) {
    const given =
      part.kind === 'data'
        ? readData(part.data)
        : part.kind === 'text'
          ? readText(part.text, products)
          : undefined;
    if (given?.skillId !== undefined) request.skillId = given.skillId;
    Object.assign(request.parameters, given?.parameters);
  }
  return request;
}

function readData(data: unknown): Request {
  const parsed = dataRequest.safeParse(data);
  if (!parsed.success) return { parameters: {} };
  const { skill, parameters = {} } = parsed.data;
  return { ...(skill !== undefined && { skillId: skill }), parameters };
}

type Named = Pick<Listing, 'slug' | 'name'>;

const VIN = /\b[A-HJ-NPR-Z0-9]{17}\b/i;
const PAIR = /\b([a-z_]+)=([\w.-]+)/gi;

export function readText(text: string, products: readonly Named[]): Request {
  const words = ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `;
  const named = products.filter(({ slug, name }) =>
    [slug, name].some((spelling) => words.includes(` ${spelling.toLowerCase().replaceAll('-', ' ')} `)),
  );
  const [only] = named;
  const isSample = words.includes(' sample ');
  const vin = VIN.exec(text)?.[0];
  const pairs = [...text.matchAll(PAIR)].map(([, name = '', value = '']) => [name.toLowerCase(), value]);
  return {
    ...(only && named.length === 1 && { skillId: isSample ? `sample-${only.slug}` : only.slug }),
    parameters: { ...(vin !== undefined && !isSample && { vin }), ...Object.fromEntries(pairs) },
  };
}
