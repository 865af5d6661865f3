import { decodePaymentRequiredHeader } from '@x402/core/http';
import { privateKeyToAccount } from 'viem/accounts';
import type { PaymentRequirements } from '../../src/payments/wire/payment.ts';
import type { DevService } from './dev-service.ts';
import { signPayment, toHeader } from './wallet.ts';

/** Buys a decode as a client does: asks, signs with the test wallet, asks again. */
export async function buyDecode({ get, payments }: DevService, vin: string) {
  const path = `/v1/decode?vin=${vin}`;
  const unpaid = await get(path);
  const { accepts } = decodePaymentRequiredHeader(unpaid.headers.get('PAYMENT-REQUIRED') ?? '');
  const requirements = accepts[0] as PaymentRequirements;
  const payment = await signPayment(privateKeyToAccount(payments.wallet.privateKey), { requirements });
  const response = await get(path, { headers: { 'PAYMENT-SIGNATURE': toHeader(payment) } });
  const requestId = response.headers.get('x-request-id') ?? '';
  return { status: response.status, requestId, body: await response.json() };
}
