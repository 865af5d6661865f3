import {
  ATOMIC_PER_USD,
  createBudget,
  createBuyer,
  ForecourtError,
  PaymentCapExceeded,
  PaymentUncertain,
  type Signer,
} from '@forecourt/client/buying';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { PAYMENT_META } from '../../agents/mcp/tools.ts';
import { errorCodes, errors } from '../../errors/errors.ts';
import { isDevAddress, isDevPrivateKey } from '../../payments/dev/dev-accounts.ts';
import { toAtomicUsdc, USDC_DECIMALS } from '../../payments/evm/usdc.ts';

export interface ToolCall {
  name: string;
  arguments?: Record<string, unknown> | undefined;
}

interface ToolReply {
  isError?: boolean | undefined;
  structuredContent?: unknown;
  content?: unknown;
}

type CallTool<Reply> = (call: ToolCall & { _meta?: Record<string, unknown> }) => Promise<Reply>;

export interface WalletOptions {
  privateKey: `0x${string}`;
  /** Decimal dollars, such as "1.00". */
  maxSpendUsd: string;
  maxPriceUsd: string;
}

interface Options {
  wallet: WalletOptions;
  /** Called for every payment that was taken, with what has been signed for so far, in words. */
  onPaid(toolName: string, signedFor: string): void;
}

/** Longer than a chain usually takes, shorter than programs wait for a tool. */
const REPEAT_FOR_MS = 25_000;

/** The part of a reply that is read; the rest goes to the caller as it is. */
const bodySchema = z.looseObject({ error: z.string().optional() });

/** Calls tools and, where one asks for a payment, pays with the client's buyer. */
export function createToolBuyer({ wallet, onPaid }: Options) {
  const { maxPriceUsd, maxSpendUsd } = wallet;
  const budget = createBudget(readDollars(maxPriceUsd), readDollars(maxSpendUsd));
  const signedFor = () => `${usd(budget.held / ATOMIC_PER_USD)} of ${usd(maxSpendUsd)} signed for`;
  const buy = createBuyer(
    {
      account: carefulAccount(wallet.privateKey),
      fetch,
      repeatForMs: REPEAT_FOR_MS,
      onPaid: ({ url }) => onPaid(nameOf(url), signedFor()),
    },
    budget,
  );

  function whyNotPaid(error: unknown): string | undefined {
    if (error instanceof TestMoneyError) return error.message;
    if (error instanceof ForecourtError && error.code === 'unacceptable_terms')
      return 'Not paid: the service does not ask for USDC on Base by x402 version 2.';
    if (!(error instanceof PaymentCapExceeded)) return undefined;
    const price = usd(error.priceUsd);
    return error.cap === 'call'
      ? `Not paid: the call costs ${price}, more than the ${usd(maxPriceUsd)} that one call may cost (--max-price).`
      : `Not paid: the call costs ${price}, and ${signedFor()} (--max-spend).`;
  }

  return async <Reply extends ToolReply>(call: ToolCall, callTool: CallTool<Reply>): Promise<Reply> => {
    const failed = new AbortController();
    const { view: _, ...asked } = call.arguments ?? {};
    let last: Reply | undefined;
    const fetchTool = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
      const header = new Headers(init.headers).get('PAYMENT-SIGNATURE');
      const paying = header === null ? {} : { _meta: { [PAYMENT_META]: JSON.parse(atob(header)) } };
      const reply = await callTool({ ...call, ...paying }).catch((error: unknown) => {
        // Only what has been signed for is asked again.
        if (header === null) failed.abort(error);
        throw error;
      });
      last = reply;
      return asResponse(reply);
    };
    try {
      // One purchase in either form.
      await buy(addressOf({ ...call, arguments: asked }), { fetch: fetchTool, signal: failed.signal });
    } catch (error) {
      const text = whyNotPaid(error);
      if (last === undefined || !(error instanceof ForecourtError || text !== undefined)) throw error;
      if (text !== undefined) {
        const body = { ...bodyOf(last), message: text };
        return { ...last, ...asContent(body, text) };
      }
      if (error instanceof PaymentUncertain && bodyOf(last).charged !== null) throw error;
    }
    if (last === undefined) throw new TypeError('A tool was bought that was never called');
    return last;
  };
}

/** An answer as programs read it, and its summary in words. */
export function asContent(body: object, words: string) {
  return { structuredContent: body, content: [{ type: 'text', text: words }] };
}

/** Pays only services whose money is of the same kind as the wallet's. */
function carefulAccount(privateKey: `0x${string}`): Signer {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address,
    signTypedData(data) {
      if (isDevAddress(data.message.to) && !isDevPrivateKey(privateKey)) throw new TestMoneyError();
      return account.signTypedData(data);
    },
  };
}

class TestMoneyError extends Error {
  override readonly name = 'TestMoneyError';

  constructor() {
    super(
      'Not paid: this service takes test payments only, and the wallet may hold real money. Use its test wallet.',
    );
  }
}

/** A reply of a tool as the buyer knows replies: with the status that its error has over HTTP. */
function asResponse(reply: ToolReply): Response {
  const body = bodyOf(reply);
  const code = errorCodes.find((one) => one === body.error);
  const status = code === undefined ? (reply.isError ? 422 : 200) : errors[code].status;
  return Response.json({ disclaimer: 'It is in the reply.', ...body }, { status });
}

function bodyOf({ structuredContent }: ToolReply): z.output<typeof bodySchema> {
  return bodySchema.safeParse(structuredContent).data ?? {};
}

/** Names a call by an address: equal calls have the same one, in whatever order their arguments come. */
function addressOf({ name, arguments: given = {} }: ToolCall): string {
  return `${name}?${JSON.stringify(Object.entries(given).sort())}`;
}

const nameOf = (address: string) => address.slice(0, address.indexOf('?'));

/** Throws on what is no amount: a cap that is mistyped must not become another one. */
function readDollars(text: string): number {
  return Number(toAtomicUsdc(text)) / ATOMIC_PER_USD;
}

/** With cents, and with what is less than a cent where there is any. */
function usd(dollars: number | string): string {
  return `$${Number(dollars)
    .toFixed(USDC_DECIMALS)
    .replace(/0{1,4}$/, '')}`;
}
