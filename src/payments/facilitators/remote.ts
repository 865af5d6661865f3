import { z } from 'zod';
import { readBytes } from '../../lib/bodies.ts';
import { steadyNow } from '../../lib/clock.ts';
import { asHex, type Hex } from '../evm/encoding.ts';
import { type Network, networkByName } from '../evm/networks.ts';
import { wasNeverSent } from '../evm/rpc.ts';
import { field } from '../wire/header.ts';
import type { Payment, PaymentRefusal } from '../wire/payment.ts';
import type { Doubt, Facilitator, Notify, Settlement, Verification } from './facilitator.ts';

/** Headers that prove who we are, made anew for every request to one of the facilitator's paths. */
export type Authorize = (request: { method: 'GET' | 'POST'; url: string }) => Promise<Record<string, string>>;

export interface RemoteFacilitatorOptions {
  url: string;
  network: Network;
  authorize?: Authorize;
  verifyTimeoutMs?: number;
  /** Past this the settlement is unknown, so it should be longer than the facilitator's own deadline. */
  settleTimeoutMs?: number;
  notify?: Notify;
}

/** Our own part of a request failed: nothing was sent. */
class NotSentError extends Error {}

const said = z.string().nullish();
const Verified = z.object({ isValid: z.boolean(), invalidReason: said });
const Settled = z.object({
  success: z.boolean(),
  errorReason: said,
  payer: said,
  transaction: z.string(),
  network: z.string(),
  amount: said,
});
const Supported = z.object({
  kinds: z.array(z.object({ x402Version: z.number(), scheme: z.string(), network: z.string() })),
});

const UNAVAILABLE: Settlement = { kind: 'failed', reason: 'payment_service_unavailable' };
const READINESS_TTL_MS = 60_000;
/** Pause for a facilitator that says it is asked too often. */
const RATE_LIMITED_PAUSE_MS = 5_000;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;
/** Every payment was compared with these before it was handed over. */
const CHECKED_HERE: ReadonlySet<string> = new Set(['wrong_amount', 'wrong_recipient', 'wrong_network']);

const readTransaction = (value: unknown): Hex | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? asHex(value.toLowerCase()) : undefined;

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

function concludeVerification(reason: string | undefined): Verification {
  const meaning = meaningOf(reason) ?? 'payment_invalid';
  const isItsTrouble = meaning === 'unavailable' || meaning === 'ambiguous';
  return isItsTrouble ? { kind: 'unavailable' } : { kind: 'invalid', reason: meaning };
}

function concludeFailure(reason: string | undefined, named: Hex | undefined): Settlement {
  const meaning = meaningOf(reason);
  const transaction = named && { transaction: named };
  // Its trouble may have begun after the broadcast: "unavailable" promises nothing here, unlike before computing.
  if (meaning === undefined || meaning === 'ambiguous' || meaning === 'unavailable')
    return { kind: 'unknown', ...transaction };
  // It says what was found otherwise here: whatever has gone wrong with it, it can have gone wrong after a broadcast.
  if (CHECKED_HERE.has(meaning)) return { kind: 'unknown', ...transaction };
  return { kind: 'denied', reason: meaning, ...transaction };
}

/** Reads an error in the place of an answer, which may say more of the settlement than that. */
function concludeRefusal(status: number, body: unknown): Settlement {
  // A gateway's own error says nothing of the settlement.
  if (field(body, 'success') === undefined) return { kind: 'unknown' };
  const reason = text(field(body, 'errorReason'));
  const transaction = readTransaction(field(body, 'transaction'));
  if (reason !== undefined && status < 500) return concludeFailure(reason, transaction);
  // Also where it refuses the request: a gateway may do so after the facilitator behind it has settled.
  return { kind: 'unknown', ...(transaction && { transaction }) };
}

/** Finds what shows that an answer is of a settlement not ours. It need not name the payer or the amount. */
function findDoubt(payment: Payment, answer: z.output<typeof Settled>): Doubt | undefined {
  if (networkByName.get(answer.network)?.id !== payment.requirements.network) return 'network';
  if (answer.payer && answer.payer.toLowerCase() !== payment.payer) return 'payer';
  if (answer.amount && answer.amount !== String(payment.amount)) return 'amount';
  return undefined;
}

