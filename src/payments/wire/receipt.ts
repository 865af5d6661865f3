import type { Hex } from '../evm/hex.ts';
import { declareReceipt, OFFER_RECEIPT } from './extensions/offer-receipt.ts';
import { PAYMENT_NETWORK, type PaymentHeader, type PaymentRefusal } from './payment.ts';
import type { Offer } from './requirements.ts';

/** How a settlement ended, before it is written as the protocol has it. */
export type SettlementNotice =
  | { kind: 'settled'; transaction: Hex }
  | { kind: 'not_settled'; reason: PaymentRefusal | 'settlement_pending'; transaction?: Hex };

/** The receipt of a settlement, or why there was none: the `SettlementResponse` of the protocol. */
export type Receipt = ReturnType<typeof describeSettlement>;

export function describeSettlement(payer: Hex, notice: SettlementNotice) {
  return {
    success: notice.kind === 'settled',
    ...(notice.kind === 'not_settled' && { errorReason: notice.reason }),
    payer,
    transaction: notice.transaction ?? '',
    network: PAYMENT_NETWORK,
  };
}

export interface SignedReceipt extends Receipt {
  extensions?: Record<string, unknown>;
}

/** The receipt with our signature under it, where money was taken and this service signs. */
export function signReceipt(receipt: Receipt, { issuer, resource }: Pick<Offer, 'issuer' | 'resource'>) {
  const { success, payer, transaction } = receipt;
  if (!success || !issuer) return receipt;
  const signed = declareReceipt(issuer, { resource, payer, transaction }, Math.floor(Date.now() / 1_000));
  return { ...receipt, extensions: { [OFFER_RECEIPT]: signed } };
}

/** `PAYMENT-RESPONSE`, and the same for those who paid by the legacy header. */
export function receiptHeaders(receipt: SignedReceipt, paidBy: PaymentHeader): Record<string, string> {
  const encoded = Buffer.from(JSON.stringify(receipt)).toString('base64');
  return {
    'PAYMENT-RESPONSE': encoded,
    ...(paidBy === 'X-PAYMENT' && { 'X-PAYMENT-RESPONSE': encoded }),
  };
}
