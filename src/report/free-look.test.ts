import { expect, it } from 'vitest';
import { ELANTRA_VIN, recallReport, vehicles, warranties } from '../../test/report/report-fixture.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { RecallReport } from '../recalls/recall-schemas.ts';
import { createFreeLook } from './free-look.ts';

const look = (report: RecallReport) =>
  createFreeLook({
    vehicles,
    embeddedVehicles: { meantBy: () => [] },
    warranties,
    recalls: {
      readEach: async () => ({ read: report, failures: {} }),
    },
    complaints: {
      read: async () => Promise.reject(new ServiceError('upstream_unavailable', { source: 'test' })),
    },
  })(ELANTRA_VIN, new AbortController().signal);

it.each([
  [0, true],
  [26, false],
])(
  'where Canada has %i notices of which none is read, that all were read is %s',
  async (notices, isReadWhole) => {
    const report = recallReport({ us: [], canada: [], counts: { us: 0, canada: notices } });
    expect(await look(report)).toMatchObject({ urgent: [], isReadWhole });
  },
);

it('a warning without a number is told, whatever other notice has none', async () => {
  const { us, canada, related } = recallReport();
  const more = { recallNumber: null, parkIt: true, system: 'Airbag' };
  const others = canada.map((recall) => ({ ...recall, ...more }));
  const { urgent } = await look(recallReport({ us, canada: [...canada, ...others], related }));
  expect(urgent.map(({ country, advice }) => [country, advice])).toContainEqual(['CA', 'do_not_drive']);
});
