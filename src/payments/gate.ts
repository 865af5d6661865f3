import { type CheckedPayment, checkPayment } from './checks.ts';
import { createFlights, flightKey } from './flight.ts';
import type { FollowLimits } from './follow.ts';
import type { DecodedPayment, HeaderReading } from './header.ts';
import type { Purchase } from './ledger.ts';
import { LedgerUnavailable } from './ledger-unavailable.ts';
import { type Outcome, unavailable } from './outcome.ts';
import type { PaymentRefusal } from './payment.ts';
import type { Offer } from './requirements.ts';
import type { Production, Sale } from './sale.ts';
import { createSeller } from './sell.ts';
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

export function createGate(options: GateOptions): Gate {
  const { events, chain, clock, ledger } = options;
  const limits = { ...LIMITS, ...options.limits };
  const flights = createFlights();
  const { sell, fetchExpired } = createSeller(options, limits, flights);

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
      flightKey(binding),
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
