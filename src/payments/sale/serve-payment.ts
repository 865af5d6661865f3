import { ServiceError } from '../../errors/service-error.ts';
import type { PaymentRow } from '../../storage/ledger-store.ts';
import { asHex } from '../evm/encoding.ts';
import type { Payment } from '../wire/payment.ts';
import { type Outcome, type PaidRequest, pending, type Request, unavailable, unreadable } from './call.ts';
import { type Flight, type FollowLimits, follow, type HandOut } from './flight.ts';
import { perform } from './perform.ts';
import { transactionOf } from './resolve.ts';
import { findBroadcast, refuse, type SettlementParts } from './settle.ts';

/** More turns than any real sequence of releases by others takes. */
const MAX_TURNS = 20;

/** Decides what a payment gets: a new answer, one that is being made, or one that was paid for before. */
export function createPaymentServer(parts: SettlementParts, limits: FollowLimits) {
  const { events, ledger, strikes, facilitator } = parts;

  async function serve(paid: PaidRequest, flight: Flight): Promise<Outcome> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      if (flight.signal.aborted) return { kind: 'gone' };
      flight.phase = 'computing';
      const [reserved, waitSeconds] = await Promise.all([
        ledger.reserve(paid),
        strikes.waitSeconds(paid.bound.payer),
      ]);
      if (reserved.kind === 'again') continue;
      const outcome =
        reserved.kind === 'taken'
          ? await giveTaken(reserved.row, paid, flight)
          : waitSeconds > 0
            ? await performForSlowed(paid, reserved.reservation, flight, waitSeconds)
            : await perform(parts, reserved.reservation, paid, flight);
      if (outcome !== 'again') return outcome;
    }
    return unavailable();
  }

  /** The settlements of this payer keep failing. Where the chain shows this payment as made, it is served all the same. */
  async function performForSlowed(
    paid: PaidRequest,
    reservation: Parameters<typeof perform>[1],
    flight: Flight,
    waitSeconds: number,
  ): Promise<Outcome | 'again'> {
    const evidence = await findBroadcast(parts, reservation);
    if (evidence?.kind === 'paid') return perform(parts, reservation, paid, flight, evidence.transaction);
    // First, so that a ledger that cannot be asked leaves no claim that is renewed for ever.
    ledger.letGo(reservation);
    await ledger.release(reservation);
    events.slowed();
    return {
      kind: 'failure',
      failure: new ServiceError('rate_limited', {
        limit: 'failed_settlements',
        retryAfterSeconds: waitSeconds,
      }),
    };
  }

  /** The authorization, its identifier, or the payer's request has a row already. */
  async function giveTaken(row: PaymentRow, paid: PaidRequest, flight: Flight): Promise<Outcome | 'again'> {
    if (row.nonce === paid.bound.nonce) {
      if (ledger.compare(row, paid) === 'other') return refuse(events, 'payment_already_used');
      const outcome = await followRow(row, paid, flight, giveToSamePayment);
      const spent = outcome === 'again' && (await ledger.find(row))?.state === 'settled';
      // Its answer was kept for its time and given as often as may be.
      return spent ? refuse(events, 'payment_already_used') : outcome;
    }
    if (!ledger.isForRequest(row, paid.request))
      return { kind: 'failure', failure: new ServiceError('payment_identifier_conflict') };
    return giveBefore(row, paid, flight);
  }

  /**
   * A new payment shows who asks: the payer gets what they have paid for already, and the payment is not taken. Should
   * somebody have broadcast it, it is still good for another request.
   */
  async function giveBefore(row: PaymentRow, paid: PaidRequest, flight: Flight): Promise<Outcome | 'again'> {
    // What a smart wallet signed is only known to be its own once the chain was asked.
    if (paid.payment.signedBy === 'contract') {
      const verification = await facilitator.verify(paid.payment);
      if (verification.kind === 'invalid') return refuse(events, verification.reason);
      if (verification.kind === 'unavailable') return unavailable();
    }
    return followRow(row, paid, flight, { how: 'paid_before', mayHave: async () => true });
  }

  /** Gives a kept answer again to the payment that it was sold for, N times: its signature is public by now. */
  const giveToSamePayment: HandOut = {
    how: 'same_payment',
    mayHave: (row) => ledger.countHandOut(row),
  };

  async function followRow(row: PaymentRow, paid: PaidRequest, flight: Flight, handOut: HandOut) {
    const { payment, request } = paid;
    const { payer } = payment;
    const outcome = await follow(parts, row, { payer, request, flight, handOut }, limits);
    return outcome === 'again' ? outcome : underIdOf(row, outcome);
  }

  return {
    serve,

    /** For a payment past its time, which buys nothing any more: what it has bought can still be fetched. */
    async fetchExpired(paid: PaidRequest, flight: Flight): Promise<Outcome> {
      const row = await ledger.find(paid.bound);
      if (!row) return refuse(events, 'payment_expired');
      // Also one that another instance still works on, which it took while it was good.
      const outcome = await giveTaken(row, paid, flight);
      return outcome === 'again' ? refuse(events, 'payment_expired') : outcome;
    },

    /** The answer that this payer paid for, without a payment. Whoever calls this has proved that the wallet is theirs. */
    async fetchKept(payer: Payment['payer'], request: Request): Promise<Outcome> {
      const row = await ledger.findKept(payer, request);
      // Whoever signs in while it is being settled has paid for it all the same.
      if (row?.state === 'settling' || row?.state === 'unknown')
        return underIdOf(row, pending(payer, transactionOf(row)));
      const body = row?.state === 'settled' ? ledger.answerOf(row, request) : undefined;
      if (!row || !body) return refuse(events, 'payment_required');
      const transaction = asHex(row.transaction ?? '0x');
      if (body === 'unreadable') return underIdOf(row, unreadable(events, transaction));
      events.replayed('paid_before');
      return underIdOf(row, { kind: 'answer', body, charged: false, paidBefore: { transaction } });
    },
  };
}

/** Rows of earlier versions have no id. */
function underIdOf({ requestId }: PaymentRow, outcome: Outcome): Outcome {
  return requestId === undefined ? outcome : { ...outcome, requestId };
}
