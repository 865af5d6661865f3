import { createHash } from 'node:crypto';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { Chain } from '../../src/payments/chain.ts';
import { challenge } from '../../src/payments/challenge.ts';
import { systemClock } from '../../src/payments/clock.ts';
import { createDigests } from '../../src/payments/digests.ts';
import type { Facilitator } from '../../src/payments/facilitators/facilitator.ts';
import { createGate } from '../../src/payments/gate.ts';
import { readPaymentHeaders } from '../../src/payments/header.ts';
import { createLedger } from '../../src/payments/ledger.ts';
import type { PaymentEvents } from '../../src/payments/payment-events.ts';
import { receiptHeaders } from '../../src/payments/receipt.ts';
import { createStrikes } from '../../src/payments/strikes.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import { benchOffer } from './offer.ts';

/**
 * Our gate, ledger and local checks behind a bare Hono route. The facilitator and the chain are models that answer at
 * once, so that only our own code is measured; and nobody is limited, as the service itself would limit forgers.
 */
const [payTo = '', file = ''] = process.argv.slice(2);
const offer = benchOffer(payTo);
const storage = await openSqliteStorage({ file });

const silent: PaymentEvents = {
  challenged() {},
  malformed() {},
  joined() {},
  replayed() {},
  uncharged() {},
  settled() {},
  settlementFailed() {},
  settlementUnknown() {},
  resolved() {},
  unresolved() {},
  unavailable() {},
  slowed() {},
};
const facilitator: Facilitator = {
  verify: async () => ({ outcome: 'valid' }),
  settle: async ({ nonce }) => ({
    outcome: 'settled',
    transaction: `0x${createHash('sha256').update(nonce).digest('hex')}`,
  }),
  support: async () => ({ ready: true }),
};
const chain: Chain = {
  findEvidence: async () => ({ state: 'open' }),
  balanceOf: async () => 10n ** 12n,
  hasCode: async () => false,
  authorizationState: async () => false,
};
const clock = systemClock;
const ledger = createLedger({ store: storage.ledger, digests: createDigests('0'.repeat(32)), clock });
const strikes = createStrikes({ counters: storage.counters, clock });
const gate = createGate({ ledger, clock, events: silent, facilitator, chain, strikes });

const never = new AbortController().signal;
const reply = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

const app = new Hono();
app.get('/v1/decode', async (c) => {
  const reading = readPaymentHeaders({
    paymentSignature: c.req.header('PAYMENT-SIGNATURE'),
    xPayment: c.req.header('X-PAYMENT'),
  });
  const outcome = await gate.serve({
    offer,
    reading,
    purchase: { resource: '/v1/decode', request: c.req.url },
    signal: never,
    validate: () => undefined,
    compute: async () => ({ body: { answer: 42 }, charge: true }),
  });
  if (outcome.kind === 'challenge') {
    const { status, body, headers } = challenge(offer, outcome.reason);
    return reply(status, body, headers);
  }
  if (outcome.kind !== 'settled') return reply(500, { outcome: outcome.kind });
  const { payee, transaction } = outcome;
  return reply(
    200,
    { ...outcome.body, charged: true },
    receiptHeaders(payee, { success: true, transaction }),
  );
});

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`localhost:${typeof address === 'object' && address ? address.port : 0}`);
});
process.once('SIGTERM', async () => {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  ledger[Symbol.dispose]();
  await storage[Symbol.asyncDispose]();
});
