import { type Hex, PAYMENT_NETWORK, type Payment, type PaymentRefusal } from './payment.ts';

/** How a settlement went, as the protocol tells it to the payer. */
export type SettlementNotice =
  | { success: true; transaction: Hex }
  | { success: false; reason: PaymentRefusal | 'settlement_pending'; transaction?: Hex };

/** The receipt of a settlement, or why there was none. */
export function describeSettlement({ payer }: Pick<Payment, 'payer'>, notice: SettlementNotice) {
  return {
    success: notice.success,
    ...(!notice.success && { errorReason: notice.reason }),
    payer,
    transaction: notice.transaction ?? '',
    network: PAYMENT_NETWORK,
  };
}

/** `PAYMENT-RESPONSE`, and the same for who paid by the legacy header. */
export function receiptHeaders(
  payment: Pick<Payment, 'payer' | 'header'>,
  notice: SettlementNotice,
): Record<string, string> {
  const encoded = Buffer.from(JSON.stringify(describeSettlement(payment, notice))).toString('base64');
  return {
    'PAYMENT-RESPONSE': encoded,
    ...(payment.header === 'X-PAYMENT' && { 'X-PAYMENT-RESPONSE': encoded }),
  };
}
