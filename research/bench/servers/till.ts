import { createHash, randomUUID } from 'node:crypto';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { Forecourt } from '../../../src/app.ts';
import { readConfig } from '../../../src/config/config.ts';
import { type Chain, createChain } from '../../../src/payments/evm/chain.ts';
import { asHex } from '../../../src/payments/evm/encoding.ts';
import { BASE } from '../../../src/payments/evm/networks.ts';
import { createRpc } from '../../../src/payments/evm/nodes.ts';
import type { Facilitator } from '../../../src/payments/facilitators/facilitator.ts';
import { createLocalFacilitator } from '../../../src/payments/facilitators/local.ts';
import { decodePayment, type PaymentReading } from '../../../src/payments/wire/header.ts';
import { receiptHeaders } from '../../../src/payments/wire/receipt.ts';
import { createOffer } from '../../../src/payments/wire/requirements.ts';
import { replyTo } from '../../../src/sell/sell.ts';
import { openSqliteStorage } from '../../../src/storage/sqlite/open-sqlite-storage.ts';

/**
 * Our sale, ledger and local checks behind a bare Hono route; nobody is limited, as the service itself would limit
 * forgers:
 *
 *     till.ts <payTo> <file>                  facilitator and chain are models that say yes at once
 *     till.ts <payTo> <file> <rpcUrl> <key>   our own facilitator, settling on a real chain with this key
 */
const [payTo = '', file = '', rpcUrl, privateKey] = process.argv.slice(2);
const offer = createOffer({
  network: BASE,
  payTo,
  priceUsd: '0.01',
  url: 'https://forecourt.test/v1/decode',
  description: 'Decode a VIN',
  termsUrl: 'https://forecourt.test/terms.txt',
  disclaimer: 'For information only.',
});
const storage = await openSqliteStorage({ file });

const stub: Facilitator = {
  verify: async () => ({ kind: 'valid' }),
  settle: async ({ nonce }) => ({
    kind: 'settled',
    transaction: `0x${createHash('sha256').update(nonce).digest('hex')}`,
  }),
  support: async () => ({ ready: true }),
};
const model: Chain = {
  findEvidence: async () => ({ kind: 'open' }),
  findTransfer: async () => ({ kind: 'missing' }),
  headNumber: async () => 0,
  isBarred: async () => false,
  balanceOf: async () => 10n ** 12n,
  hasCode: async () => false,
};

function settleOnChain(url: string, key: string): { facilitator: Facilitator; chain: Chain } {
  const rpc = createRpc(url);
  const facilitator = createLocalFacilitator({ rpc, network: BASE, privateKey: asHex(key), pollMs: 20 });
  return { facilitator, chain: createChain(rpc, BASE) };
}

const { facilitator, chain } =
  rpcUrl === undefined ? { facilitator: stub, chain: model } : settleOnChain(rpcUrl, privateKey ?? '');
const forecourt = Forecourt.create(readConfig({ LOG_LEVEL: 'silent' }), { storage, facilitator, chain });
const { sale } = await forecourt.payments();

let calls = 0;
const never = new AbortController().signal;
const reply = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

const app = new Hono();
app.get('/v1/decode', async (c) => {
  const payment = c.req.header('PAYMENT-SIGNATURE');
  const reading: PaymentReading =
    payment === undefined ? { kind: 'none' } : decodePayment(payment, 'PAYMENT-SIGNATURE');
  const outcome = await sale.sell({
    requestId: randomUUID(),
    offer,
    reading,
    failed: { take: () => ({ waitSeconds: 0 }), giveBack() {} },
    signal: never,
    readRequest: () => ({
      resource: '/v1/decode',
      // Each payer of this bench pays many times; each call is a request of its own.
      text: `/v1/decode?${calls++}`,
      compute: async () => ({ body: { answer: 42 }, charge: true }),
    }),
  });
  const answer = replyTo(outcome, offer, 2);
  if (answer?.kind === 'challenge') {
    const { status, body, headers } = answer.challenge;
    return reply(status, body, headers);
  }
  if (answer?.kind !== 'answer' || !answer.receipt) return reply(500, { outcome: outcome.kind });
  answer.handedOut?.(true);
  return reply(200, answer.body, receiptHeaders(answer.receipt, 'PAYMENT-SIGNATURE'));
});

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`localhost:${typeof address === 'object' && address ? address.port : 0}`);
});
process.once('SIGTERM', async () => {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await forecourt[Symbol.asyncDispose]();
  await storage[Symbol.asyncDispose]();
});
