import { ServiceError } from '../../errors/service-error.ts';
import type { Chain } from '../evm/chain.ts';
import { isCounterfactual } from '../evm/signature.ts';
import type { Payment } from '../wire/payment.ts';
import { type CheckedPayment, checkPayment, type DecodedPayment } from '../wire/payment-schema.ts';
import type { Offer } from '../wire/requirements.ts';
import {
  type Call,
  type Outcome,
  type PaidRequest,
  type Request,
  readParameters,
  unavailable,
} from './call.ts';
import { createFlights, type FollowLimits, flightKey } from './flight.ts';
import { LedgerUnavailableError } from './ledger.ts';
import { createPaymentServer } from './serve-payment.ts';
import { refuse, type SettlementParts } from './settle.ts';

type SignerCheck = 'possible' | 'invalid_signature' | 'unavailable';

/**
 * A signature that is not the payer's own can still be good when the payer is a smart wallet, which only its
 * code knows; the facilitator asks it. Without code at the payer's address there is nobody to ask.
 */
export async function checkSigner(
  payment: Payment,
  chain: Pick<Chain, 'hasCode'> | undefined,
): Promise<SignerCheck> {
  if (payment.signedBy === 'account' || isCounterfactual(payment.signature) || !chain) return 'possible';
  try {
    return (await chain.hasCode(payment.payer)) ? 'possible' : 'invalid_signature';
  } catch {
    return 'unavailable';
  }
}

export type Sale = ReturnType<typeof createSale>;

export interface SaleOptions extends SettlementParts {
  limits?: Partial<FollowLimits>;
}

const LIMITS: FollowLimits = { maxWaitMs: 30_000, resettleAfterMs: 4_000, maxSettleAttempts: 8 };

/** Sells everything that is paid for: what a payment buys is decided here and nowhere else. */
export function createSale(options: SaleOptions) {
  const { events, clock, ledger } = options;
  const flights = createFlights();
  const server = createPaymentServer(options, { ...LIMITS, ...options.limits });

  /** The outcome for whoever shows no payment. */
  function askForPayment(): Outcome {
    events.challenged('payment_required');
    return { kind: 'challenge', reason: 'payment_required' };
  }

  /** Sells one answer. Rejects only with what the product itself threw besides failures. */
  async function sell(call: Call): Promise<Outcome> {
    const { reading } = call;
    if (reading.kind === 'none') return askForPayment();
    if (reading.kind === 'malformed') {
      events.malformed(reading.malformed.reason);
      return limited(call) ?? { kind: 'malformed', malformed: reading.malformed };
    }
    if (reading.kind === 'refused') return limited(call) ?? refuse(events, reading.reason);

    const checked = check(reading.decoded, call.offer, clock.now());
    if (checked.kind === 'refused') return limited(call) ?? refuse(events, checked.reason);
    const read = readParameters(call.readRequest);
    if ('failure' in read) return read;
    try {
      return await serve(call, checked, read.request);
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
      events.unavailable('ledger');
      return unavailable();
    }
  }

  async function serve(call: Call, { payment, expired }: FittingPayment, request: Request): Promise<Outcome> {
    // A signature of the payer's own key was proved here, at no cost to anybody; any other costs a call to the node.
    const isDoubtful = payment.signedBy === 'contract';
    const refusal = isDoubtful ? limited(call) : undefined;
    const unproven = isDoubtful && !refusal ? await proveSigner(payment) : undefined;
    if (unproven) return unproven;
    const paid: PaidRequest = { payment, request, bound: ledger.bind(payment, request, call.requestId) };
    if (refusal && !(await ledger.knows(payment))) return refusal;
    const counted = isDoubtful && !refusal;
    const outcome = await flights.join(
      flightKey(paid.bound),
      { signal: call.signal, payer: payment.payer },
      {
        async run(flight) {
          const outcome = await (expired ? server.fetchExpired(paid, flight) : server.serve(paid, flight));
          return 'receipt' in outcome ? { requestId: call.requestId, ...outcome } : outcome;
        },
        onJoined: () => events.joined(),
      },
    );
    const failed = outcome.kind === 'challenge';
    // Who leaves before anything came of it may have had the node asked all the same.
    if (!failed && counted && outcome.kind !== 'gone') call.failed.giveBack();
    if (!failed || counted) return outcome;
    // A proved payer is looked at whatever others behind the same address did; beyond the limit no failure is explained.
    const tooMany = limited(call);
    return outcome.receipt === undefined ? (tooMany ?? outcome) : outcome;
  }

  async function proveSigner(payment: Payment): Promise<Outcome | undefined> {
    const signer = await checkSigner(payment, options.chain);
    if (signer === 'possible') return undefined;
    if (signer === 'invalid_signature') return refuse(events, signer);
    events.unavailable('chain');
    return unavailable();
  }

  return {
    askForPayment,
    sell,
    fetchKept: server.fetchKept,
    /** Resolves when what is under way is done, also settlements whose callers have left. */
    idle: flights.idle,
  };
}

/** Counts a payment that may not hold good, before it costs anything; those beyond the limit are not looked at. */
function limited({ failed }: Call): Outcome | undefined {
  const { waitSeconds } = failed.take();
  if (waitSeconds === 0) return undefined;
  return {
    kind: 'failure',
    failure: new ServiceError('rate_limited', { limit: 'failed_payments', retryAfterSeconds: waitSeconds }),
  };
}

interface FittingPayment {
  kind: 'fits';
  payment: Payment;
  expired: boolean;
}

/** Checks a payment that only came too late as of a time when it was good, to see what it has bought by then. */
function check(
  decoded: DecodedPayment,
  offer: Offer,
  nowMs: number,
): FittingPayment | (CheckedPayment & { kind: 'refused' }) {
  const checked = checkPayment(decoded, offer, Math.floor(nowMs / 1_000));
  if (checked.kind === 'fits') return { ...checked, expired: false };
  if (checked.reason !== 'payment_expired') return checked;
  const inTimeSeconds = Number(decoded.payload.authorization.validBefore) - offer.minimumValiditySeconds;
  const earlier = checkPayment(decoded, offer, inTimeSeconds);
  return earlier.kind === 'fits' ? { ...earlier, expired: true } : checked;
}
