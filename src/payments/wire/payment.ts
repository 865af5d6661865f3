import { z } from 'zod';
import type { CodeWithStatus } from '../../errors/errors.ts';
import { type Authorization, type Hex, hexOf, uint256 } from '../evm/encoding.ts';
import type { Network } from '../evm/networks.ts';

export const ECDSA_DIGITS = 130;

/** One entry of `accepts`, exactly as it goes over the wire and to the facilitator. */
export interface PaymentRequirements {
  scheme: 'exact';
  network: Network['id'];
  /** USDC in atomic units, six decimals. */
  amount: string;
  /** Spelled as EIP-55 has it, like `payTo`; compare without regard to case. */
  asset: Hex;
  payTo: Hex;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string };
}

/** The entry by which a payer deposits once into a channel and then signs a voucher for each call. */
export interface ChannelRequirements extends Omit<PaymentRequirements, 'scheme' | 'extra'> {
  scheme: 'batch-settlement';
  extra: PaymentRequirements['extra'] & {
    assetTransferMethod: 'eip3009';
    /** Whose signature claims and refunds. */
    receiverAuthorizer: Hex;
    /** In seconds, from when a payer asks for what is left until they can take it. */
    withdrawDelay: number;
    minDeposit: string;
  };
}

/** Always version 2 and always naming our own requirements, whatever the caller's dialect was. */
export interface PaymentPayload {
  x402Version: 2;
  resource?: { url: string };
  accepted: PaymentRequirements;
  payload: { signature: Hex; authorization: Authorization };
  extensions?: Record<string, unknown>;
}

/** @NOTE The URL has no query: it travels on to the facilitator, and a VIN must not. */
export interface ResourceDescription {
  url: string;
  description: string;
  mimeType: 'application/json';
  /** Name and tags for indexers; printable ASCII of at most 32 characters each. */
  serviceName?: string;
  tags?: string[];
}

/** Our product and its call, as a facilitator forwards it to its discovery catalogue. */
interface CatalogueListing {
  resource: ResourceDescription;
  extensions: Record<string, unknown>;
}

/** The header that carried the payment; a payer by `X-PAYMENT` gets `X-PAYMENT-RESPONSE` too. */
export type PaymentHeader = 'PAYMENT-SIGNATURE' | 'X-PAYMENT';

/** A payment that is well formed and fits what we ask. Nothing here was taken from a chain or a facilitator. */
export interface Payment {
  /** Lower case; together with `nonce` the identity of the authorization on the chain. */
  payer: Hex;
  /** Lower case. */
  nonce: Hex;
  /** USDC in atomic units. */
  amount: bigint;
  /** Capped at the year 9999 so that it fits every database. */
  validBeforeSeconds: number;
  /** Lower case. */
  signature: Hex;
  /** `account`: recovered to the payer here. `contract`: only the payer's smart wallet knows. */
  signedBy: 'account' | 'contract';
  /** The payload for a facilitator. */
  payload: PaymentPayload;
  requirements: PaymentRequirements;
  /** The words that a facilitator lists us by: our own words, never the caller's. Absent where a kept payment is settled again. */
  listing?: CatalogueListing;
  /** The id of the payment-identifier extension: known to the payer alone, never on the chain. */
  paymentIdentifier?: string;
}

/** As the contract has it. */
const LONGEST_DELAY_SECONDS = 2_592_000;

/** Payloads that pay by a channel: a voucher, alone or with a deposit; only EIP-3009 again. */
export const VoucherPayload = z
  .strictObject({
    type: z.enum(['voucher', 'deposit', 'refund']),
    amount: uint256.optional(),
    channelConfig: z.strictObject({
      payer: hexOf(40),
      payerAuthorizer: hexOf(40),
      receiver: hexOf(40),
      receiverAuthorizer: hexOf(40),
      token: hexOf(40),
      withdrawDelay: z.int().nonnegative().max(LONGEST_DELAY_SECONDS),
      salt: hexOf(64),
    }),
    voucher: z.strictObject({
      channelId: hexOf(64),
      maxClaimableAmount: uint256,
      signature: hexOf(ECDSA_DIGITS),
    }),
    deposit: z
      .strictObject({
        amount: uint256,
        authorization: z.strictObject({
          erc3009Authorization: z.strictObject({
            validAfter: uint256,
            validBefore: uint256,
            salt: hexOf('1,64'),
            signature: hexOf(ECDSA_DIGITS),
          }),
        }),
      })
      .optional(),
  })
  .refine(
    ({ type, deposit, amount }) =>
      (type === 'deposit') === (deposit !== undefined) && (type === 'refund' || amount === undefined),
  );
export type VoucherPayload = z.output<typeof VoucherPayload>;

/** A voucher for one call, proved to be its payer's. Its nonce names it on the chain's side and in the ledger. */
export interface VoucherPayment extends Omit<Payment, 'signedBy' | 'payload' | 'requirements' | 'listing'> {
  signedBy: 'account';
  payload: VoucherPayload;
  requirements: ChannelRequirements;
  listing?: undefined;
}

export type AnyPayment = Payment | VoucherPayment;

/** The state of a channel, for a payer who is out of step. */
export interface ChannelState {
  channelState: Record<string, string | number>;
  voucherState?: { signedMaxClaimable: string; signature: string };
}

/** Reasons why a payment was not taken: the closed list that callers see. No library or node message ever joins it. */
export type PaymentRefusal = CodeWithStatus<402>;
