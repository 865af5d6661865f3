import type { HTTPFacilitatorClient } from '@x402/core/http';
import type { Hex, Payment } from '../payment.ts';
import { PAYMENT_NETWORK } from '../payment.ts';
import { wasNeverSent } from '../rpc.ts';
import type { Facilitator, Settlement, Verification } from './facilitator.ts';
import { meaningOf } from './remote-reasons.ts';

/** Headers that prove who we are, made anew for every request to one of the facilitator's paths. */
export type Authorize = (request: { method: 'GET' | 'POST'; url: string }) => Promise<Record<string, string>>;

export interface RemoteFacilitatorOptions {
  url: string;
  authorize?: Authorize;
  verifyTimeoutMs?: number;
  /** Past this the settlement is unknown, so it should be longer than the facilitator's own patience. */
  settleTimeoutMs?: number;
}

/** Our own part of a request failed: nothing has left the house. */
class NotSent extends Error {}

const REFUSED_UNREAD = new Set([400, 401, 403, 404, 405, 410, 413, 415, 422, 429]);
const UNAVAILABLE: Settlement = { outcome: 'failed', reason: 'payment_service_unavailable' };
const READINESS_TTL_MS = 60_000;

const isTransaction = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value);

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The library tells the status of an answer without a verdict only within its message. */
const statusOf = (error: unknown) =>
  Number(/\bfailed \((\d{3})\)/.exec(String(field(error, 'message')))?.[1]);

/** A facilitator that doubts a signature which was recovered here has trouble of its own, often with its node. */
const contradicts = (payment: Payment, meaning: string | undefined) =>
  meaning === 'invalid_signature' && payment.signedBy === 'account';

function concludeVerification(payment: Payment, reason: string | undefined): Verification {
  const meaning = meaningOf(reason) ?? 'payment_invalid';
  if (meaning === 'unavailable' || meaning === 'ambiguous' || contradicts(payment, meaning)) {
    return { outcome: 'unavailable' };
  }
  return { outcome: 'invalid', reason: meaning };
}

function concludeFailure(payment: Payment, reason: string | undefined, transaction: unknown): Settlement {
  const meaning = meaningOf(reason);
  // Whatever it says: where there is a transaction, something was broadcast. Only one that was reverted took nothing.
  const wasSent = isTransaction(transaction) && meaning !== 'settlement_failed';
  // Its trouble may have begun after the broadcast: "unavailable" promises nothing here, unlike before computing.
  if (wasSent || meaning === undefined || meaning === 'ambiguous' || meaning === 'unavailable') {
    return { outcome: 'unknown', ...(isTransaction(transaction) && { transaction }) };
  }
  if (contradicts(payment, meaning)) return UNAVAILABLE;
  return { outcome: 'failed', reason: meaning };
}

/** Asks a facilitator on the network, ours or anybody's. */
export function createRemoteFacilitator(options: RemoteFacilitatorOptions): Facilitator {
  const { url, authorize } = options;
  let readyUntilMs = 0;

  /** One client for each path, so that a request is authorised once and not for all three. */
  async function connect() {
    const { HTTPFacilitatorClient: Client } = await import('@x402/core/http');
    const clientFor = (method: 'GET' | 'POST', path: string, timeoutMs: number) => {
      if (!authorize) return new Client({ url, timeoutMs });
      const request = { method, url: `${url.replace(/\/+$/, '')}/${path}` };
      const createAuthHeaders = async () => {
        const headers = await authorize(request).catch(() => {
          throw new NotSent();
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
        return answer.isValid ? { outcome: 'valid' } : concludeVerification(payment, answer.invalidReason);
      } catch (error) {
        const reason = text(field(error, 'invalidReason'));
        return reason === undefined ? { outcome: 'unavailable' } : concludeVerification(payment, reason);
      }
    },

    async settle(payment) {
      try {
        const { settling } = await clients();
        const answer = await settling.settle(wirePayload(payment), wireRequirements(payment));
        if (!answer.success) return concludeFailure(payment, answer.errorReason, answer.transaction);
        // "Settled" without saying where cannot be shown to the payer or proved: the chain has to tell.
        if (!isTransaction(answer.transaction)) return { outcome: 'unknown' };
        return { outcome: 'settled', transaction: answer.transaction };
      } catch (error) {
        if (error instanceof NotSent || wasNeverSent(error)) return UNAVAILABLE;
        const reason = text(field(error, 'errorReason'));
        if (reason !== undefined) return concludeFailure(payment, reason, field(error, 'transaction'));
        return REFUSED_UNREAD.has(statusOf(error)) ? UNAVAILABLE : { outcome: 'unknown' };
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
type WireRequirements = Parameters<HTTPFacilitatorClient['verify']>[1];

/** The library's types allow more than ours and want it as open records. */
function wirePayload({ payload }: Payment): WirePayload {
  return { ...payload, accepted: wireAccepted(payload.accepted), payload: { ...payload.payload } };
}

const wireAccepted = (requirements: Payment['requirements']): WireRequirements => ({
  ...requirements,
  extra: { ...requirements.extra },
});

const wireRequirements = ({ requirements }: Payment) => wireAccepted(requirements);
