/** 0x-prefixed hexadecimal; lower case, so that equal values are equal strings, unless something else is said. */
export type Hex = `0x${string}`;

/** Everything is sold for USDC on Base under the `exact` scheme. */
export const PAYMENT_NETWORK = 'eip155:8453';
export const PAYMENT_CHAIN_ID = 8453;

/** One entry of `accepts`, exactly as it goes over the wire and to the facilitator. */
export interface PaymentRequirements {
  scheme: 'exact';
  network: typeof PAYMENT_NETWORK;
  /** USDC in atomic units, six decimals. */
  amount: string;
  /** Spelled as EIP-55 has it, like `payTo`; compare without regard to case. */
  asset: Hex;
  payTo: Hex;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string };
}

/** The EIP-3009 message that the payer signed, as it travels. */
export interface Authorization {
  from: Hex;
  to: Hex;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: Hex;
}

/** Always version 2 and always naming our own requirements, whatever the caller's dialect was. */
export interface PaymentPayload {
  x402Version: 2;
  resource?: { url: string };
  accepted: PaymentRequirements;
  payload: { signature: Hex; authorization: Authorization };
  extensions?: Record<string, unknown>;
}

/** The header that carried the payment; who pays by `X-PAYMENT` is answered by `X-PAYMENT-RESPONSE` too. */
export type PaymentHeader = 'PAYMENT-SIGNATURE' | 'X-PAYMENT';

/** A payment that is well formed and fits what we ask. Nothing here was taken from a chain or a facilitator. */
export interface Payment {
  /** Lower case; together with `nonce` the identity of the authorization on the chain. */
  payer: Hex;
  /** Lower case. */
  nonce: Hex;
  /** USDC in atomic units. */
  amount: bigint;
  validAfterSeconds: number;
  /** Capped at the year 9999 so that it fits every database. */
  validBeforeSeconds: number;
  /** Lower case. */
  signature: Hex;
  /** `account`: recovered to the payer here. `contract`: only the payer's smart wallet can tell. */
  signedBy: 'account' | 'contract';
  /** What a facilitator is given. */
  payload: PaymentPayload;
  requirements: PaymentRequirements;
  /** The id of the payment-identifier extension: known to the payer alone, never on the chain. */
  paymentIdentifier?: string;
  wireVersion: 1 | 2;
  header: PaymentHeader;
}

/** Why a payment was not taken: the closed list that callers see. No library or node message ever joins it. */
export type PaymentRefusal =
  | 'payment_required'
  | 'payment_invalid'
  | 'payment_expired'
  | 'payment_not_yet_valid'
  | 'wrong_amount'
  | 'wrong_recipient'
  | 'wrong_network'
  | 'invalid_signature'
  | 'payment_already_used'
  | 'insufficient_funds'
  | 'settlement_failed';
