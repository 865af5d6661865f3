import { isServiceError } from '../../errors/service-error.ts';
import type { BoundPayment, PaymentRow } from '../../storage/ledger-store.ts';
import type { Hex } from '../evm/encoding.ts';
import { describeSettlement } from '../wire/receipt.ts';
import { type Outcome, pending, type Request, unreadable } from './call.ts';
import { resolve, settleAgain, transactionOf } from './resolve.ts';
import type { SettlementParts } from './settle.ts';

/** The work on one payment, which all identical requests of this process share. */
export interface Flight {
  /** Aborted when every caller has left before settling. */
  readonly signal: AbortSignal;
  /** `computing`: nothing was sent, it can be given up. `settling`: money may move, it runs to its end. */
  phase: 'computing' | 'following' | 'settling';
}

interface Joining {
  signal: AbortSignal;
  payer: Hex;
}

interface FlightWork {
  run: (flight: Flight) => Promise<Outcome>;
  onJoined: () => void;
}

interface Running extends Flight {
  outcome: Promise<Outcome>;
  callers: number;
  abort(): void;
}

export function createFlights() {
  const running = new Map<string, Running>();

  function start(key: string, { run }: FlightWork): Running {
    const controller = new AbortController();
    const flight: Running = {
      signal: controller.signal,
      phase: 'computing',
      callers: 0,
      abort: () => controller.abort(),
      outcome: Promise.resolve({ kind: 'gone' }),
    };
    running.set(key, flight);
    flight.outcome = run(flight).finally(() => running.delete(key));
    // Every caller may have left: then nobody hears of a rejection, and it must not end the process.
    flight.outcome.catch(() => {});
    return flight;
  }

  return {
    /** Resolves when the work under way now is done, however it ends. */
    async idle(): Promise<void> {
      await Promise.allSettled([...running.values()].map(({ outcome }) => outcome));
    },
    /**
     * The outcome of the work under this key: the one under way, or `work` started now. A caller whose signal is aborted
     * leaves; their outcome then depends on whether money may move already.
     */
    async join(key: string, call: Joining, work: FlightWork): Promise<Outcome> {
      for (;;) {
        if (call.signal.aborted) return outcomeForLeaver(call.signal);
        const underWay = running.get(key);
        const flight = underWay ?? start(key, work);
        if (underWay) work.onJoined();
        const outcome = await attend(flight, call);
        // The others of this flight left and took it with them: whoever is still here starts another.
        if (outcome.kind === 'gone' && !call.signal.aborted) continue;
        return outcome;
      }
    },
  };
}

async function attend(flight: Running, { signal, payer }: Joining): Promise<Outcome> {
  const { promise: left, resolve: leave } = Promise.withResolvers<'left'>();
  const onAbort = () => leave('left');
  flight.callers += 1;
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const outcome = await Promise.race([flight.outcome, left]);
    if (outcome !== 'left') return outcome;
  } finally {
    flight.callers -= 1;
    signal.removeEventListener('abort', onAbort);
  }

  if (flight.callers === 0 && flight.phase !== 'settling') flight.abort();
  return flight.phase === 'computing' ? outcomeForLeaver(signal) : pending(payer, undefined);
}

/** The caller left before anything was settled, or was sent away by a deadline. */
function outcomeForLeaver({ reason }: AbortSignal): Outcome {
  return isServiceError(reason) ? { kind: 'failure', failure: reason } : { kind: 'gone' };
}

/** Identical requests with the same payment share a flight, also those that come when it has expired meanwhile. */
export function flightKey(bound: BoundPayment): string {
  const { payer, nonce, signatureDigest, requestDigest, identifierDigest } = bound;
  return [payer, nonce, signatureDigest, requestDigest, identifierDigest ?? ''].join(' ');
}

/** The rule by which the answer of a settled payment is given again. */
export interface HandOut {
  how: 'same_payment' | 'paid_before';
  mayHave: (row: PaymentRow) => Promise<boolean>;
}

export interface FollowLimits {
  maxWaitMs: number;
  resettleAfterMs: number;
  maxSettleAttempts: number;
}

const FIRST_POLL_MS = 20;
const LONGEST_POLL_MS = 250;

/**
 * Waits for the outcome of a payment that somebody else works on, or that was left open, and gives what it earned.
 * `again`: the payment was released, or its answer is no longer to be had.
 */
export async function follow(
  parts: SettlementParts,
  first: PaymentRow,
  { payer, request, flight, handOut }: { payer: Hex; request: Request; flight: Flight; handOut: HandOut },
  limits: FollowLimits,
): Promise<Outcome | 'again'> {
  const { ledger, clock } = parts;
  const startedMs = clock.now();
  let pollMs = FIRST_POLL_MS;
  let row: PaymentRow | undefined = first;
  let retried = false;
  flight.phase = 'following';

  while (row) {
    if (row.state === 'settled') return (await give(parts, row, payer, request, handOut)) ?? 'again';
    const abandoned = row.claimedUntilMs <= clock.now();
    if (row.state === 'reserved' && abandoned) return 'again';
    if (row.state === 'unknown' || (row.state === 'settling' && abandoned)) {
      const resolution = await resolve(parts, row);
      if (resolution === 'open') {
        const payment = retried ? undefined : ledger.paymentOf(row, request);
        if (!payment) return pending(payer, transactionOf(row));
        retried = true;
        await settleAgain(parts, row, payment, {
          afterMs: limits.resettleAfterMs,
          maxAttempts: limits.maxSettleAttempts,
        });
      }
    } else {
      if (clock.now() - startedMs > limits.maxWaitMs) return pending(payer, transactionOf(row));
      await clock.sleep(pollMs);
      if (flight.signal.aborted) return { kind: 'gone' };
      pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS);
    }
    row = await ledger.find(row);
    // It was released in the meantime, and taken for something else.
    if (row?.requestDigest !== first.requestDigest) break;
  }
  return 'again';
}

async function give(
  { ledger, events }: SettlementParts,
  row: PaymentRow,
  payer: Hex,
  request: Request,
  { how, mayHave }: HandOut,
): Promise<Outcome | undefined> {
  const body = ledger.answerOf(row, request);
  const transaction = transactionOf(row) ?? '0x';
  if (body === 'unreadable') return unreadable(events, transaction);
  if (!body || !(await mayHave(row))) return undefined;
  events.replayed(how);
  if (how === 'paid_before') {
    const handedOut = (whole: boolean) => {
      if (whole) ledger.noteHandedOut(row);
    };
    return { kind: 'answer', body, charged: false, paidBefore: { transaction }, handedOut };
  }
  return {
    kind: 'answer',
    body,
    charged: true,
    receipt: describeSettlement(payer, { kind: 'settled', transaction, amount: row.amount }),
    handedOut(whole) {
      if (!whole) ledger.takeBackHandOut(row);
    },
  };
}
