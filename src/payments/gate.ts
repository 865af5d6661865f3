import type { PaymentBinding, PaymentRow } from '../storage/ledger-store.ts';
import { type CheckedPayment, checkPayment } from './checks.ts';
import { createFlights, type Flight } from './flight.ts';
import { type FollowLimits, follow } from './follow.ts';
import type { DecodedPayment, HeaderReading } from './header.ts';
import type { Purchase } from './ledger.ts';
import { LedgerUnavailable } from './ledger-unavailable.ts';
import { type Outcome, unavailable } from './outcome.ts';
import type { PaymentRefusal } from './payment.ts';
import { perform } from './perform.ts';
import type { Offer } from './requirements.ts';
import type { Production, Sale } from './sale.ts';
import type { SettlementParts } from './settle.ts';
import { checkSigner } from './signer.ts';

/** One call of something paid, as a transport hands it over. */
export interface PaidCall<Query> extends Production<Query> {
  offer: Offer;
  /** What the caller sent as payment, if anything. */
  reading: HeaderReading;
  purchase: Purchase;
  /** Aborted when the caller leaves. Aborted with a Failure as its reason, the caller is told that failure. */
  signal: AbortSignal;
}

export interface Gate {
  /** Sells one answer. Rejects only with what the product itself threw besides failures. */
  serve<Query>(call: PaidCall<Query>): Promise<Outcome>;
  /** Resolves when what is under way is done; settlements whose callers have left are among it. */
  idle(): Promise<void>;
}

export interface GateOptions extends SettlementParts {
  limits?: Partial<FollowLimits>;
}

const LIMITS: FollowLimits = { maxWaitMs: 30_000, resettleAfterMs: 5_000, maxSettleAttempts: 8 };
/** More turns than any real sequence of releases by others takes. */
const MAX_TURNS = 20;

export function createGate(options: GateOptions): Gate {
  const { events, chain, clock, ledger, strikes } = options;
  const limits = { ...LIMITS, ...options.limits };
  const flights = createFlights();

  function refuse(reason: PaymentRefusal): Outcome {
    events.challenged(reason);
    return { kind: 'challenge', reason };
  }

  async function serve<Query>(call: PaidCall<Query>): Promise<Outcome> {
    const { reading } = call;
    if (reading.outcome === 'none') return refuse('payment_required');
    if (reading.outcome === 'refused') return refuse(reading.reason);
    if (reading.outcome === 'malformed') {
      events.malformed(reading.malformed.reason);
      return { kind: 'malformed', malformed: reading.malformed, header: reading.header };
    }
    const checked = check(reading.decoded, call.offer, clock.nowMs());
    if (!checked.fits) return refuse(checked.reason);
    const { payment, expired } = checked;
    const signer = await checkSigner(payment, chain);
    if (signer === 'invalid_signature') return refuse(signer);
    if (signer === 'unavailable') {
      events.unavailable('chain');
      return unavailable;
    }

    const sale: Sale<Query> = { payment, purchase: call.purchase, production: call };
    const binding = ledger.bind(payment, call.purchase);
    const outcome = flights.join(
      flightKey(binding, expired),
      { signal: call.signal, payee: { payer: payment.payer, header: payment.header } },
      {
        run: (flight) => (expired ? fetchExpired(binding, sale, flight) : sell(binding, sale, flight)),
        onJoined: () => events.joined(),
      },
    );
    return outcome.catch((error: unknown) => {
      if (!(error instanceof LedgerUnavailable)) throw error;
      events.unavailable('ledger');
      return unavailable;
    });
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
          ? await perform(options, reserving.held, sale, flight)
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
    const following = await follow(
      options,
      row,
      flight,
      {
        takeAnswer: (settled) => ledger.replay(settled, sale.purchase),
        how: 'same_payment',
        payee: sale.payment,
        paymentOf: (open) => ledger.paymentOf(open, sale.purchase),
      },
      limits,
    );
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
    return rows.filter((row) => !(row.state === 'settling' && flights.isAttended(flightKey(row, false))));
  }

  /** The payer has paid for this very request before and was never answered: gives him that, and takes nothing. */
  async function giveOwed<Query>(owed: PaymentRow, sale: Sale<Query>, flight: Flight) {
    const unproven = await proveSigner(sale);
    if (unproven) return unproven;
    return follow(
      options,
      owed,
      flight,
      {
        takeAnswer: (settled) => ledger.takeUndelivered(settled, sale.purchase),
        how: 'owed',
        payee: sale.payment,
        paymentOf: (open) => ledger.paymentOf(open, sale.purchase),
      },
      limits,
    );
  }

  /** What a smart wallet signed is only known to be its own once the chain was asked. */
  async function proveSigner<Query>({ payment }: Sale<Query>): Promise<Outcome | undefined> {
    if (payment.signedBy === 'account') return undefined;
    const verification = await options.facilitator.verify(payment);
    if (verification.outcome === 'valid') return undefined;
    return verification.outcome === 'invalid' ? refuse(verification.reason) : unavailable;
  }

  /** A payment past its time buys nothing any more, but what it has bought can still be fetched. */
  async function fetchExpired<Query>(
    binding: PaymentBinding,
    sale: Sale<Query>,
    flight: Flight,
  ): Promise<Outcome> {
    const row = await ledger.find(binding);
    if (!row || row.state === 'reserved') return refuse('payment_expired');
    const outcome = await giveTaken(row, binding, sale, flight);
    return outcome.kind === 'gone' ? refuse('payment_expired') : outcome;
  }

  return { serve, idle: flights.landed };
}

type Checked = (CheckedPayment & { fits: true; expired: boolean }) | (CheckedPayment & { fits: false });

/** A payment that only came too late is checked as of a time when it was good, to see what it has bought by then. */
function check(decoded: DecodedPayment, offer: Offer, nowMs: number): Checked {
  const checked = checkPayment(decoded, offer, Math.floor(nowMs / 1_000));
  if (checked.fits) return { ...checked, expired: false };
  if (checked.reason !== 'payment_expired') return checked;
  const inTimeSeconds = Number(decoded.payload.authorization.validBefore) - offer.minimumValiditySeconds;
  const earlier = checkPayment(decoded, offer, inTimeSeconds);
  return earlier.fits ? { ...earlier, expired: true } : checked;
}

function isSamePayer(row: PaymentRow, binding: PaymentBinding): boolean {
  const sameIdentifier =
    row.identifierDigest === undefined || row.identifierDigest === binding.identifierDigest;
  return row.signatureDigest === binding.signatureDigest && sameIdentifier;
}

function flightKey(binding: PaymentBinding, expired: boolean): string {
  const { payer, nonce, signatureDigest, requestDigest, identifierDigest } = binding;
  return [payer, nonce, signatureDigest, requestDigest, identifierDigest ?? '', expired].join(' ');
}
