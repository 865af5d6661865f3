import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { toHeader } from '../payments/wallet.ts';
import { type Buyers, openBuyers } from '../report/buyers.ts';
import { type FaultySources, startFaultySources } from '../report/faulty-sources.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';

const PATH = '/report/sealed';
const DAY_MS = 86_400_000;
const MOST_BYTES = 65_536;

/** A report sealed by a browser: the service sees bytes and a proof. */
const sealed = (bytes = 32_768) => ({
  proof: randomBytes(32).toString('base64url'),
  body: randomBytes(bytes),
});
type Sealed = ReturnType<typeof sealed>;
const idOf = ({ proof }: Pick<Sealed, 'proof'>) =>
  createHash('sha256').update(proof).digest('base64url').slice(0, 16);

describe('what browsers seal of the reports that they bought', () => {
  let sources: FaultySources;
  let service: DevService;
  let buyers: Buyers;
  beforeAll(async () => {
    sources = await startFaultySources(worldOf(elantra2013));
    service = await startDevService({ ...sources.environment, TRUSTED_PROXIES: '1' });
    buyers = await openBuyers(service);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await sources?.[Symbol.asyncDispose]();
  });

  /** Buys a report as a page does. Gives the ticket that comes with it, each time that it is fetched. */
  async function buy(Accept = 'text/html') {
    const wallet = await buyers.withOnePrice();
    const headers = { 'PAYMENT-SIGNATURE': toHeader(await buyers.sign(wallet)), Accept };
    const fetchIt = () => service.get(`/v1/prepurchase?vin=${elantra2013.vin}`, { headers });
    const tickets = [await fetchIt(), await fetchIt()].map(({ headers }) => headers.get('Report-Ticket'));
    return { tickets, payer: wallet.address };
  }

  const put = ({ proof, body }: Sealed, ticket: string | null | undefined) =>
    service.get(PATH, {
      method: 'POST',
      headers: { 'Report-Proof': proof, ...(ticket && { 'Report-Ticket': ticket }) },
      body,
    });
  const get = (what: Pick<Sealed, 'proof'>) => service.get(`${PATH}?id=${idOf(what)}`);
  const remove = ({ proof }: Pick<Sealed, 'proof'>) =>
    service.get(PATH, { method: 'DELETE', headers: { 'Report-Proof': proof } });

  it('is kept with the ticket of a sale, byte for byte, and given to whoever knows its name', async () => {
    const { tickets } = await buy();
    const report = sealed();
    expect((await put(report, tickets[0])).status).toBe(204);
    const given = await get(report);
    expect(given.status).toBe(200);
    expect(given.headers.get('Content-Type')).toBe('application/octet-stream');
    expect(given.headers.get('Cache-Control')).toBe('no-store');
    expect(Buffer.from(await given.arrayBuffer()).equals(report.body)).toBe(true);
    expect((await get(sealed())).status).toBe(404);
  });

  it('is kept for nobody who has not bought', async () => {
    const { tickets } = await buy();
    const [until = '', id = '', mark = ''] = tickets[0]?.split('.') ?? [];
    const later = String(Number(until) + 1);
    for (const ticket of [
      null,
      'x',
      `${later}.${id}.${mark}`,
      `${until}.${id}x.${mark}`,
      `${until}.${id}.${mark}x`,
    ]) {
      const refused = await put(sealed(), ticket);
      expect(refused.status, String(ticket)).toBe(403);
      expect(await refused.text()).toContain('the ticket of its sale');
    }
    const { tickets: ofProgram } = await buy('application/json');
    expect(ofProgram).toEqual([null, null]);
  });

  it('is kept for a day after the sale, and not later', async () => {
    const { tickets } = await buy();
    const putAfter = async (ms: number) => {
      const { now } = systemClock;
      const clock = vi.spyOn(systemClock, 'now').mockImplementation(() => now() + ms);
      try {
        return (await put(sealed(), tickets[0])).status;
      } finally {
        clock.mockRestore();
      }
    };
    expect(await putAfter(DAY_MS - 60_000)).toBe(204);
    expect(await putAfter(DAY_MS)).toBe(403);
  });

  it('is kept six times for one sale, however often its answer is fetched', async () => {
    const { tickets } = await buy();
    const [first, second] = tickets;
    for (const ticket of [first, second, first, second, first])
      expect((await put(sealed(), ticket)).status).toBe(204);
    const sixth = sealed();
    expect((await put(sixth, first)).status).toBe(204);
    expect((await put(sealed(), second)).status).toBe(403);
    // In its own place it may be changed all the same.
    expect((await put({ ...sixth, body: randomBytes(MOST_BYTES) }, undefined)).status).toBe(204);
  });

  it('has a bounded size', async () => {
    const { tickets } = await buy();
    const [ticket] = tickets;
    expect((await put(sealed(MOST_BYTES), ticket)).status).toBe(204);
    const refused = await put(sealed(MOST_BYTES + 1), ticket);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('at most 65536 bytes');
    expect((await put(sealed(0), ticket)).status).toBe(400);
  });

  it('is changed and removed by who holds its key alone', async () => {
    const { tickets } = await buy();
    const report = sealed();
    await put(report, tickets[0]);
    // Whoever knows the name alone can make no proof of it.
    expect((await remove({ proof: idOf(report) })).status).toBe(400);
    expect((await remove(sealed())).status).toBe(204);
    expect((await get(report)).status).toBe(200);
    expect((await remove(report)).status).toBe(204);
    expect((await get(report)).status).toBe(404);
    expect((await put(report, undefined)).status).toBe(403);
  });

  it('is asked for sixty times a minute by one visitor', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    for (let calls = 0; calls < 60; calls += 1)
      expect((await service.get(`${PATH}?id=x`, { headers })).status).toBe(404);
    expect((await service.get(`${PATH}?id=x`, { headers })).status).toBe(429);
  });

  it('says nothing of who bought what, and is gone from the disk after ninety days', async () => {
    const { tickets, payer } = await buy();
    const report = sealed();
    await put(report, tickets[0]);
    const rows = () => {
      const database = new DatabaseSync(join(service.folder, 'forecourt.sqlite'), { readOnly: true });
      const found = database.prepare('SELECT * FROM sealed_reports WHERE id = ?').all(idOf(report));
      database.close();
      return found;
    };
    const [row] = rows();
    expect(Object.keys(row ?? {})).toEqual(['id', 'sealed', 'expires_at_ms']);
    expect(JSON.stringify(row)).not.toContain(elantra2013.vin);
    expect(JSON.stringify(row).toLowerCase()).not.toContain(payer.toLowerCase());
    // Its time is a day, which is that of no payment.
    const expiresAtMs = Number(row?.expires_at_ms);
    expect(expiresAtMs % DAY_MS).toBe(0);
    expect(expiresAtMs - Date.now()).toBeGreaterThan(90 * DAY_MS);
    expect(expiresAtMs - Date.now()).toBeLessThanOrEqual(91 * DAY_MS);

    await using other = await openSqliteStorage({ file: join(service.folder, 'forecourt.sqlite') });
    await other.purge(expiresAtMs - 1);
    expect(rows()).toHaveLength(1);
    await other.purge(expiresAtMs);
    expect(rows()).toEqual([]);
    const files = readdirSync(service.folder).filter((name) => name.startsWith('forecourt.sqlite'));
    const bytes = Buffer.concat(files.map((name) => readFileSync(join(service.folder, name))));
    expect(bytes.includes(report.body.toString('base64url').slice(0, 200))).toBe(false);
  });
});
