import { type AnyServiceError, isServiceError, ServiceError } from '../errors/service-error.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { traced } from '../lib/tracing.ts';
import {
  FAILED_PAYMENTS,
  type Limits,
  type MinuteLimit,
  rateLimited,
  UNPAID_CHALLENGES,
} from '../limits/limits.ts';
import type { Attempts, Outcome, Request, SoldAnswer } from '../payments/sale/call.ts';
import type { Sale } from '../payments/sale/sale.ts';
import type { SignIns } from '../payments/sale/sign-ins.ts';
import {
  type BodyVersion,
  challenge,
  malformedPayment,
  type PaymentAnswer,
} from '../payments/wire/challenge.ts';
import type { PaymentReading } from '../payments/wire/header.ts';
import { type SentReceipt, signReceipt } from '../payments/wire/receipt.ts';
import type { Offer } from '../payments/wire/requirements.ts';
import { type Knowledge, type Listing, readSearch } from '../products/product.ts';

/** One call of something paid, in whatever protocol it came. */
export interface PaidCall {
  requestId: string;
  /** Parameters as a query, also in transports that write them otherwise. */
  search: URLSearchParams;
  reading: PaymentReading;
  offer: Offer;
  /** Version of the challenge that the caller reads; 2 where left out. */
  version?: BodyVersion;
  clientKey: string;
  /** Refuses what cannot succeed before a price; over HTTP the price comes whatever the parameters are. */
  checkFirst?: boolean;
  /** Aborted when the caller leaves. Looked at only for a payment: most calls just ask for the price. */
  readonly signal: AbortSignal;
}

export type Seller = ReturnType<typeof createSeller>;

interface Options {
  knowledge: Knowledge;
  sale: Sale;
  signIns: SignIns;
  limits: Limits;
  deadlineMs: number;
}

/**
 * Makes the one seller of everything, over HTTP, MCP and A2A and to people: one sale, one count of unpaid calls and of
 * payments that fail. A reply is `undefined` where nobody is there any more.
 */
export function createSeller({ knowledge, sale, signIns, limits, deadlineMs }: Options) {
  const unpaid = limits.named(UNPAID_CHALLENGES);
  const failed = limits.named(FAILED_PAYMENTS);

  function countUnpaid(clientKey: string): PaidReply | undefined {
    const decision = unpaid.take(clientKey);
    return decision.allowed ? undefined : { kind: 'failure', failure: rateLimited(unpaid.name, decision) };
  }

  /** Reads the parameters, and says of a VIN that is none which one may be meant. */
  function prepare(product: Listing, search: URLSearchParams) {
    try {
      return product.prepare(readSearch(search));
    } catch (thrown) {
      if (!isServiceError(thrown, 'invalid_vin')) throw thrown;
      const didYouMean = knowledge.embeddedVehicles.meantBy(search.get('vin') ?? '');
      throw new ServiceError('invalid_vin', { ...thrown.details, didYouMean });
    }
  }

  /** Finds what would be refused once it is paid for, and what speaks against the VIN; nothing where only the price is asked for. */
  function troubleWith(product: Listing, search: URLSearchParams): Trouble {
    if (search.size === 0) return {};
    try {
      prepare(product, search);
      const message = knowledge.embeddedVehicles.doubtAbout((search.get('vin') ?? '').trim().toUpperCase());
      return message === undefined ? {} : { warnings: [{ parameter: 'vin', message }] };
    } catch (thrown) {
      const issues = issuesOf(thrown);
      if (issues === undefined || !(thrown instanceof Error)) throw thrown;
      // Said in the place of how to pay: nobody should.
      return { issues, message: thrown.message };
    }
  }

  /** Reads the same request in every transport: an answer paid for over one can be fetched over another. */
  function readRequest(product: Listing, search: URLSearchParams): Request {
    const { query, compute } = prepare(product, search);
    return {
      resource: product.path,
      text: `${product.path}?${query()}`,
      compute: (signal) => compute(knowledge, { signal }),
    };
  }

  /** Asks for the payment, without which nobody waits for anything. */
  function ask(product: Listing, { search, offer, version = 2, clientKey, checkFirst = false }: PaidCall) {
    const refusal = countUnpaid(clientKey);
    if (refusal) return refusal;
    if (checkFirst) prepare(product, search);
    return traced('challenge', () =>
      warned(replyTo(sale.askForPayment(), offer, version), troubleWith(product, search)),
    );
  }

  async function sellFor(product: Listing, order: PaidCall): Promise<PaidReply | undefined> {
    const { requestId, search, reading, offer, version = 2, clientKey } = order;
    using deadline = startDeadline(order.signal, deadlineMs);
    const outcome = await sale.sell({
      requestId,
      offer,
      reading,
      failed: attemptsOf(failed, clientKey),
      signal: deadline.signal,
      readRequest: () => readRequest(product, search),
    });
    if (isAnswered(outcome, product)) unpaid.giveBack(clientKey);
    return replyTo(outcome, offer, version);
  }

  return {
    /** Throws what is wrong with the parameters where they are to be checked first. */
    sell(product: Listing, order: PaidCall): PaidReply | undefined | Promise<PaidReply | undefined> {
      return order.reading.kind === 'none' ? ask(product, order) : sellFor(product, order);
    },

    /** Gives what the wallet that signed in by this header has paid for, without a payment. */
    async fetchPaid(
      product: Listing,
      { search, offer, version = 2, clientKey }: Omit<PaidCall, 'reading'>,
      header: string,
    ): Promise<PaidReply | undefined> {
      const refusal = countUnpaid(clientKey);
      if (refusal) return refusal;
      const outcome = await signIns.fetch({ offer, header, readRequest: () => readRequest(product, search) });
      if (outcome.kind === 'answer') unpaid.giveBack(clientKey);
      return replyTo(outcome, offer, version);
    },
  };
}

