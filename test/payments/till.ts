import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { challenge, malformedPayment, type PaymentAnswer } from '../../src/payments/challenge.ts';
import { checkPayment } from '../../src/payments/checks.ts';
import type { Facilitator } from '../../src/payments/facilitators/facilitator.ts';
import { readPaymentHeaders } from '../../src/payments/header.ts';
import { receiptHeaders } from '../../src/payments/receipt.ts';
import { createOffer } from '../../src/payments/requirements.ts';
import { nowSeconds } from './wallet.ts';

export interface Till extends AsyncDisposable {
  url: string;
  computed: number;
}

interface Reply {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/** The least that can sell something by our parts: no ledger, no retries. For what clients see of the protocol. */
export async function startTill(facilitator: Facilitator, payTo: string): Promise<Till> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://till');
    const one = (name: string) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    };
    const headers = { paymentSignature: one('payment-signature'), xPayment: one('x-payment') };
    const wantsVersionOne = headers.xPayment !== undefined || url.searchParams.get('x402Version') === '1';
    const reply = await sell(headers, wantsVersionOne ? 1 : 2);
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const offer = createOffer({
    payTo,
    priceUsd: '0.01',
    url: `${address}/v1/decode`,
    description: 'Decode a VIN',
    termsUrl: `${address}/terms.txt`,
    disclaimer: 'For information only.',
  });

  async function sell(
    headers: Parameters<typeof readPaymentHeaders>[0],
    version: 1 | 2,
  ): Promise<Reply | PaymentAnswer> {
    const reading = readPaymentHeaders(headers);
    if (reading.outcome === 'none') return challenge(offer, 'payment_required', version);
    if (reading.outcome === 'refused') return challenge(offer, reading.reason, version);
    if (reading.outcome === 'malformed') return malformedPayment(offer, reading.malformed, version);
    const checked = checkPayment(reading.decoded, offer, nowSeconds());
    if (!checked.fits) return challenge(offer, checked.reason, version);
    const verification = await facilitator.verify(checked.payment);
    if (verification.outcome === 'invalid') return challenge(offer, verification.reason, version);
    till.computed++;
    const settlement = await facilitator.settle(checked.payment);
    if (settlement.outcome !== 'settled') return { status: 503, headers: {}, body: settlement };
    const receipt = receiptHeaders(checked.payment, { success: true, transaction: settlement.transaction });
    return { status: 200, headers: receipt, body: { answer: 42, charged: true } };
  }

  const till: Till = {
    url: `${address}/v1/decode`,
    computed: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return till;
}
