import type { PaymentRefusal } from '../payment.ts';

type Meaning = PaymentRefusal | 'unavailable' | 'ambiguous';

/**
 * What facilitators say, in the spellings of the specification, of its reference implementation and of others.
 * The first that matches counts. `ambiguous` are those which can follow a broadcast.
 */
const MEANINGS: readonly [RegExp, Meaning][] = [
  [/settlement_pending|transaction_failed|settle_error|event_mismatch|timed?_?out/, 'ambiguous'],
  [/transaction_state|reverted/, 'settlement_failed'],
  [/gas|rpc|verify_error|asset_not_deployed|rate_limit|unavailable|internal/, 'unavailable'],
  [/insufficient_(funds|balance)/, 'insufficient_funds'],
  [/already_used|nonce_used|duplicate/, 'payment_already_used'],
  [/valid_before|expired/, 'payment_expired'],
  [/valid_after|not_yet/, 'payment_not_yet_valid'],
  [/recipient/, 'wrong_recipient'],
  [/(authorization_value|amount|value_mismatch|value_too)/, 'wrong_amount'],
  [/network/, 'wrong_network'],
  [/signature/, 'invalid_signature'],
  [
    /^invalid_|^unsupported_|simulation_failed|^permit2_|eip6492|smart_wallet|denied|blocked/,
    'payment_invalid',
  ],
];

/** `undefined` for what nobody has told us of. */
export function meaningOf(reason: string | undefined): Meaning | undefined {
  const said = reason?.toLowerCase() ?? '';
  return MEANINGS.find(([pattern]) => pattern.test(said))?.[1];
}
