import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { folderOfFile } from '../own-folder.ts';
import { openShop, type Shop } from './selling.ts';
import { newWallet, signPayment } from './wallet.ts';

export interface Stage {
  /** New for every test. */
  shop: Shop;
  storage: Storage;
  file: string;
}

export const CENT = 10_000n;
/** Holds a hundred cents at the begin of every test. */
export const wallet = newWallet();

/** Gives each test of a file a shop of its own. */
export function setStage(): Stage {
  const folder = folderOfFile();
  const stage = {} as Stage;
  let files = 0;
  beforeEach(async () => {
    stage.file = join(folder, `${files++}.sqlite`);
    stage.storage = await openSqliteStorage({ file: stage.file });
    stage.shop = openShop(stage.storage);
    stage.shop.world.fund(wallet.address, 100n * CENT);
  });
  afterEach(async () => {
    stage.shop[Symbol.dispose]();
    await stage.storage[Symbol.asyncDispose]();
  });
  return stage;
}

/** A refusal of this payment that says why. */
export const challenge = (reason: string) => ({ kind: 'challenge', reason });
export const used = challenge('payment_already_used');
export const limitedBy = (limit: string) => ({
  kind: 'failure',
  failure: { code: 'rate_limited', details: { limit } },
});

/** A charged computation in the midst of which this happens. */
export const computing =
  (happen: () => void, body: object = {}) =>
  async () => {
    happen();
    return { body, charge: true };
  };

/** At once, each for a request of its own. */
export const buyAll = (shop: Shop, payments: readonly object[]) =>
  Promise.all(payments.map((payment, index) => shop.buy(payment, { request: `request ${index}` })));

/** A payment of the wallet as a client would send it. */
export const sign = ({ offer }: Shop, bent = {}) => signPayment(wallet, offer, bent);

/** By its number on the simulated chain. */
const transactionOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

/** Some outcomes of a sale. */
export const charged = { kind: 'answer', charged: true };
export const pending = { kind: 'failure', failure: { code: 'settlement_pending' } };
export const unavailable = { kind: 'failure', failure: { code: 'payment_service_unavailable' } };
/** The number of the answer and that of the transaction. */
export const settledWith = (answer: unknown, transaction: number) => ({
  ...charged,
  body: { answer },
  receipt: { success: true, transaction: transactionOf(transaction) },
});
/** The answer of an earlier payment; the one that was shown was not taken. */
export const paidBefore = (answer: unknown, transaction: number) => ({
  kind: 'answer',
  charged: false,
  body: { answer },
  paidBefore: { transaction: transactionOf(transaction) },
});
/** The settlement was tried, and took nothing. */
export const notSettled = (reason: string) => ({
  kind: 'challenge',
  reason,
  receipt: { success: false, errorReason: reason },
});

export const POLL = { timeout: 10_000, interval: 2 };
export const until = (condition: () => boolean) => expect.poll(condition, POLL).toBe(true);
