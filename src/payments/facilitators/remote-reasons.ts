import type { PaymentRefusal } from '../wire/payment.ts';

/**
 * `ambiguous`: it can follow a broadcast. `unavailable`: the facilitator or its node is in trouble, which before
 * computing says that nothing happened, and afterwards promises nothing.
 */
type Meaning = PaymentRefusal | 'unavailable' | 'ambiguous';

/**
 * The reasons that facilitators give, word for word: of the specification, of its reference implementation (2.27) and
 * of Coinbase's. Only whole words count: a part of a word that nobody has defined may mean anything.
 */
const WORDS: readonly (readonly [Meaning, readonly string[]])[] = [
  [
    'ambiguous',
    [
      'settlement_pending',
      'settle_failed',
      'unexpected_settle_error',
      'unexpected_error',
      'invalid_exact_evm_transaction_failed',
      'invalid_exact_evm_transfer_event_mismatch',
      'invalid_exact_evm_failed_to_execute_transfer',
      'invalid_exact_evm_failed_to_get_receipt',
      'settle_exact_evm_transaction_confirmation_timed_out',
      'settle_exact_node_failure',
    ],
  ],
  [
    'unavailable',
    [
      'unexpected_verify_error',
      'invalid_exact_evm_verification_failed',
      'invalid_exact_evm_failed_to_check_deployment',
      'invalid_exact_evm_failed_to_check_nonce',
      'invalid_exact_evm_failed_to_get_balance',
      'invalid_exact_evm_failed_to_get_network_config',
      'invalid_exact_evm_failed_to_verify_signature',
      'invalid_exact_evm_eip3009_not_supported',
    ],
  ],
  [
    'settlement_failed',
    ['invalid_transaction_state', 'invalid_exact_evm_transaction_state', 'settle_exact_failed_onchain'],
  ],
  [
    'insufficient_funds',
    [
      'insufficient_funds',
      'insufficient_balance',
      'invalid_exact_evm_insufficient_balance',
      'invalid_exact_evm_insufficient_funds',
    ],
  ],
  ['payment_already_used', ['invalid_exact_evm_nonce_already_used', 'duplicate_settlement']],
  ['payment_expired', ['invalid_exact_evm_payload_authorization_valid_before']],
  ['payment_not_yet_valid', ['invalid_exact_evm_payload_authorization_valid_after']],
  [
    'wrong_recipient',
    ['invalid_exact_evm_recipient_mismatch', 'invalid_exact_evm_payload_recipient_mismatch'],
  ],
  [
    'wrong_amount',
    [
      'invalid_exact_evm_authorization_value',
      'invalid_exact_evm_payload_authorization_value',
      'invalid_exact_evm_payload_authorization_value_mismatch',
      'invalid_exact_evm_payload_authorization_value_too_low',
      'invalid_exact_evm_required_amount',
    ],
  ],
  ['wrong_network', ['invalid_network', 'invalid_exact_evm_network_mismatch']],
  [
    'invalid_signature',
    [
      'invalid_exact_evm_signature',
      'invalid_exact_evm_signature_format',
      'invalid_exact_evm_failed_to_parse_signature',
      'invalid_exact_evm_payload_signature',
      'invalid_exact_evm_payload_signature_address',
      'invalid_exact_evm_payload_missing_signature',
    ],
  ],
  [
    'payment_invalid',
    [
      'invalid_payload',
      'invalid_payment',
      'invalid_payment_requirements',
      'invalid_request',
      'invalid_scheme',
      'invalid_x402_version',
      'unsupported_scheme',
      'unsupported_payload_type',
      'unsupported_payment_flow',
      'unsupported_asset_transfer_method',
      'eip6492_factory_not_allowed',
      'invalid_exact_evm_extra_field',
      'invalid_exact_evm_missing_eip712_domain',
      'invalid_exact_evm_payload',
      'invalid_exact_evm_payload_authorization_from_address_kyt',
      'invalid_exact_evm_payload_authorization_to_address_kyt',
      'invalid_exact_evm_payload_authorization_typed_data_message',
      'invalid_exact_evm_payload_undeployed_smart_wallet',
      'invalid_exact_evm_scheme',
      'invalid_exact_evm_token_name_mismatch',
      'invalid_exact_evm_token_version_mismatch',
      'invalid_exact_evm_transaction_simulation_failed',
      'invalid_exact_evm_unsupported_scheme',
    ],
  ],
];

const MEANINGS = new Map(WORDS.flatMap(([meaning, words]) => words.map((word) => [word, meaning] as const)));

/** `undefined` for a word that is not on the list. */
export function meaningOf(reason: string | undefined): Meaning | undefined {
  return reason === undefined ? undefined : MEANINGS.get(reason);
}
