import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { PAYMENT_META } from '../tools.ts';
import { PaymentDeclined, type Purse, type SignedPayment } from './purse.ts';

export interface ToolCall {
  name: string;
  arguments?: Record<string, unknown> | undefined;
}

interface ToolAnswer {
  isError?: boolean | undefined;
  structuredContent?: unknown;
  content?: unknown;
}

export type CallTool<Answer> = (call: ToolCall & { _meta?: Record<string, unknown> }) => Promise<Answer>;

const told = z.looseObject({
  x402Version: z.number().optional(),
  accepts: z.array(z.unknown()).optional(),
  error: z.string().optional(),
  charged: z.boolean().optional(),
  retryAfterSeconds: z.number().optional(),
});

const TRIES = 6;
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

interface Options<Answer> {
  callTool: CallTool<Answer>;
  purse: Purse;
  /** Told of every payment that was taken. */
  onPaid(toolName: string): void;
}

/**
 * Calls a tool and, where it asks for a payment, pays and calls it again. A payment of which it is not known how it
 * ended is kept and sent again with the next identical call, instead of a second one.
 */
export function createToolBuyer<Answer extends ToolAnswer>({ callTool, purse, onPaid }: Options<Answer>) {
  const open = new Map<string, Promise<SignedPayment>>();

  async function pay(call: ToolCall, key: string, paying: Promise<SignedPayment>): Promise<Answer> {
    const payment = await paying.catch((error: unknown) => {
      open.delete(key);
      throw error;
    });
    const answer = await send(call, payment);
    const { error, charged, x402Version } = read(answer);
    if (error === 'settlement_pending') return answer;
    const isFirst = open.delete(key);
    if (charged && isFirst) onPaid(call.name);
    // A refusal says that this payment is no good; any other answer without a charge leaves it as it was.
    if (charged === false && x402Version === undefined && isFirst) purse.giveBack(payment);
    return answer;
  }

  /** However often the same payment arrives, it pays once. */
  async function send(call: ToolCall, payment: SignedPayment): Promise<Answer> {
    for (let tried = 1; ; tried++) {
      try {
        const answer = await callTool({ ...call, _meta: { [PAYMENT_META]: payment } });
        const { error, retryAfterSeconds = 0 } = read(answer);
        if (error !== 'settlement_pending' || tried === TRIES) return answer;
        await pause(Math.min(retryAfterSeconds * 1000, LONGEST_PAUSE_MS));
      } catch (error) {
        if (tried === TRIES) throw error;
        await pause(Math.min(PAUSE_MS * 2 ** tried, LONGEST_PAUSE_MS));
      }
    }
  }

  return async (call: ToolCall): Promise<Answer> => {
    const key = JSON.stringify([call.name, Object.entries(call.arguments ?? {}).sort()]);
    const earlier = open.get(key);
    if (earlier) return pay(call, key, earlier);
    const answer = await callTool(call);
    const required = read(answer);
    if (!answer.isError || required.accepts === undefined) return answer;
    try {
      // An identical call may have signed meanwhile.
      const paying = open.get(key) ?? purse.sign(required);
      open.set(key, paying);
      return await pay(call, key, paying);
    } catch (error) {
      if (!(error instanceof PaymentDeclined)) throw error;
      return { ...answer, content: [{ type: 'text', text: error.message }] };
    }
  };
}

function read({ structuredContent }: ToolAnswer): z.output<typeof told> {
  return told.safeParse(structuredContent).data ?? {};
}
