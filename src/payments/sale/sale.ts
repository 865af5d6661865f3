import { isServiceError, ServiceError } from '../../errors/service-error.ts';
import type { PaymentRow } from '../../storage/ledger-store.ts';
import type { ChannelSale } from '../channels/channel-sale.ts';
import type { Chain } from '../evm/chain.ts';
import { isCounterfactual } from '../evm/signature.ts';
import { type CheckedPayment, checkPayment, type DecodedPayment } from '../wire/header.ts';
import type { AnyPayment, Payment, VoucherPayment } from '../wire/payment.ts';
import type { Offer } from '../wire/requirements.ts';
import {
  type Call,
  type Flight,
  type Outcome,
  type PaidRequest,
  pending,
  type Request,
  refuse,
  slowDown,
  unavailable,
  unreadable,
} from './call.ts';
import { findBroadcast } from './evidence.ts';
import { createFlights, flightKey } from './flights.ts';
import { LedgerUnavailableError } from './ledger.ts';
import { perform } from './perform.ts';
import { type FollowLimits, follow, type HandOut, transactionOf } from './resolve.ts';
import type { SettlementParts } from './settle.ts';

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
  /** Where calls can be paid by channels, too. */
  channels?: ChannelSale | undefined;
}

const LIMITS: FollowLimits = { maxWaitMs: 30_000, resettleAfterMs: 4_000, maxSettleAttempts: 8 };

