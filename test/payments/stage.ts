import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { openShop, type Shop } from './selling.ts';
import { newWallet, signPayment } from './wallet.ts';

export interface Stage {
  /** New for every test. */
  shop: Shop;
  storage: Storage;
  /** Of the storage. */
  file: string;
}

export const CENT = 10_000n;
/** Holds a hundred cents at the begin of every test. */
export const wallet = newWallet();

/** Gives each test of a file a shop of its own. */
export function setStage(): Stage {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-gate-'));
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
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return stage;
}

/** A payment of the wallet as a client would send it. */
export const sign = ({ offer }: Shop, bent = {}) => signPayment(wallet, offer, bent);

/** The outcome of a sale: which answer, and by which transaction of the simulated chain. */
export const settledWith = (answer: number, transaction: number) => ({
  kind: 'settled',
  body: { answer },
  transaction: `0x${transaction.toString(16).padStart(64, '0')}`,
});

export const POLL = { timeout: 10_000, interval: 2 };
export const until = (condition: () => boolean) => expect.poll(condition, POLL).toBe(true);
