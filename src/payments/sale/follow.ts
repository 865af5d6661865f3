import type { PaymentRow } from '../../storage/ledger-store.ts';
import type { Hex } from '../evm/hex.ts';
import { asHex } from '../evm/hex.ts';
import { describeSettlement } from '../wire/receipt.ts';
import type { Request } from './call.ts';
import type { Flight } from './flight.ts';
import { type Outcome, pending } from './outcome.ts';
import { resolve, settleAgain, transactionOf } from './resolve.ts';
import type { SettlementParts } from './settle.ts';

/** To whom the answer of a settled payment may be given, and how often. */
export interface Giving {
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
  { payer, request, flight, giving }: { payer: Hex; request: Request; flight: Flight; giving: Giving },
  limits: FollowLimits,
): Promise<Outcome | 'again'> {
  const { ledger, clock } = parts;
  const startedMs = clock.now();
  let pollMs = FIRST_POLL_MS;
  let row: PaymentRow | undefined = first;
  let retried = false;
  flight.phase = 'following';

  while (row) {
    if (row.state === 'settled') return (await give(parts, row, payer, request, giving)) ?? 'again';
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
  { how, mayHave }: Giving,
): Promise<Outcome | undefined> {
  const body = ledger.answerOf(row, request);
  if (!body || !(await mayHave(row))) return undefined;
  events.replayed(how);
  const transaction = asHex(row.transaction ?? '0x');
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
    receipt: describeSettlement(payer, { kind: 'settled', transaction }),
    handedOut(whole) {
      if (!whole) ledger.takeBackHandOut(row);
    },
  };
}
