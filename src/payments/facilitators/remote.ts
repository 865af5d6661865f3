import type { HTTPFacilitatorClient } from '@x402/core/http';
import type { Hex } from '../evm/hex.ts';
import { wasNeverSent } from '../evm/rpc.ts';
import type { Payment } from '../wire/payment.ts';
import { PAYMENT_NETWORK } from '../wire/payment.ts';
import type { Facilitator, Settlement, Verification } from './facilitator.ts';
import type { Doubt, Notify } from './facilitator-events.ts';
import { meaningOf } from './remote-reasons.ts';

/** Headers that prove who we are, made anew for every request to one of the facilitator's paths. */
export type Authorize = (request: { method: 'GET' | 'POST'; url: string }) => Promise<Record<string, string>>;

export interface RemoteFacilitatorOptions {
  url: string;
  authorize?: Authorize;
  verifyTimeoutMs?: number;
  /** Past this the settlement is unknown, so it should be longer than the facilitator's own patience. */
  settleTimeoutMs?: number;
  notify?: Notify;
}

/** Our own part of a request failed: nothing has left the house. */
class NotSentError extends Error {}

const UNAVAILABLE: Settlement = { kind: 'failed', reason: 'payment_service_unavailable' };
const READINESS_TTL_MS = 60_000;
/** As version 2 spells it, and version 1. */
const OUR_NETWORK: ReadonlySet<string> = new Set([PAYMENT_NETWORK, 'base']);
/** Every payment was compared with these before it was handed over. */
const CHECKED_HERE: ReadonlySet<string> = new Set(['wrong_amount', 'wrong_recipient', 'wrong_network']);

const isTransaction = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value);

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** A facilitator that doubts a signature which was recovered here has trouble of its own, often with its node. */
const contradicts = (payment: Payment, meaning: string | undefined) =>
  meaning === 'invalid_signature' && payment.signedBy === 'account';

function concludeVerification(payment: Payment, reason: string | undefined): Verification {
  const meaning = meaningOf(reason) ?? 'payment_invalid';
  if (meaning === 'unavailable' || meaning === 'ambiguous' || contradicts(payment, meaning)) {
    return { kind: 'unavailable' };
  }
  return { kind: 'invalid', reason: meaning };
}

function concludeFailure(payment: Payment, reason: string | undefined, transaction: unknown): Settlement {
  const meaning = meaningOf(reason);
  // Whatever it says: where there is a transaction, something was broadcast. Only one that was reverted took nothing.
  const wasSent = isTransaction(transaction) && meaning !== 'settlement_failed';
  // Its trouble may have begun after the broadcast: "unavailable" promises nothing here, unlike before computing.
  if (wasSent || meaning === undefined || meaning === 'ambiguous' || meaning === 'unavailable') {
    return { kind: 'unknown', ...(isTransaction(transaction) && { transaction }) };
  }
  // It says what was found otherwise here: whatever has gone wrong with it, it can have gone wrong after a broadcast.
  if (contradicts(payment, meaning) || CHECKED_HERE.has(meaning)) return { kind: 'unknown' };
  return { kind: 'failed', reason: meaning };
}

/** What an answer says of a settlement that is not ours. An answer need not name the payer or the amount. */
function findDoubt(payment: Payment, answer: SettleAnswer): Doubt | undefined {
  if (!OUR_NETWORK.has(answer.network)) return 'network';
  if (answer.payer && answer.payer.toLowerCase() !== payment.payer) return 'payer';
  if (answer.amount && answer.amount !== String(payment.amount)) return 'amount';
  return undefined;
}

