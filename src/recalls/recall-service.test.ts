import { expect, test } from 'vitest';
import { rememberNewest } from '../lib/on-demand.ts';
import type { Cached, CachedCall } from '../sources/cached.ts';
import { createNhtsa } from '../sources/nhtsa/nhtsa.ts';
import { createTransportCanada } from '../sources/transport-canada/transport-canada.ts';
import { createRecallService } from './recall-service.ts';

const elantra = { make: 'Hyundai', model: 'Elantra', year: 2013 };

function hang<T>({ signal }: CachedCall<T>): Promise<Cached<T>> {
  return new Promise((_resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** A service whose sources never answer, and which ends what its caller gives up. */
function hangingService() {
  const at = { baseUrl: 'http://127.0.0.1:9', userAgent: 'forecourt/test' };
  return createRecallService({
    nhtsa: createNhtsa(at),
    transportCanada: createTransportCanada(at),
    cachedFetch: Object.assign(hang, { idle: async () => {} }),
  });
}

test.each(['forVehicle', 'countsFor'] as const)('%s ends when its caller leaves', async (method) => {
  const leaving = new AbortController();
  const asked = hangingService()[method](elantra, { signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
});

test('the results asked for last are kept, and no more of them than allowed', () => {
  const computed: string[] = [];
  const remember = rememberNewest<string>(2);
  const ask = (key: string) =>
    remember(key, () => {
      computed.push(key);
      return key.toUpperCase();
    });
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});
