import { expect, it } from 'vitest';
import { ELANTRA_VIN, recallReport, vehicles, warranties } from '../../test/report/report-fixture.ts';
import { ServiceError } from '../errors/service-error.ts';
import { createFreeLook } from './free-look.ts';

it.each([
  [0, true],
  [26, false],
])(
  'where Canada has %i notices of which none is read, that all were read is %s',
  async (notices, isReadWhole) => {
    const report = recallReport({ us: [], canada: [], counts: { us: 0, canada: notices } });
    const lookFreely = createFreeLook({
      vehicles,
      embeddedVehicles: { meantBy: () => [] },
      warranties,
      recalls: {
        readEach: async () => ({ read: report, failures: {} }),
      },
      complaints: {
        read: async () => Promise.reject(new ServiceError('upstream_unavailable', { source: 'test' })),
      },
    });
    expect(await lookFreely(ELANTRA_VIN, new AbortController().signal)).toMatchObject({
      urgent: [],
      isReadWhole,
    });
  },
);