/** Asks a facilitator on the network, ours or anybody's. */
export function createRemoteFacilitator(options: RemoteFacilitatorOptions): Facilitator {
  const { url, authorize, notify = () => {} } = options;
  let readyUntilMs = 0;

  /** One client for each path, so that a request is authorised once and not for all three. */
  async function connect() {
    const { HTTPFacilitatorClient: Client } = await import('@x402/core/http');
    const clientFor = (method: 'GET' | 'POST', path: string, timeoutMs: number) => {
      if (!authorize) return new Client({ url, timeoutMs });
      const request = { method, url: `${url.replace(/\/+$/, '')}/${path}` };
      const createAuthHeaders = async () => {
        const headers = await authorize(request).catch(() => {
          throw new NotSentError();
        });
        return { verify: {}, settle: {}, supported: {}, [path]: headers };
      };
      return new Client({ url, timeoutMs, createAuthHeaders });
    };
    const verifyTimeoutMs = options.verifyTimeoutMs ?? 8_000;
    return {
      verifying: clientFor('POST', 'verify', verifyTimeoutMs),
      settling: clientFor('POST', 'settle', options.settleTimeoutMs ?? 20_000),
      asking: clientFor('GET', 'supported', verifyTimeoutMs),
    };
  }
  let connected: ReturnType<typeof connect> | undefined;
  const clients = () => {
    connected ??= connect();
    return connected;
  };

  return {
    async verify(payment) {
      try {
        const { verifying } = await clients();
        const answer = await verifying.verify(wirePayload(payment), wireRequirements(payment));
        return answer.isValid ? { kind: 'valid' } : concludeVerification(payment, answer.invalidReason);
      } catch (error) {
        const reason = text(field(error, 'invalidReason'));
        return reason === undefined ? { kind: 'unavailable' } : concludeVerification(payment, reason);
      }
    },

    async settle(payment) {
      try {
        const { settling } = await clients();
        const answer = await settling.settle(wirePayload(payment), wireRequirements(payment));
        if (!answer.success) return concludeFailure(payment, answer.errorReason, answer.transaction);
        // "Settled" without saying where, or of another payment, proves nothing: the chain has to show it.
        const doubt = isTransaction(answer.transaction) ? findDoubt(payment, answer) : 'transaction';
        if (doubt) notify({ event: 'settlement_doubted', doubt });
        if (doubt || !isTransaction(answer.transaction)) return { kind: 'unknown' };
        return { kind: 'settled', transaction: answer.transaction };
      } catch (error) {
        if (error instanceof NotSentError || wasNeverSent(error)) return UNAVAILABLE;
        const reason = text(field(error, 'errorReason'));
        const itselfFailed = Number(field(error, 'statusCode')) >= 500;
        if (reason !== undefined && !itselfFailed)
          return concludeFailure(payment, reason, field(error, 'transaction'));
        // Also where it refuses the request: a gateway may do so after the facilitator behind it has settled.
        const transaction = field(error, 'transaction');
        return { kind: 'unknown', ...(isTransaction(transaction) && { transaction }) };
      }
    },

    async support() {
      if (readyUntilMs > Date.now()) return { ready: true };
      try {
        const { asking } = await clients();
        const { kinds } = await asking.getSupported();
        const ready = kinds.some(
          (kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === PAYMENT_NETWORK,
        );
        if (ready) readyUntilMs = Date.now() + READINESS_TTL_MS;
        return { ready };
      } catch {
        return { ready: false };
      }
    },
  };
}

type WirePayload = Parameters<HTTPFacilitatorClient['verify']>[0];
type SettleAnswer = Awaited<ReturnType<HTTPFacilitatorClient['settle']>>;
type WireRequirements = Parameters<HTTPFacilitatorClient['verify']>[1];

/** The library's types allow more than ours and want it as open records. */
function wirePayload({ payload, listing }: Payment): WirePayload {
  return {
    ...payload,
    ...listing,
    accepted: wireAccepted(payload.accepted),
    payload: { ...payload.payload },
  };
}

const wireAccepted = (requirements: Payment['requirements']): WireRequirements => ({
  ...requirements,
  extra: { ...requirements.extra },
});

const wireRequirements = ({ requirements }: Payment) => wireAccepted(requirements);
