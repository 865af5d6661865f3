import { expect, test } from 'vitest';
import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { folderOfTest } from '../own-folder.ts';
import { faults, startFakeSource } from '../sources/fake-source.ts';

test('a command ends at once when its answer is out, whatever a source is still asked for', async () => {
  const folder = folderOfTest();
  await using hanging = await startFakeSource(faults.slow);
  const config = readConfig({
    DECODER: 'embedded',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    NHTSA_URL: hanging.url,
    TRANSPORT_CANADA_URL: hanging.url,
  });
  const forecourt = Forecourt.create(config);
  const { recalls } = await forecourt.knowledge();
  const left = new AbortController();
  const asked = recalls.forVehicle(
    { make: 'Hyundai', model: 'Elantra', year: 2013 },
    { signal: left.signal },
  );
  asked.catch(() => undefined);
  await expect.poll(() => hanging.requests.length).toBeGreaterThan(1);
  left.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');

  const startedAt = performance.now();
  await forecourt[Symbol.asyncDispose]();
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
