import type { ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { beforeAll, beforeEach } from 'vitest';
import { BASE } from '../../src/payments/evm/networks.ts';
import {
  createRemoteFacilitator,
  type RemoteFacilitatorOptions,
} from '../../src/payments/facilitators/remote.ts';
import { startFakeSource } from '../sources/fake-source.ts';
import { pay } from './checked.ts';
import { anOffer } from './offer.ts';
import { newWallet } from './wallet.ts';

export type Reply = (response: ServerResponse) => void;

export interface ScriptedFacilitator {
  url: string;
  /** The answer to each request. */
  reply: Reply;
  /** The requests of this test. */
  seen: { path: string; headers: NodeJS.Dict<string | string[]>; body: unknown }[];
}

/** A facilitator that says what a test has it say, for all tests of a file. */
export function setScriptedFacilitator(): ScriptedFacilitator {
  const scripted: ScriptedFacilitator = { url: '', reply: (response) => response.destroy(), seen: [] };
  beforeAll(async () => {
    const server = await startFakeSource(async (request, response) => {
      const body = request.method === 'POST' ? await json(request) : undefined;
      scripted.seen.push({ path: request.url ?? '', headers: request.headers, body });
      scripted.reply(response);
    });
    scripted.url = server.url;
    return () => server[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    scripted.seen = [];
  });
  return scripted;
}

export const transaction = `0x${'ab'.repeat(32)}`;
export const offer = anOffer();
export const payment = await pay(newWallet(), offer);

export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
export const failed = (errorReason: string, status = 200, more = {}) =>
  answer(status, { success: false, errorReason, transaction: '', network: 'eip155:8453', ...more });
export const settled = answer(200, {
  success: true,
  transaction,
  network: 'eip155:8453',
  payer: payment.payer,
});
export const hang: Reply = () => {};
export const reset: Reply = (response) => response.destroy();

/** A client of this facilitator, with little patience only where no reply is to come. */
export const clientOf = (remote: ScriptedFacilitator, options: Partial<RemoteFacilitatorOptions> = {}) => {
  const timeoutMs = remote.reply === hang ? 150 : 10_000;
  return createRemoteFacilitator({
    url: remote.url,
    network: BASE,
    verifyTimeoutMs: timeoutMs,
    settleTimeoutMs: timeoutMs,
    ...options,
  });
};
