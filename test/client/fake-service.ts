import type { PaymentRequirements } from '../../src/payments/wire/payment.ts';
import { startFakeSource } from '../sources/fake-source.ts';

interface FakeAnswer {
  status: number;
  body?: object | string;
  /** The connection stays open and nothing comes. */
  isSilent?: true;
  headers?: Record<string, string>;
}

interface Asked {
  path: string;
  /** The value of the payment header. */
  payment: string | undefined;
  userAgent: string | undefined;
}

export interface FakeService extends AsyncDisposable {
  url: string;
  asked: Asked[];
}

export const paidBody = { charged: true, disclaimer: 'For information only.' };

export const terms = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '10000',
  payTo: '0x00000000000000000000000000000000000a11ce',
  maxTimeoutSeconds: 120,
  extra: { name: 'USD Coin', version: '2' },
} as const satisfies PaymentRequirements;

export const challenge = (accepts: object[] = [terms]): FakeAnswer => ({
  status: 402,
  body: { x402Version: 2, error: 'payment_required', accepts, charged: false, disclaimer: 'x' },
});

export const failure = (status: number, error: string, more: object = {}): FakeAnswer => ({
  status,
  body: { error, message: `It failed with ${error}.`, charged: false, disclaimer: 'x', ...more },
});

/** A service that asks for a payment and answers paid requests in the given order; the last answer stays. */
export async function startFakeService(unpaid: FakeAnswer, ...paid: FakeAnswer[]): Promise<FakeService> {
  const asked: Asked[] = [];
  let nextPaid = 0;
  const server = await startFakeSource(({ url = '', headers }, response) => {
    const payment = headers['payment-signature']?.toString();
    asked.push({ path: url, payment, userAgent: headers['user-agent'] });
    const answer = payment === undefined ? unpaid : paid[Math.min(nextPaid++, paid.length - 1)];
    if (!answer) {
      response.destroy();
      return;
    }
    if (answer.isSilent) return;
    const { status, body = '', headers: sent = {} } = answer;
    response.writeHead(status, sent).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return { ...server, asked };
}
