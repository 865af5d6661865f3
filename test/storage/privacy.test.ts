import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { devAccounts } from '../../src/payments/dev/dev-accounts.ts';
import { createDigests, unsealSale } from '../../src/payments/sale/sealing.ts';
import type { Offer } from '../../src/payments/wire/requirements.ts';
import { readSearch } from '../../src/products/product.ts';
import { products } from '../../src/products/table.ts';
import { paymentRow, type StoredPayment } from '../../src/storage/sql/ledger.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import { folderOfTest } from '../own-folder.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { signPayment, toHeader } from '../payments/wallet.ts';
import { json, startFakeSource } from '../sources/fake-source.ts';

const VIN = '5NPDH4AE8DH100013';
/** Whom else one might suspect. */
const CANDIDATES = [
  ...Array.from({ length: 200 }, (_, index) => `5NPDH4AE8DH1${String(index).padStart(5, '0')}`),
  '1HGCM82633A004352',
];
/** The knowledge of vPIC: much more of some than of others. */
const CARS: Record<string, object> = {
  [VIN]: { Make: 'HYUNDAI', Model: 'Elantra', ModelYear: '2013' },
  '1HGCM82633A004352': { Make: 'HONDA', Model: 'Accord', ModelYear: '2003', Trim: 'EX-V6', Doors: '2' },
  '5YJSA1E14FF101307': {
    Make: 'TESLA',
    Model: 'Model S',
    ModelYear: '2015',
    Manufacturer: 'TESLA, INC.',
    PlantCity: 'FREMONT',
    PlantCountry: 'UNITED STATES (USA)',
    FuelTypePrimary: 'Electric',
    BodyClass: 'Hatchback/Liftback/Notchback',
    AirBagLocFront: '1st Row (Driver and Passenger)',
  },
};
const wallet = privateKeyToAccount(devAccounts().wallet.privateKey);
const payer = devAccounts().wallet.address;

const vpic = await startFakeSource((request, response) => {
  const vin = Object.keys(CARS).find((vin) => request.url?.includes(vin.slice(0, 8))) ?? VIN;
  json({ Results: [{ VIN: vin, ...CARS[vin] }] })(request, response);
});
afterAll(() => vpic[Symbol.asyncDispose]());
let service: DevService;
beforeEach(async () => {
  // The decoder that keeps something of each VIN in the cache.
  service = await startDevService({ DECODER: 'vpic', VPIC_URL: vpic.url });
  await buy(`/v1/decode?vin=${VIN}`);
});
afterEach(() => service?.[Symbol.asyncDispose]());

/** The answer as it was sent. */
async function buy(path: string): Promise<string> {
  const { accepts } = (await (await service.get(path)).json()) as { accepts: [Offer['requirements']] };
  const payment = await signPayment(wallet, { requirements: accepts[0] });
  const response = await service.get(path, { headers: { 'PAYMENT-SIGNATURE': toHeader(payment) } });
  expect(response.status).toBe(200);
  return response.text();
}

/** The database as a backup or a thief has it. */
function copyDatabase(): string {
  const copy = folderOfTest();
  const files = readdirSync(service.folder).filter((file) => file.startsWith('forecourt.sqlite'));
  for (const file of files) copyFileSync(join(service.folder, file), join(copy, file));
  return copy;
}

interface Loot {
  bytes: Buffer;
  /** All that stands in any table, and every run of characters in the bytes: one of them could be a key. */
  words: Set<string>;
  payments: StoredPayment[];
}

function loot(copy: string): Loot {
  const bytes = Buffer.concat(readdirSync(copy).map((file) => readFileSync(join(copy, file))));
  const database = new DatabaseSync(join(copy, 'forecourt.sqlite'));
  const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all();
  const words = new Set(bytes.toString('latin1').match(/[\x21-\x7e]{16,200}/g));
  for (const { name } of tables)
    for (const row of database.prepare(`SELECT * FROM ${name}`).all())
      for (const value of Object.values(row)) words.add(String(value));
  const payments = database.prepare('SELECT * FROM payments').all() as unknown as StoredPayment[];
  database.close();
  return { bytes, words, payments };
}

/** As the service reads and writes down a request before it digests it. */
const decode = products.find(({ path }) => path === '/v1/decode');
const query = decode?.prepare(readSearch(new URLSearchParams({ vin: VIN }))).query() ?? '';
const requestOf = (vin: string) => `/v1/decode?${query.replace(VIN, vin)}`;

/** Links buyers to VINs as far as any of these keys shows them. */
function link({ payments }: Loot, keys: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const key of keys) {
    const digests = createDigests(key);
    for (const vin of CANDIDATES) {
      const request = requestOf(vin);
      const digest = digests.digest('request', request);
      for (const payment of payments) {
        if (payment.request_digest === digest) found.add(`${payment.payer} ${vin} by its digest`);
        if (unsealSale(paymentRow(payment), request, [digests]))
          found.add(`${payment.payer} ${vin} by its answer`);
      }
    }
  }
  return [...found];
}

const secret = () => readFileSync(join(service.folder, 'forecourt.payment-digests.secret'), 'utf8');

it('links no wallet to a VIN by a copy of the database, while answers are kept', () => {
  const copied = loot(copyDatabase());
  expect(copied.payments).toMatchObject([{ payer, state: 'settled', answer: expect.any(String) }]);
  expect(copied.bytes.includes(VIN)).toBe(false);
  expect(copied.words.has(secret())).toBe(false);
  expect(link(copied, copied.words)).toEqual([]);
  // The same search finds everything where it has the secret as well: it is no search that cannot find.
  const found = ['digest', 'answer'].map((what) => `${payer} ${VIN} by its ${what}`);
  expect(link(copied, [secret()])).toEqual(found);
});

it('does not say of which car anything was kept at the minute of a purchase', () => {
  const database = new DatabaseSync(join(copyDatabase(), 'forecourt.sqlite'));
  const kept = database
    .prepare(
      `SELECT cache.key, cache.value FROM payments JOIN cache
       ON cache.stored_at_ms BETWEEN payments.created_at_ms - 1000 AND payments.updated_at_ms`,
    )
    .all();
  database.close();
  expect(kept.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toMatch(/hyundai|elantra|2013/i);
});

it('links nothing even with the secret, once the answer is gone', async () => {
  {
    await using other = await openSqliteStorage({ file: join(service.folder, 'forecourt.sqlite') });
    await other.purge(Date.now() + 601_000);
  }
  const copied = loot(copyDatabase());
  expect(copied.payments).toMatchObject([{ payer, state: 'settled', answer: null }]);
  expect(link(copied, [secret(), ...copied.words])).toEqual([]);
});

it('seals answers so that their length does not distinguish them', async () => {
  const answers = await Promise.all(Object.keys(CARS).map((vin) => buy(`/v1/decode?vin=${vin}`)));
  expect(new Set(answers.map((answer) => answer.length)).size).toBe(3);
  const { payments } = loot(copyDatabase());
  const lengths = payments.filter(({ answer }) => answer !== null).map(({ answer }) => answer?.length);
  expect(lengths).toHaveLength(3);
  expect(new Set(lengths).size).toBe(1);
});
