import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import registry from '../../docs/deviations.json' with { type: 'json' };

it('every deviation of the decoder names a test that exists, where it names one', () => {
  const named = registry.deviations.flatMap(({ test }) => test ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
