import type { PrivateKeyAccount } from 'viem/accounts';
import type { Authorization, Hex } from '../../src/payments/evm/encoding.ts';
import { checkPayment, decodePayment } from '../../src/payments/wire/header.ts';
import type { Payment } from '../../src/payments/wire/payment.ts';
import type { Offer } from '../../src/payments/wire/requirements.ts';
import { nowSeconds, signPayment, toHeader } from './wallet.ts';

export function check(sent: object, offer: Offer, atSeconds = nowSeconds()): Payment {
  const reading = decodePayment(toHeader(sent), 'PAYMENT-SIGNATURE');
  if (reading.kind !== 'decoded') throw new Error(`Not decoded: ${JSON.stringify(reading)}`);
  const checked = checkPayment(reading.decoded, offer, atSeconds);
  if (checked.kind !== 'fits') throw new Error(`Does not fit: ${checked.reason}`);
  return checked.payment;
}

/** A payment as the gate has it after its local checks. */
export const pay = async (wallet: PrivateKeyAccount, offer: Offer, bent: Partial<Authorization> = {}) =>
  check(await signPayment(wallet, offer, bent), offer);

export const withSignature = (payment: Payment, signature: Hex): Payment => ({
  ...payment,
  signature,
  signedBy: 'contract',
  payload: { ...payment.payload, payload: { ...payment.payload.payload, signature } },
});
