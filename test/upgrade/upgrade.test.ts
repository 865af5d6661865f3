import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { Storage } from '../../src/storage/storage.ts';
import { type StandIn, startStandIn } from '../fleet/stand-in.ts';
import { folderOfTest } from '../own-folder.ts';
import { fromHeader } from '../payments/wallet.ts';
import { withPostgres } from '../postgres.ts';
import { runCommand } from '../run-command.ts';
import { runService } from '../running-service.ts';
import { BACKUP, digestOf, type LastLedger, type Purchase, readLedger, SELLING } from './last-ledger.ts';

const OTHER_SECRET = 'another secret of thirty-two characters!';
const TIMES = ['claimed_until', 'answer_until', 'check_at', 'forget_at', 'created_at', 'updated_at'];

/** A storage of its own for this test, and the settings that lead there. */
async function newPlace(kind: Storage['kind']) {
  if (kind === 'sqlite') {
    const DATA_DIR = folderOfTest();
    const run = async (sql: string) => {
      using database = new DatabaseSync(join(DATA_DIR, 'forecourt.sqlite'));
      database.exec(sql);
    };
    return { settings: { DATA_DIR }, run };
  }
  const { url, ...database } = await withPostgres();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  return { settings: { DATABASE_URL: url }, run };
}

/** Makes of what is there what was left a minute ago. */
function moved({ filledAtMs }: LastLedger): string {
  const seconds = Math.floor((Date.now() - filledAtMs) / 1_000) - 60;
  const times = TIMES.map((name) => `${name}_ms = ${name}_ms + ${seconds * 1_000}`).join(', ');
  return `UPDATE payments SET ${times}, valid_before_seconds = valid_before_seconds + ${seconds}`;
}

async function show(url: string, { path, payment }: Pick<Purchase, 'path' | 'payment'>) {
  const response = await fetch(`${url}${path}`, { headers: { 'PAYMENT-SIGNATURE': payment } });
  const receipt = fromHeader(response.headers.get('PAYMENT-RESPONSE'));
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, hasTerms: response.headers.has('PAYMENT-REQUIRED'), receipt, body };
}

const openOf = (purchases: readonly Purchase[]) =>
  purchases.filter(({ sold }) => sold === undefined).map(({ nonce }) => nonce);

/** Everything that was bought is handed out, and what was open is paid for once. */
async function expectAll(url: string, purchases: readonly Purchase[], standIn: StandIn): Promise<void> {
  for (const { sold, ...purchase } of purchases) {
    const { status, body, receipt } = await show(url, purchase);
    expect([purchase.path, status, body]).toMatchObject([purchase.path, 200, { charged: true }]);
    if (sold === undefined) continue;
    expect(digestOf(body)).toBe(sold.digest);
    expect(receipt).toMatchObject({ success: true, transaction: sold.transaction });
  }
  expect([...standIn.paid.keys()].sort()).toEqual(openOf(purchases).sort());
}

const sellerOf = (place: Record<string, string>, standIn: StandIn) => ({
  ...SELLING,
  ...place,
  FACILITATOR_URL: standIn.url,
  RPC_URL: standIn.url,
});

/**
 * A failure here means a change in how requests are spelled, digested or sealed: who bought minutes before an upgrade is not
 * given the answer. Where that has to be, raise FORM in `src/payments/sale/sealing.ts`; what is expected of the last
 * start below is then what they get.
 */
it.each(['sqlite', 'postgres'] as const)(
  'hands out what the version before it has sold, charges it once, and opens it under a former secret, on %s',
  async (kind) => {
    const ledger = readLedger(kind);
    const { purchases } = ledger;
    const place = await newPlace(kind);
    await place.run(ledger.dump);
    await place.run(moved(ledger));
    await using standIn = await startStandIn();
    const seller = sellerOf(place.settings, standIn);
    {
      await using service = await runService(seller);
      // The settlement that has vanished from the chain is sent again by itself.
      await expect.poll(() => [...standIn.paid.keys()]).toEqual(openOf(purchases).slice(0, 1));
      await expectAll(service.url, purchases, standIn);
    }
    const changed = { ...seller, DIGEST_SECRET: OTHER_SECRET };
    {
      await using service = await runService({ ...changed, DIGEST_FORMER_SECRETS: SELLING.DIGEST_SECRET });
      await expectAll(service.url, purchases, standIn);
      const [{ payment = '' } = {}, { path = '' } = {}] = purchases;
      expect(await show(service.url, { path, payment })).toMatchObject({
        status: 402,
        body: { error: 'payment_already_used' },
      });
    }
    await using service = await runService(changed);
    for (const { sold, ...purchase } of purchases) {
      const settled = { state: 'settled', ...(sold && { transaction: sold.transaction }) };
      expect(await show(service.url, purchase)).toMatchObject({
        status: 503,
        hasTerms: false,
        body: { error: 'answer_unreadable', charged: null, payment: settled },
      });
    }
  },
);

it.each(['sqlite', 'postgres'] as const)(
  'restores into %s what the version before it has backed up, and hands that out',
  async (kind) => {
    const place = await newPlace(kind);
    expect(await runCommand(['restore', BACKUP], place.settings)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Restored 7 payments and 7 entries/),
    });
    const ledger = readLedger('sqlite');
    await place.run(moved(ledger));
    await using standIn = await startStandIn();
    await using service = await runService(sellerOf(place.settings, standIn));
    await expectAll(service.url, ledger.purchases, standIn);
  },
);