/** Asks a facilitator on the network, ours or anybody's. */
export function createRemoteFacilitator(options: RemoteFacilitatorOptions): Facilitator {
  const { url, network, authorize, notify = () => {} } = options;
  let readyUntilMs = 0;
  let restsUntilMs = 0;
  const verifyTimeoutMs = options.verifyTimeoutMs ?? 8_000;
  const settleTimeoutMs = options.settleTimeoutMs ?? 20_000;

  async function ask(path: string, timeoutMs: number, body?: object) {
    const request = { method: body ? 'POST' : 'GET', url: `${url.replace(/\/+$/, '')}/${path}` } as const;
    const headers = await authorize?.(request).catch(() => {
      throw new NotSentError();
    });
    try {
      const answer = await askFacilitator({ url: request.url, headers, body, timeoutMs });
      if (answer.status >= SERVER_ERROR) readyUntilMs = 0;
      return answer;
    } catch (error) {
      // One that breaks off in the middle of a sale is asked again whether it is there.
      readyUntilMs = 0;
      throw error;
    }
  }

  return {
    async verify(payment) {
      try {
        const { ok, body } = await ask('verify', verifyTimeoutMs, wireQuestion(payment));
        if (!ok) {
          const reason = text(field(body, 'invalidReason'));
          return reason === undefined || field(body, 'isValid') === undefined
            ? { kind: 'unavailable' }
            : concludeVerification(reason);
        }
        const { isValid, invalidReason } = Verified.parse(body);
        return isValid ? { kind: 'valid' } : concludeVerification(invalidReason ?? undefined);
      } catch {
        return { kind: 'unavailable' };
      }
    },

    async settle(payment) {
      try {
        const { ok, status, body } = await ask('settle', settleTimeoutMs, wireQuestion(payment));
        if (!ok) return concludeRefusal(status, body);
        const answer = Settled.parse(body);
        const transaction = readTransaction(answer.transaction);
        if (!answer.success) return concludeFailure(answer.errorReason ?? undefined, transaction);
        // "Settled" without saying where, or of another payment, proves nothing: the chain has to show it.
        const doubt = transaction ? findDoubt(payment, answer) : 'transaction';
        if (doubt) notify({ event: 'settlement_doubted', doubt });
        return doubt || !transaction ? { kind: 'unknown' } : { kind: 'settled', transaction };
      } catch (error) {
        return error instanceof NotSentError || wasNeverSent(error) ? UNAVAILABLE : { kind: 'unknown' };
      }
    },

    async support() {
      if (readyUntilMs > steadyNow()) return { ready: true };
      if (restsUntilMs > steadyNow()) return { ready: false };
      try {
        const { status, body } = await ask('supported', verifyTimeoutMs);
        if (status === TOO_MANY_REQUESTS) restsUntilMs = steadyNow() + RATE_LIMITED_PAUSE_MS;
        const { kinds } = Supported.parse(body);
        const ready = kinds.some(
          (kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network.id,
        );
        if (ready) readyUntilMs = steadyNow() + READINESS_TTL_MS;
        return { ready };
      } catch {
        return { ready: false };
      }
    },
  };
}

function wireQuestion({ payload, listing, requirements }: Payment) {
  return {
    x402Version: payload.x402Version,
    paymentPayload: { ...payload, ...listing },
    paymentRequirements: requirements,
  };
}

/** Many times the length of any real answer; longer ones are not read. */
const MAX_ANSWER_BYTES = 2 ** 20;

/** Asks a facilitator; `body` is undefined for what is no JSON. Rejects where no whole answer came in time. */
async function askFacilitator({
  url,
  headers,
  body,
  timeoutMs,
}: {
  url: string;
  headers: Record<string, string> | undefined;
  body: object | undefined;
  timeoutMs: number;
}) {
  const response = await fetch(url, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    // Followed, it would hand the payment to whoever it names.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = new TextDecoder().decode(await readBytes(response, MAX_ANSWER_BYTES));
  return { ok: response.ok, status: response.status, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * `ambiguous`: it can follow a broadcast. `unavailable`: the facilitator or its node is in trouble, which before
 * computing says that nothing happened, and afterwards promises nothing.
 */
type Meaning = PaymentRefusal | 'unavailable' | 'ambiguous';

/**
 * The reasons that facilitators give, word for word: of the specification, of its reference implementation (2.27) and
 * of Coinbase's. Only whole words count: a part of a word that nobody has defined may mean anything.
 */
const WORDS: Readonly<Partial<Record<Meaning, string>>> = {
  ambiguous: `
    settlement_pending settle_failed unexpected_settle_error unexpected_error
    invalid_exact_evm_transaction_failed invalid_exact_evm_transfer_event_mismatch
    invalid_exact_evm_failed_to_execute_transfer invalid_exact_evm_failed_to_get_receipt
    settle_exact_evm_transaction_confirmation_timed_out settle_exact_node_failure
  `,
  unavailable: `
    unexpected_verify_error invalid_exact_evm_verification_failed
    invalid_exact_evm_failed_to_check_deployment invalid_exact_evm_failed_to_check_nonce
    invalid_exact_evm_failed_to_get_balance invalid_exact_evm_failed_to_get_network_config
    invalid_exact_evm_failed_to_verify_signature invalid_exact_evm_eip3009_not_supported
  `,
  settlement_failed: `
    invalid_transaction_state invalid_exact_evm_transaction_state settle_exact_failed_onchain
  `,
  insufficient_funds: `
    insufficient_funds insufficient_balance invalid_exact_evm_insufficient_balance
    invalid_exact_evm_insufficient_funds
  `,
  payment_already_used: 'invalid_exact_evm_nonce_already_used duplicate_settlement',
  payment_expired: 'invalid_exact_evm_payload_authorization_valid_before',
  payment_not_yet_valid: 'invalid_exact_evm_payload_authorization_valid_after',
  wrong_recipient: 'invalid_exact_evm_recipient_mismatch invalid_exact_evm_payload_recipient_mismatch',
  wrong_amount: `
    invalid_exact_evm_authorization_value invalid_exact_evm_payload_authorization_value
    invalid_exact_evm_payload_authorization_value_mismatch
    invalid_exact_evm_payload_authorization_value_too_low invalid_exact_evm_required_amount
  `,
  wrong_network: 'invalid_network invalid_exact_evm_network_mismatch',
  invalid_signature: `
    invalid_exact_evm_signature invalid_exact_evm_signature_format
    invalid_exact_evm_failed_to_parse_signature invalid_exact_evm_payload_signature
    invalid_exact_evm_payload_signature_address invalid_exact_evm_payload_missing_signature
  `,
  payment_invalid: `
    invalid_payload invalid_payment invalid_payment_requirements invalid_request invalid_scheme
    invalid_x402_version unsupported_scheme unsupported_payload_type unsupported_payment_flow
    unsupported_asset_transfer_method eip6492_factory_not_allowed invalid_exact_evm_extra_field
    invalid_exact_evm_missing_eip712_domain invalid_exact_evm_payload
    invalid_exact_evm_payload_authorization_from_address_kyt
    invalid_exact_evm_payload_authorization_to_address_kyt
    invalid_exact_evm_payload_authorization_typed_data_message
    invalid_exact_evm_payload_undeployed_smart_wallet invalid_exact_evm_scheme
    invalid_exact_evm_token_name_mismatch invalid_exact_evm_token_version_mismatch
    invalid_exact_evm_transaction_simulation_failed invalid_exact_evm_unsupported_scheme
  `,
};

const MEANINGS = new Map(
  Object.entries(WORDS).flatMap(([meaning, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, meaning as Meaning]),
  ),
);

/** `undefined` for a word that is not on the list. */
function meaningOf(reason: string | undefined): Meaning | undefined {
  return reason === undefined ? undefined : MEANINGS.get(reason);
}
