import type { PaymentBinding, PaymentRow } from '../storage/ledger-store.ts';
import { type Flight, type Flights, flightKey } from './flight.ts';
import { type FollowLimits, type FollowOptions, follow } from './follow.ts';
import { type Outcome, unavailable } from './outcome.ts';
import type { PaymentRefusal } from './payment.ts';
import { perform } from './perform.ts';
import type { Sale } from './sale.ts';
import type { SettlementParts } from './settle.ts';

/** Decides what a payment gets: a new answer, one that is being made, or one that was paid for before. */
export interface Seller {
  sell<Query>(binding: PaymentBinding, sale: Sale<Query>, flight: Flight): Promise<Outcome>;
  /** For a payment past its time, which buys nothing any more: what it has bought can still be fetched. */
  fetchExpired<Query>(binding: PaymentBinding, sale: Sale<Query>, flight: Flight): Promise<Outcome>;
}

/** More turns than any real sequence of releases by others takes. */
const MAX_TURNS = 20;

export function createSeller(parts: SettlementParts, limits: FollowLimits, flights: Flights): Seller {
  const { events, ledger, strikes, facilitator } = parts;

  function refuse(reason: PaymentRefusal): Outcome {
    events.challenged(reason);
    return { kind: 'challenge', reason };
  }

  async function sell<Query>(binding: PaymentBinding, sale: Sale<Query>, flight: Flight): Promise<Outcome> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      const [owed, waitSeconds] = await Promise.all([findOwed(binding), strikes.waitSeconds(binding.payer)]);
      // Rare enough that only then the payment's own row is looked for: what it has bought itself comes first.
      if (owed.length > 0 && !(await ledger.find(binding))) {
        for (const row of owed) {
          const outcome = await giveOwed(row, sale, flight);
          if (outcome.kind !== 'gone') return outcome;
        }
      }
      if (waitSeconds > 0 && !(await ledger.find(binding))) {
        events.slowed();
        return { kind: 'slowed', retryAfterSeconds: waitSeconds };
      }
      if (flight.signal.aborted) return { kind: 'aborted' };

      flight.phase = 'computing';
      const reserving = await ledger.reserve(binding);
      if (reserving.got === 'try_again') continue;
      const outcome =
        reserving.got === 'held'
          ? await perform(parts, reserving.held, sale, flight)
          : await giveTaken(reserving.row, binding, sale, flight);
      if (outcome.kind !== 'lost' && outcome.kind !== 'gone') return outcome;
    }
    return unavailable;
  }

  /** The authorization, or its identifier, has a row already. */
  async function giveTaken<Query>(
    row: PaymentRow,
    binding: PaymentBinding,
    sale: Sale<Query>,
    flight: Flight,
  ) {
    const samePayment = row.nonce === binding.nonce;
    const sameRequest = row.requestDigest === binding.requestDigest;
    if (samePayment && !(sameRequest && isSamePayer(row, binding))) return refuse('payment_already_used');
    if (!samePayment && !sameRequest) return { kind: 'conflict' } as const;
    if (!samePayment) {
      const unproven = await proveSigner(sale);
      if (unproven) return unproven;
    }
    const following = await followRow(row, sale, flight, {
      takeAnswer: (settled) => ledger.replay(settled, sale.purchase),
      how: 'same_payment',
    });
    const stillThere = following.kind === 'gone' && (await ledger.find(row));
    // Its answer was kept for its time and handed out as often as may be.
    if (stillThere && stillThere.state === 'settled') return refuse('payment_already_used');
    return following;
  }

  /**
   * Earlier payments for this request that this caller must not be charged on top of. Those whose own callers wait in
   * this process are other purchases; of another process nobody can tell whether it is alive but by their outcome.
   */
  async function findOwed(binding: PaymentBinding): Promise<PaymentRow[]> {
    const rows = await ledger.findOwed(binding);
    return rows.filter((row) => !(row.state === 'settling' && flights.isAttended(flightKey(row))));
  }

  /** The payer has paid for this very request before and was never answered: gives him that, and takes nothing. */
  async function giveOwed<Query>(owed: PaymentRow, sale: Sale<Query>, flight: Flight) {
    const unproven = await proveSigner(sale);
    if (unproven) return unproven;
    return followRow(owed, sale, flight, {
      takeAnswer: (settled) => ledger.takeUndelivered(settled, sale.purchase),
      how: 'owed',
    });
  }

  function followRow<Query>(
    row: PaymentRow,
    { payment, purchase }: Sale<Query>,
    flight: Flight,
    taking: Pick<FollowOptions, 'takeAnswer' | 'how'>,
  ) {
    const paymentOf = (open: PaymentRow) => ledger.paymentOf(open, purchase);
    return follow(parts, row, flight, { ...taking, payee: payment, paymentOf }, limits);
  }

  /** What a smart wallet signed is only known to be its own once the chain was asked. */
  async function proveSigner<Query>({ payment }: Sale<Query>): Promise<Outcome | undefined> {
    if (payment.signedBy === 'account') return undefined;
    const verification = await facilitator.verify(payment);
    if (verification.outcome === 'valid') return undefined;
    return verification.outcome === 'invalid' ? refuse(verification.reason) : unavailable;
  }

  async function fetchExpired<Query>(
    binding: PaymentBinding,
    sale: Sale<Query>,
    flight: Flight,
  ): Promise<Outcome> {
    const row = await ledger.find(binding);
    if (!row) return refuse('payment_expired');
    // Also one that another instance still works on, which it took while it was good.
    const outcome = await giveTaken(row, binding, sale, flight);
    return outcome.kind === 'gone' ? refuse('payment_expired') : outcome;
  }

  return { sell, fetchExpired };
}

function isSamePayer(row: PaymentRow, binding: PaymentBinding): boolean {
  const sameIdentifier =
    row.identifierDigest === undefined || row.identifierDigest === binding.identifierDigest;
  return row.signatureDigest === binding.signatureDigest && sameIdentifier;
}
