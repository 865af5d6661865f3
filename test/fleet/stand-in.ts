import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { encodeCall, type Hex } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { AUTHORIZATION_USED, addressTopic, TRANSFER } from '../../src/payments/evm/transfer.ts';
import { answerAsBase } from '../payments/answers-of-base.ts';

const hex = z.templateLiteral(['0x', z.string()]);
const Sent = z.object({
  paymentPayload: z.object({
    payload: z.object({ authorization: z.object({ from: hex, to: hex, value: z.string(), nonce: hex }) }),
  }),
});
type Authorization = z.output<typeof Sent>['paymentPayload']['payload']['authorization'];
const Question = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });

interface Transfer extends Authorization {
  transaction: Hex;
  block: number;
}

/** Payments by the nonce of their authorization: each moves money once, as USDC has it. */
export interface StandIn extends AsyncDisposable {
  url: string;
  port: number;
  paid: ReadonlyMap<string, Transfer>;
  /** The time that a settlement takes. */
  settleMs: number;
  /** Settlements that are not answered yet. */
  readonly underWay: number;
  /** Asked for every request: a test breaks the line here, before anything is done or after. */
  trouble: (path: string) => 'none' | 'cut_before' | 'cut_after' | 'refuse' | 'hang' | 'lie';
  /** Requests that will never be answered, and wait nevertheless. */
  readonly hanging: number;
  /** The chain goes another way from so many blocks ago: what was paid since is not on it any more, or only these transactions. */
  takeBack(blocks: number, only?: ReadonlySet<string>): void;
}

const BLOCK_MS = 100;
const STATE_CALL = encodeCall('authorizationState(address,bytes32)').slice(0, 10);
const quantity = (value: number | bigint): Hex => `0x${value.toString(16)}`;
const wordOf = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;

/**
 * In the place of a facilitator and of a node, for what sells faster than a chain on this machine settles: it keeps what
 * was paid in memory, and answers as both. Signatures are for the service to check.
 */
export async function startStandIn(port = 0, host = '127.0.0.1'): Promise<StandIn> {
  const paid = new Map<string, Transfer>();
  const byTransaction = new Map<string, Transfer>();
  const startedMs = performance.now();
  let underWay = 0;
  let hanging = 0;
  const height = () => 1_000 + Math.floor((performance.now() - startedMs) / BLOCK_MS);

  function settle(authorization: Authorization): Transfer | undefined {
    if (paid.has(authorization.nonce)) return undefined;
    const transaction: Hex = `0x${createHash('sha256').update(authorization.nonce).digest('hex')}`;
    const transfer = { ...authorization, transaction, block: height() };
    paid.set(authorization.nonce, transfer);
    byTransaction.set(transaction, transfer);
    return transfer;
  }

  function receiptOf(transfer: Transfer) {
    const from = addressTopic(transfer.from);
    const log = (data: Hex, ...topics: Hex[]) => ({ address: BASE.usdc.address, topics, data });
    return {
      transactionHash: transfer.transaction,
      blockNumber: quantity(transfer.block),
      status: '0x1',
      logs: [
        log('0x', AUTHORIZATION_USED, from, transfer.nonce),
        log(wordOf(BigInt(transfer.value)), TRANSFER, from, addressTopic(transfer.to)),
      ],
    };
  }

  function askNode(method: string, params: readonly unknown[]): unknown {
    const [first] = params;
    const known = answerAsBase(method, params, height());
    if (known !== undefined) return known;
    if (method === 'eth_blockNumber') return quantity(height());
    if (method === 'eth_getTransactionReceipt') {
      const transfer = byTransaction.get(String(first));
      return transfer ? receiptOf(transfer) : null;
    }
    if (method === 'eth_getLogs') {
      const { topics } = z.object({ topics: z.array(z.unknown()) }).parse(first);
      const transfer = paid.get(String(topics[2]));
      return transfer ? [{ transactionHash: transfer.transaction, data: '0x' }] : [];
    }
    if (method !== 'eth_call') throw new Error(`The stand-in has no ${method}`);
    const { data } = z.object({ data: z.string() }).parse(first);
    if (!data.startsWith(STATE_CALL)) return wordOf(10n ** 12n);
    return wordOf(paid.has(`0x${data.slice(-64)}`) ? 1n : 0n);
  }

  async function answer(path: string, body: unknown): Promise<object> {
    if (path === '/supported')
      return {
        kinds: [{ x402Version: 2, scheme: 'exact', network: BASE.id }],
        extensions: [],
        signers: {},
      };
    if (path === '/paid')
      return [...paid.values()].map(({ nonce, from, transaction }) => ({ nonce, from, transaction }));
    if (path !== '/verify' && path !== '/settle') {
      const { id, method, params } = Question.parse(body);
      return { jsonrpc: '2.0', id, result: askNode(method, params) };
    }
    const { authorization } = Sent.parse(body).paymentPayload.payload;
    const common = { payer: authorization.from, network: BASE.id };
    const used = 'invalid_exact_evm_nonce_already_used';
    if (path === '/verify') {
      return paid.has(authorization.nonce)
        ? { ...common, isValid: false, invalidReason: used }
        : { ...common, isValid: true };
    }
    underWay += 1;
    if (standIn.settleMs > 0) await new Promise((resolve) => setTimeout(resolve, standIn.settleMs));
    underWay -= 1;
    const transfer = settle(authorization);
    return transfer
      ? { ...common, success: true, transaction: transfer.transaction }
      : { ...common, success: false, errorReason: used, transaction: '' };
  }

  const reply = (response: ServerResponse, body: object) =>
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const trouble = standIn.trouble(path);
    if (trouble === 'cut_before') return response.destroy();
    if (trouble === 'refuse') return response.writeHead(503).end('{}');
    if (trouble === 'hang') {
      hanging += 1;
      return response.once('close', () => {
        hanging -= 1;
      });
    }
    const body = request.method === 'POST' ? await json(request) : undefined;
    const said = await answer(path, body);
    // Settled, it says, in a transaction that the chain does not show.
    if (trouble === 'lie') return reply(response, { ...said, transaction: `0x${'5'.repeat(64)}` });
    return trouble === 'cut_after' ? response.destroy() : reply(response, said);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  const standIn: StandIn = {
    url: `http://${host}:${address.port}`,
    port: address.port,
    paid,
    settleMs: 0,
    get underWay() {
      return underWay;
    },
    get hanging() {
      return hanging;
    },
    trouble: () => 'none',
    takeBack(blocks, only) {
      for (const { nonce, transaction, block } of paid.values()) {
        if (block <= height() - blocks || only?.has(transaction) === false) continue;
        paid.delete(nonce);
        byTransaction.delete(transaction);
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}
