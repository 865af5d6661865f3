import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { ServiceError } from '../../src/errors/service-error.ts';
import { whenSent } from '../../src/http/reply.ts';
import { type Chain, createChain } from '../../src/payments/evm/chain.ts';
import type { Hex } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { createNodes } from '../../src/payments/evm/nodes.ts';
import type { Rpc } from '../../src/payments/evm/rpc.ts';
import type { Facilitator } from '../../src/payments/facilitators/facilitator.ts';
import { guardByNodes, proveSettlements } from '../../src/payments/facilitators/guarded.ts';
import { createLocalFacilitator } from '../../src/payments/facilitators/local.ts';
import { createRemoteFacilitator } from '../../src/payments/facilitators/remote.ts';
import type { Outcome } from '../../src/payments/sale/call.ts';
import { decodePayment, type PaymentReading } from '../../src/payments/wire/header.ts';
import type { PaymentHeader } from '../../src/payments/wire/payment.ts';
import { receiptHeaders } from '../../src/payments/wire/receipt.ts';
import { type PaidReply, replyTo } from '../../src/sell/sell.ts';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import { dueAt } from '../storage/due-at.ts';
import { anOffer } from './offer.ts';

/** The duration of a request with `slow`: time enough for a test to do something meanwhile. */
const SLOW_COMPUTE_MS = 500;
const LISTEN_AGAIN_MS = 50;
/** Longer than a run takes on the busiest machine. */
const KEEP_ANSWER_MS = 7_200_000;

/** The one argument with which a shop is started, as JSON. */
export interface ShopSettings {
  storage: { kind: 'sqlite' | 'postgres'; place: string };
  facilitatorUrl: string;
  /** Settles by itself in place of the remote facilitator. */
  ownKey?: Hex;
  confirmationTimeoutMs: number;
  verifyTimeoutMs: number;
  settleTimeoutMs: number;
  rpcUrl: string;
  /** Whether the facilitator's word is compared with the node. */
  isProved: boolean;
  settlementDepth: number;
  blockMs: number;
  port: number;
  claimMs: number;
  resettleAfterMs: number;
  computeMs: number;
}

/** The shop's words besides those that the protocol wants. */
export interface ShopAnswer {
  /** The outcome of the sale, with its failures distinguished. */
  kind:
    | 'settled'
    | 'paid_before'
    | 'uncharged'
    | 'challenge'
    | 'failed'
    | 'malformed'
    | 'pending'
    | 'unavailable'
    | 'slowed'
    | 'conflict'
    | 'failure'
    | 'gone';
  reason?: string;
  /** Names the computation that made the answer. */
  answer?: string;
  transaction?: string;
}

function settler(settings: ShopSettings, rpc: Rpc, chain: Chain): Facilitator {
  const { ownKey, confirmationTimeoutMs, verifyTimeoutMs, settleTimeoutMs } = settings;
  if (ownKey)
    return createLocalFacilitator({
      rpc,
      network: BASE,
      privateKey: ownKey,
      pollMs: 20,
      confirmationTimeoutMs,
      bumpAfterMs: 1_500,
      gapAfterMs: 200,
    });
  const remote = createRemoteFacilitator({
    network: BASE,
    url: settings.facilitatorUrl,
    verifyTimeoutMs,
    settleTimeoutMs,
  });
  return settings.isProved
    ? proveSettlements({ facilitator: remote, chain, notify: () => {}, deadlineMs: 300, pollMs: 50 })
    : remote;
}

