import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { UpstreamUnavailable } from '../../src/failures/upstream-unavailable.ts';
import { createChain } from '../../src/payments/chain.ts';
import { challenge, malformedPayment } from '../../src/payments/challenge.ts';
import { createRemoteFacilitator } from '../../src/payments/facilitators/remote.ts';
import { readPaymentHeaders } from '../../src/payments/header.ts';
import { openPayments } from '../../src/payments/open-payments.ts';
import type { Outcome } from '../../src/payments/outcome.ts';
import { receiptHeaders } from '../../src/payments/receipt.ts';
import { createRpc } from '../../src/payments/rpc.ts';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import { anOffer } from './offer.ts';
import { recordEvents } from './recorded-events.ts';

/** Of a request with `slow`: time enough for a test to do something meanwhile. */
const SLOW_COMPUTE_MS = 500;

/** How a shop is started: one argument, as JSON. */
export interface ShopSettings {
  storage: { kind: 'sqlite' | 'postgres'; place: string };
  facilitatorUrl: string;
  verifyTimeoutMs: number;
  settleTimeoutMs: number;
  rpcUrl: string;
  port: number;
  claimMs: number;
  resettleAfterMs: number;
  computeMs: number;
}

/** What the shop says besides what the protocol wants; `kind` is the outcome of the gate. */
export interface ShopAnswer {
  kind: Outcome['kind'];
  reason?: string;
  /** Names the computation that made the answer. */
  answer?: string;
  transaction?: string;
  replayed?: boolean;
}

/** The gate behind a bare HTTP server in a process of its own, so that it can be killed. */
async function main(settings: ShopSettings): Promise<void> {
  const { kind, place } = settings.storage;
  const storage = await (kind === 'sqlite'
    ? openSqliteStorage({ file: place })
    : openPostgresStorage({ url: place }));
  const { gate, reconciler } = await openPayments({
    storage,
    events: recordEvents().events,
    claimMs: settings.claimMs,
    limits: { resettleAfterMs: settings.resettleAfterMs },
    chain: createChain(createRpc(settings.rpcUrl, { timeoutMs: 2_000 })),
    facilitator: createRemoteFacilitator({
      url: settings.facilitatorUrl,
      verifyTimeoutMs: settings.verifyTimeoutMs,
      settleTimeoutMs: settings.settleTimeoutMs,
    }),
  });
  reconciler.start();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://shop');
    if (url.pathname === '/ledger') {
      response.end(JSON.stringify(await storage.ledger.countByState()));
      return;
    }
    const left = new AbortController();
    response.once('close', () => left.abort());
    const offer = anOffer();
    const header = (name: string) => request.headers[name]?.toString();
    const outcome = await gate.serve({
      offer,
      reading: readPaymentHeaders({
        paymentSignature: header('payment-signature'),
        xPayment: header('x-payment'),
      }),
      purchase: { resource: url.pathname, request: `${url.pathname}${url.search}` },
      signal: left.signal,
      validate: () => url.searchParams.get('mode'),
      async compute(mode, signal) {
        const computeMs = url.searchParams.has('slow') ? SLOW_COMPUTE_MS : settings.computeMs;
        await new Promise((resolve) => setTimeout(resolve, computeMs));
        signal.throwIfAborted();
        if (mode === 'fail') throw new UpstreamUnavailable('NHTSA');
        return { body: { answer: randomUUID() }, charge: mode !== 'uncharged' };
      },
    });
    send(response, outcome, offer);
  }

  createServer((request, response) => {
    serve(request, response).catch((error) => {
      response.writeHead(500).end(JSON.stringify({ kind: 'bug', reason: String(error) }));
    });
  }).listen(settings.port, '127.0.0.1', () => process.stdout.write('listening\n'));
}

const STATUS: Record<Outcome['kind'], number> = {
  challenge: 402,
  malformed: 400,
  uncharged: 200,
  settled: 200,
  failed: 402,
  pending: 503,
  unavailable: 503,
  slowed: 429,
  conflict: 409,
  failure: 502,
  aborted: 499,
};

function send(response: ServerResponse, outcome: Outcome, offer: ReturnType<typeof anOffer>): void {
  const headers: Record<string, string> = {};
  let body: object = {};
  if (outcome.kind === 'challenge' || outcome.kind === 'failed' || outcome.kind === 'malformed') {
    const answer =
      outcome.kind === 'malformed'
        ? malformedPayment(offer, outcome.malformed)
        : challenge(offer, outcome.reason);
    Object.assign(headers, answer.headers);
    body = answer.body;
  }
  if (outcome.kind === 'settled') {
    const { payee, transaction, replayed } = outcome;
    Object.assign(headers, receiptHeaders(payee, { success: true, transaction }));
    body = { ...outcome.body, transaction, replayed };
  }
  if (outcome.kind === 'failed') {
    Object.assign(headers, receiptHeaders(outcome.payee, { success: false, reason: outcome.reason }));
  }
  if (outcome.kind === 'pending') {
    Object.assign(headers, receiptHeaders(outcome.payee, { success: false, reason: 'settlement_pending' }));
  }
  if (outcome.kind === 'uncharged') body = outcome.body;
  const reason = 'reason' in outcome ? { reason: outcome.reason } : {};
  response.writeHead(STATUS[outcome.kind], { ...headers, 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...body, kind: outcome.kind, ...reason }));
}

const [settings] = process.argv.slice(2);
if (settings) await main(JSON.parse(settings) as ShopSettings);