type Problems = (AnyServiceError & { code: 'invalid_parameters' })['details']['issues'];

interface Trouble {
  message?: string;
  issues?: Problems;
  warnings?: Problems;
}

function issuesOf(thrown: unknown): Problems | undefined {
  if (isServiceError(thrown, 'invalid_parameters')) return thrown.details.issues;
  if (isServiceError(thrown, 'invalid_vin')) return [{ parameter: 'vin', message: thrown.message }];
  return undefined;
}

/** A question for the price was no idle one where a payment then led to an answer, charged or not. */
function isAnswered(outcome: Outcome, { failures = [] }: Listing): boolean {
  if (outcome.kind !== 'failure') return outcome.kind === 'answer';
  const { code } = outcome.failure;
  return failures.some((one) => one === code);
}

/** Adds what is wrong to a challenge: nobody should sign for a call that cannot succeed, or that is about another car. */
function warned(reply: PaidReply | undefined, trouble: Trouble): PaidReply | undefined {
  if (reply?.kind !== 'challenge' || Object.keys(trouble).length === 0) return reply;
  const [doubt] = trouble.warnings ?? [];
  const { challenge: made } = reply;
  return {
    ...reply,
    ...(doubt && { doubt: doubt.message }),
    challenge: { ...made, body: { ...made.body, ...trouble } },
  };
}

const attemptsOf = (limit: MinuteLimit, clientKey: string): Attempts => ({
  take() {
    const { allowed, resetSeconds } = limit.take(clientKey);
    return { waitSeconds: allowed ? 0 : resetSeconds };
  },
  giveBack: () => limit.giveBack(clientKey),
});

/** Ends when the caller leaves, or with the failure that is their answer when the time is over. */
function startDeadline(left: AbortSignal, deadlineMs: number): Disposable & { signal: AbortSignal } {
  const controller = new AbortController();
  const leave = () => controller.abort(left.reason);
  const timer = setTimeout(() => controller.abort(new ServiceError('deadline_exceeded')), deadlineMs);
  if (left.aborted) leave();
  left.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      left.removeEventListener('abort', leave);
    },
  };
}

/**
 * Reply of any transport to a call of something paid; how it is wrapped is the transport's own. `requestId`: see
 * Outcome; where it is there, it goes out in place of the call's own.
 */
export type PaidReply = { requestId?: string } & PaidReplyBody;

type PaidReplyBody =
  | {
      kind: 'answer';
      body: object;
      receipt?: SentReceipt;
      handedOut?: NonNullable<SoldAnswer['handedOut']>;
    }
  /** Price, or why this payment was not taken. The request id is the transport's to add. */
  | {
      kind: 'challenge';
      code: string;
      message: string;
      challenge: PaymentAnswer;
      receipt?: SentReceipt;
      /** Warnings about the VIN, before anybody pays. */
      doubt?: string;
    }
  | { kind: 'failure'; failure: AnyServiceError; receipt?: SentReceipt };

/** Turns each outcome into its reply, here and nowhere else; `undefined` where nobody is there any more. */
export function replyTo(outcome: Outcome, offer: Offer, version: BodyVersion): PaidReply | undefined {
  const known = outcome.requestId === undefined ? {} : { requestId: outcome.requestId };
  switch (outcome.kind) {
    case 'answer': {
      const { kind, body, charged, paidBefore, receipt, ...rest } = outcome;
      return {
        kind,
        body: { ...body, charged, ...(paidBefore && { paidBefore }) },
        ...(receipt && { receipt: signReceipt(receipt, offer) }),
        ...rest,
      };
    }
    case 'challenge': {
      const { receipt, reason, state } = outcome;
      const made = challenge(offer, reason, version, Date.now(), state);
      return { ...asChallenge(made, receipt && signReceipt(receipt, offer)), ...known };
    }
    case 'malformed':
      return asChallenge(malformedPayment(offer, outcome.malformed, version));
    case 'failure': {
      const { receipt, ...failure } = outcome;
      return { ...failure, ...(receipt && { receipt: signReceipt(receipt, offer) }) };
    }
    case 'gone':
      return undefined;
  }
}

function asChallenge(made: PaymentAnswer, receipt?: SentReceipt): PaidReply {
  const { error, message } = made.body;
  return {
    kind: 'challenge',
    code: String(error),
    message: String(message),
    challenge: made,
    ...(receipt && { receipt }),
  };
}

/** A reply for transports whose every answer is one JSON object. */
export interface ObjectReply {
  kind: PaidReply['kind'];
  body: object;
  /** Present on everything but an answer. */
  code?: string;
  message?: string;
  doubt?: string;
  /** Seconds after which the same payment may be sent again. */
  retryAfterSeconds?: number;
  receipt?: SentReceipt;
  handedOut?: NonNullable<SoldAnswer['handedOut']>;
}

export function asObject(reply: PaidReply, ownId: string): ObjectReply {
  const { requestId = ownId } = reply;
  if (reply.kind === 'answer') return { ...reply, body: { ...reply.body, disclaimer } };
  if (reply.kind === 'failure') {
    return { ...failureAsObject(reply.failure, requestId), ...(reply.receipt && { receipt: reply.receipt }) };
  }
  const { challenge: made, ...rest } = reply;
  return { ...rest, body: { ...made.body, requestId, disclaimer } };
}

export function failureAsObject(
  failure: AnyServiceError,
  requestId: string,
): ObjectReply & { message: string } {
  const { code, message, retryAfterSeconds } = failure;
  const issues = issuesOf(failure);
  return {
    kind: 'failure',
    code,
    message,
    body: { ...failure.body(requestId), ...(issues && { issues }), disclaimer },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}