/** The sale behind a bare HTTP server in a process of its own, so that it can be killed. */
async function main(settings: ShopSettings): Promise<void> {
  const { kind, place } = settings.storage;
  const storage = await (kind === 'sqlite'
    ? openSqliteStorage({ file: place })
    : openPostgresStorage({ url: place }));
  const nodes = createNodes({ network: BASE, urls: [settings.rpcUrl], timeoutMs: 2_000 });
  await nodes.refresh(0);
  const chain = createChain(nodes.rpc, BASE);
  const facilitator = guardByNodes({
    facilitator: settler(settings, nodes.rpc, chain),
    nodes,
    chain,
    payTo: anOffer().requirements.payTo,
  });
  const { claimMs, resettleAfterMs, settlementDepth, blockMs } = settings;
  const forecourt = Forecourt.create(readConfig({ LOG_LEVEL: 'silent' }), {
    storage,
    chain,
    facilitator,
    paymentTiming: {
      claimMs,
      keepAnswerMs: KEEP_ANSWER_MS,
      limits: { resettleAfterMs },
      settlementDepth,
      blockMs,
    },
  });
  const { sale, reconciler } = await forecourt.payments();
  reconciler.start();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://shop');
    if (url.pathname === '/ledger') {
      const unaudited = (await storage.ledger.findUnaudited(dueAt(Number.MAX_SAFE_INTEGER), 1_000)).length;
      const unresolved = await storage.ledger.findUnresolved(dueAt(Number.MAX_SAFE_INTEGER), 1_000);
      const dropped = unresolved.filter((row) => row.dropped).map(({ payer }) => payer);
      response.end(JSON.stringify({ ...(await storage.ledger.countByState()), unaudited, dropped }));
      return;
    }
    const left = new AbortController();
    response.once('close', () => left.abort());
    const offer = anOffer();
    const payment = request.headers['payment-signature']?.toString();
    const reading: PaymentReading =
      payment === undefined ? { kind: 'none' } : decodePayment(payment, 'PAYMENT-SIGNATURE');
    const outcome = await sale.sell({
      requestId: randomUUID(),
      offer,
      reading,
      failed: { take: () => ({ waitSeconds: 0 }), giveBack() {} },
      signal: left.signal,
      readRequest: () => ({
        resource: url.pathname,
        text: `${url.pathname}${url.search}`,
        async compute(signal) {
          const mode = url.searchParams.get('mode');
          const computeMs = url.searchParams.has('slow') ? SLOW_COMPUTE_MS : settings.computeMs;
          await new Promise((resolve) => setTimeout(resolve, computeMs));
          signal.throwIfAborted();
          if (mode === 'fail') throw new ServiceError('upstream_unavailable', { source: 'NHTSA' });
          return { body: { answer: randomUUID() }, charge: mode !== 'uncharged' };
        },
      }),
    });
    send(response, outcome, replyTo(outcome, offer, 2), 'header' in reading ? reading.header : 'X-PAYMENT');
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      response.writeHead(500).end(JSON.stringify({ kind: 'bug', reason: String(error) }));
    });
  });
  const listen = () => server.listen(settings.port, '127.0.0.1');
  server.once('listening', () => process.stdout.write('listening\n'));
  // While the shop was down, its port may have been lent to a connection of somebody else.
  server.on('error', () => setTimeout(listen, LISTEN_AGAIN_MS));
  listen();
}

const FAILURES: Record<string, { kind: ShopAnswer['kind']; status: number }> = {
  settlement_pending: { kind: 'pending', status: 503 },
  payment_service_unavailable: { kind: 'unavailable', status: 503 },
  rate_limited: { kind: 'slowed', status: 429 },
  payment_identifier_conflict: { kind: 'conflict', status: 409 },
};

function describeOutcome(outcome: Outcome): { kind: ShopAnswer['kind']; status: number } {
  switch (outcome.kind) {
    case 'answer':
      if (outcome.paidBefore) return { kind: 'paid_before', status: 200 };
      return { kind: outcome.charged ? 'settled' : 'uncharged', status: 200 };
    case 'challenge':
      return { kind: outcome.receipt ? 'failed' : 'challenge', status: 402 };
    case 'malformed':
      return { kind: 'malformed', status: 400 };
    case 'failure':
      return FAILURES[outcome.failure.code] ?? { kind: 'failure', status: 502 };
    case 'gone':
      return { kind: 'gone', status: 499 };
  }
}

function send(
  response: ServerResponse,
  outcome: Outcome,
  reply: PaidReply | undefined,
  paidBy: PaymentHeader,
): void {
  const { kind, status } = describeOutcome(outcome);
  const transaction =
    outcome.kind === 'answer' ? (outcome.paidBefore?.transaction ?? outcome.receipt?.transaction) : undefined;
  if (reply?.kind === 'answer' && reply.handedOut) whenSent(response, reply.handedOut);
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(reply?.kind === 'challenge' && reply.challenge.headers),
    ...(reply?.receipt && receiptHeaders(reply.receipt, paidBy)),
  });
  response.end(
    JSON.stringify({
      ...(reply?.kind === 'answer' && reply.body),
      ...(reply?.kind === 'challenge' && reply.challenge.body),
      kind,
      ...(transaction && { transaction }),
      ...('reason' in outcome && { reason: outcome.reason }),
    }),
  );
}

const [settings] = process.argv.slice(2);
if (settings) await main(JSON.parse(settings) as ShopSettings);
