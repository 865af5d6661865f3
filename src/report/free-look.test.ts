import { expect, it } from 'vitest';
import { ELANTRA_VIN, recallReport, vehicles, warranties } from '../../test/report/report-fixture.ts';
import { ServiceError } from '../errors/service-error.ts';
import { createFreeLook } from './free-look.ts';

it.each([
  [0, 'none'],
  [26, 'unknown'],
])('of %i Canadian notices that are not read whole, the advice is %s', async (notices, advice) => {
  const report = recallReport({ us: [], canada: [], counts: { us: 0, canada: notices } });
  const lookFreely = createFreeLook({
    vehicles,
    warranties,
    recalls: {
      forVehicle: async () => report,
      countsFor: async () => Promise.reject(new ServiceError('upstream_unavailable', { source: 'test' })),
    },
    complaints: {
      read: async () => Promise.reject(new ServiceError('upstream_unavailable', { source: 'test' })),
    },
  });
  expect(await lookFreely(ELANTRA_VIN, new AbortController().signal)).toMatchObject({ advice });
});
