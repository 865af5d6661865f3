import { describe, expect, it } from 'vitest';
import { vehicles } from '../../test/report/report-fixture.ts';
import { isServiceError } from '../errors/service-error.ts';
import { loadMakers } from '../warranty/makers.ts';
import { createWarrantyService } from '../warranty/warranty-service.ts';
import { decode, decodeQuery } from './decode.ts';
import { SAMPLE_VIN } from './parameters.ts';
import { parseParameters } from './product.ts';

const read = (values: Record<string, string>) =>
  parseParameters(decodeQuery, { values: { vin: SAMPLE_VIN, ...values }, repeated: [] });

function problemsOf(values: Record<string, string>): string[] {
  try {
    read(values);
    return [];
  } catch (error) {
    if (!isServiceError(error, 'invalid_parameters')) throw error;
    return error.details.issues.map(({ parameter }) => parameter);
  }
}

describe('the query of decode', () => {
  it('needs nothing but the VIN', () => {
    expect(read({})).toEqual({ vin: SAMPLE_VIN, ownCar: {} });
  });

  it('takes what is known of the car', () => {
    const driven = { odometer: '83000', odometer_unit: 'KM' };
    const given = { market: 'ca', ...driven, in_service: '2016-05-31', owner: 'first' };
    expect(read(given).ownCar).toEqual({
      market: 'CA',
      odometer: { distance: 83_000, unit: 'km' },
      inService: '2016-05-31',
      owner: 'first',
    });
  });

  it('is the same whether the usual owner is named or not', () => {
    expect(read({ owner: 'Later' })).toEqual(read({}));
  });

  it.each([
    [{ odometer: '83000' }, ['odometer_unit']],
    [{ odometer_unit: 'km' }, ['odometer']],
    [{ odometer: '83,000', odometer_unit: 'km' }, ['odometer']],
    [{ odometer: '-1', odometer_unit: 'km' }, ['odometer']],
    [{ in_service: '2999-01-01' }, ['in_service']],
    [{ in_service: '2021-02-30' }, ['in_service']],
    [{ in_service: '03/15/2021' }, ['in_service']],
    [{ market: 'MX', owner: 'second' }, ['market', 'owner']],
  ])('refuses %j', (values, parameters) => {
    expect(problemsOf(values)).toEqual(parameters);
  });
});

it('refuses a first day in service on which no car of the model year had been built, uncharged', async () => {
  const known = {
    vehicles,
    embeddedVehicles: vehicles,
    warranties: createWarrantyService({ makers: loadMakers() }),
  };
  const ask = (in_service: string) =>
    decode.compute(known, read({ in_service }), { signal: AbortSignal.timeout(1000) });
  // Model year 2013: from 2 January 2012 on.
  await expect(ask('2012-01-01')).rejects.toMatchObject({
    code: 'invalid_parameters',
    details: { issues: [{ parameter: 'in_service', message: expect.stringContaining('2012-01-02') }] },
  });
  expect(await ask('2012-01-02')).toMatchObject({ charge: true });
});
