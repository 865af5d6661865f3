import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { products } from '../src/products/table.ts';
import { freePort } from './free-port.ts';
import { folderOfTest } from './own-folder.ts';
import { withStorage } from './storage/with-storage.ts';

async function configFor(port = 0) {
  const data = join(folderOfTest(), 'data');
  return readConfig({ DATA_DIR: data, PORT: String(port), LOG_LEVEL: 'silent', SAMPLES_REFRESH: 'off' });
}

describe('starting', () => {
  it('opens the door first: /health replies, and a call waits, until everything that is sold is there', async () => {
    const port = await freePort();
    const loaded = Promise.withResolvers<void>();
    const [first, ...others] = products;
    if (!first) throw new Error('Nothing is sold');
    const { sample } = first;
    const slow = {
      ...first,
      sample: {
        ...sample,
        read: (known: Parameters<typeof sample.read>[0]) => loaded.promise.then(() => sample.read(known)),
      },
    };
    await using forecourt = Forecourt.create(await configFor(port), { products: [slow, ...others] });
    const serving = forecourt.serve();
    const url = `http://127.0.0.1:${port}`;
    const health = () => fetch(`${url}/health`).then((response) => response.json());
    await expect
      .poll(() => health().catch(() => undefined), { timeout: 10_000 })
      .toMatchObject({ status: 'ok' });
    expect(await health()).toMatchObject({ payments: { ready: false }, sources: {} });

    const events: string[] = [];
    const call = fetch(`${url}${first.path}`).then(({ status }) => events.push(`call ${status}`));
    await health().then(() => events.push('health'));
    loaded.resolve();
    await serving;
    await call;
    expect(events).toEqual(['health', 'call 402']);
  });

  it('where the port is taken says so, and leaves a storage that can be opened again', async () => {
    const config = await configFor(await freePort());
    await using first = Forecourt.create(config);
    await first.serve();
    const second = Forecourt.create(config);
    await expect(second.serve()).rejects.toThrow(`Port ${config.port} is taken`);
    await second[Symbol.asyncDispose]();
    const storage = await first.storage();
    await expect(storage.check()).resolves.toBeUndefined();
  });
});

describe('a part', () => {
  it('is built when it is asked for, and no other with it', async () => {
    const config = await configFor();
    await using forecourt = Forecourt.create(config);
    const costs = await forecourt.costs();
    expect(costs.compare('CA', { price: 20_000_00, saleType: 'private' })).toHaveLength(13);
    if (config.storage.kind !== 'sqlite') throw new Error('Another storage than was asked for');
    expect(existsSync(config.storage.folder)).toBe(false);
    await forecourt.recalls();
    expect(existsSync(config.storage.folder)).toBe(true);
  });

  it('is the same for all who ask', async () => {
    await using forecourt = Forecourt.create(await configFor());
    const [one, other] = await Promise.all([forecourt.storage(), forecourt.storage()]);
    expect(one).toBe(other);
  });

  it('that is given takes the place of the configured one, and stays open for whoever gave it', async () => {
    const config = await configFor();
    await using storage = await withStorage('sqlite');
    const forecourt = Forecourt.create(config, { storage });
    expect(await forecourt.storage()).toBe(storage);
    await forecourt.payments();
    await forecourt[Symbol.asyncDispose]();
    await expect(storage.check()).resolves.toBeUndefined();
  });
});