/** Sells everything that is paid for: what a payment buys is decided here and nowhere else. */
export function createSale(options: SaleOptions) {
  const { events, clock, ledger, channels } = options;
  const flights = createFlights();
  const server = createPaymentServer(options, { ...LIMITS, ...options.limits });

  /** The outcome for whoever shows no payment. */
  const askForPayment = () => refuse(events, 'payment_required');

  /** Sells one answer. Rejects only with what the product itself threw besides failures. */
  async function sell(call: Call): Promise<Outcome> {
    const { reading } = call;
    if (reading.kind === 'none') return askForPayment();
    if (reading.kind === 'malformed') {
      events.malformed(reading.malformed.reason);
      return limited(call) ?? { kind: 'malformed', malformed: reading.malformed };
    }
    if (reading.kind === 'refused') return limited(call) ?? refuse(events, reading.reason);

    const checked =
      reading.kind === 'decoded'
        ? check(reading.decoded, call.offer, clock.now())
        : (channels?.check(reading.decoded, call.offer) ??
          ({ kind: 'refused', reason: 'payment_invalid' } as const));
    if (checked.kind === 'refused') return limited(call) ?? refuse(events, checked.reason);
    if (checked.kind === 'voucher' && checked.payment.payload.type === 'refund' && channels)
      return limited(call) ?? channels.refund(checked.payment);
    const read = readParameters(call.readRequest);
    if ('failure' in read) return read;
    const { request } = read;
    try {
      if (checked.kind === 'fits') return await serve(call, checked, request);
      const { payment } = checked;
      // To look at a deposit costs calls to the node.
      return await serveInFlight(
        call,
        { payment, request, isDoubtful: payment.payload.type === 'deposit' },
        (paid, flight) => server.serveVoucher(paid, flight),
      );
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
      events.unavailable('ledger');
      return unavailable();
    }
  }

  async function serve(call: Call, { payment, expired }: FittingPayment, request: Request): Promise<Outcome> {
    // A signature of the payer's own key was proved here, at no cost to anybody; any other costs a call to the node.
    const isDoubtful = payment.signedBy === 'contract';
    return serveInFlight(call, { payment, request, isDoubtful }, async (paid, flight) =>
      expired ? server.fetchExpired(paid, flight) : server.serve(paid, flight),
    );
  }

  /** Does the work of a call in a flight that identical calls share, and counts those that bring nothing. */
  async function serveInFlight<Paid extends AnyPayment>(
    call: Call,
    {
      payment,
      request,
      isDoubtful,
    }: Pick<PaidRequest<Paid>, 'payment' | 'request'> & { isDoubtful: boolean },
    serve: (paid: PaidRequest<Paid>, flight: Flight) => Promise<Outcome>,
  ): Promise<Outcome> {
    const refusal = isDoubtful ? limited(call) : undefined;
    const unproven = payment.signedBy === 'contract' && !refusal ? await proveSigner(payment) : undefined;
    if (unproven) return unproven;
    const paid = { payment, request, bound: ledger.bind(payment, request, call.requestId) };
    if (refusal && !(await ledger.knows(payment))) return refusal;
    const counted = isDoubtful && !refusal;
    const outcome = await flights.join(
      flightKey(paid.bound),
      { signal: call.signal, payer: payment.payer },
      {
        async run(flight) {
          const outcome = await serve(paid, flight);
          return 'receipt' in outcome ? { requestId: call.requestId, ...outcome } : outcome;
        },
        onJoined: () => events.joined(),
      },
    );
    // Who is out of step with a channel is told how to go on.
    const failed = outcome.kind === 'challenge' && !outcome.state;
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

/** More turns than any real sequence of releases by others takes. */
const MAX_TURNS = 20;

/** Decides what a payment gets: a new answer, one that is being made, or one that was paid for before. */
function createPaymentServer(
  { channels, ...parts }: SettlementParts & Pick<SaleOptions, 'channels'>,
  limits: FollowLimits,
) {
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
    return slowDown(events, waitSeconds);
  }

  /** The authorization, its identifier, or the payer's request has a row already. */
  async function giveTaken(
    row: PaymentRow,
    paid: PaidRequest<AnyPayment>,
    flight: Flight,
  ): Promise<Outcome | 'again'> {
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
  async function giveBefore(
    row: PaymentRow,
    paid: PaidRequest<AnyPayment>,
    flight: Flight,
  ): Promise<Outcome | 'again'> {
    // A signature of a smart wallet is only known to be its own once the chain was asked.
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

  async function followRow(row: PaymentRow, paid: PaidRequest<AnyPayment>, flight: Flight, handOut: HandOut) {
    const { payment, request } = paid;
    const { payer } = payment;
    const outcome = await follow(parts, row, { payer, request, flight, handOut }, limits);
    return outcome === 'again' ? outcome : underIdOf(row, outcome);
  }

  /** A voucher whose call has had its answer is behind its channel, like any other that is out of step. */
  async function serveVoucher(paid: PaidRequest<VoucherPayment>, flight: Flight): Promise<Outcome> {
    for (let turn = 0; channels && turn < MAX_TURNS; turn++) {
      if (flight.signal.aborted) return { kind: 'gone' };
      flight.phase = 'computing';
      const recalled = channels.recall(paid.payment);
      const [row, known] = recalled
        ? [undefined, recalled]
        : await Promise.all([ledger.findHolder(paid), channels.find(paid.payment)]);
      const outcome = row ? await giveTaken(row, paid, flight) : await channels.sell(paid, flight, known);
      if (outcome === 'again') continue;
      // Another instance may have sold this very call between the two looks.
      const isOutOfStep = outcome.kind === 'challenge' && outcome.state !== undefined;
      if (!row && isOutOfStep && (await ledger.findHolder(paid))) continue;
      const isBehind = outcome.kind === 'challenge' && outcome.reason === 'payment_already_used';
      return isBehind ? channels.correct(paid.payment) : outcome;
    }
    return unavailable();
  }

  return {
    serve,
    serveVoucher,

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
      const transaction = transactionOf(row) ?? '0x';
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

/** Reads what is asked for, or gives the failure that says what is wrong with it. */
export function readParameters(
  read: Call['readRequest'],
): { request: Request } | (Outcome & { kind: 'failure' }) {
  try {
    return { request: read() };
  } catch (error) {
    if (isServiceError(error)) return { kind: 'failure', failure: error };
    throw error;
  }
}
