import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { createEmbeddedDecoder } from '../../src/sources/vpic/embedded-decoder.ts';
import { openParts } from '../open-parts.ts';
import { startFakeSource } from '../sources/fake-source.ts';

const VIN = '5NPDH4AE8DH100013';
const embedded = createEmbeddedDecoder();
/** Long after the data, so that the live service is asked. */
const now = () => Date.parse(embedded.date) + 60 * 86_400_000;

const answer = {
  Count: 134,
  Message: 'Results returned successfully.',
  SearchCriteria: 'VIN(s): 5NPDH4AE*DH',
  Results: [
    {
      VIN: '5NPDH4AE*DH',
      VehicleDescriptor: '5NPDH4AE*DH',
      Make: 'HYUNDAI',
      Model: 'Elantra',
      ModelYear: '2013',
      DriveType: 'FWD/Front-Wheel Drive',
      TransmissionStyle: '',
      EngineHP: '148',
      BedType: 'Not Applicable',
      ErrorCode: '6',
      ErrorText: '6 - Incomplete VIN',
    },
  ],
};

type Behaviour = 'answers' | 'hangs' | 'fails' | 'rambles';

/** A stand-in for NHTSA, a real cache, and the service that joins them. */
async function createParts(mode: 'auto' | 'embedded' | 'vpic' = 'auto') {
  const state: { behaviour: Behaviour } = { behaviour: 'answers' };
  const server = await startFakeSource((_request, response) => {
    if (state.behaviour === 'hangs') return;
    if (state.behaviour === 'fails') response.writeHead(503).end('busy');
    else response.end(state.behaviour === 'rambles' ? '<html>' : JSON.stringify(answer));
  });
  const environment = { DECODER: mode, VPIC_URL: `${server.url}/api` };
  const parts = await openParts(environment, { clock: { ...systemClock, now } });
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    await parts[Symbol.asyncDispose]();
  });
  return { asked: server.requests, service: await parts.vehicles(), state };
}

describe('the live decoder behind the vehicle service', () => {
  it('completes the embedded decode once and from then on from the cache', async () => {
    const { asked, service } = await createParts();
    const first = await service.decode(VIN);
    expect(first.vehicle).toMatchObject({
      make: 'Hyundai',
      driveType: 'FWD/Front-Wheel Drive',
      engine: { horsepower: 148, cylinders: 4 },
      transmission: { style: null },
    });
    expect(first.provenance.completion).toMatchObject({ cache: 'miss', fields: ['DriveType', 'EngineHP'] });
    const second = await service.decode(VIN);
    expect(second.vehicle).toEqual(first.vehicle);
    expect(second.provenance.completion?.cache).toBe('hit');
    // The next car of the same build, too.
    await expect(service.decode('5NPDH4AEXDH100014')).resolves.toMatchObject({
      decode: { errorCodes: [0] },
      provenance: { completion: { cache: 'hit' } },
    });
    expect(asked).toEqual(['/api/vehicles/DecodeVinValues/5NPDH4AE*DH?format=json']);
  });

  it('does not keep a caller waiting for a service that hangs', async () => {
    const { service, state } = await createParts();
    state.behaviour = 'hangs';
    const startedAt = performance.now();
    const decoded = await service.decode(VIN);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    expect(decoded.vehicle.model).toBe('Elantra');
    const completionNote = expect.stringMatching(/in time/);
    expect(decoded.provenance).toMatchObject({ completion: null, completionNote });
  });

  it.each(['fails', 'rambles'] as const)(
    'serves the embedded decode when the service %s',
    async (behaviour) => {
      const { service, state } = await createParts();
      state.behaviour = behaviour;
      await expect(service.decode(VIN)).resolves.toMatchObject({ vehicle: { driveType: null } });
    },
  );

  it('is not asked in embedded mode', async () => {
    const { asked, service } = await createParts('embedded');
    await service.decode(VIN);
    expect(asked).toEqual([]);
  });

  it('is all there is in vpic mode', async () => {
    const { service, state } = await createParts('vpic');
    const read = { provenance: { source: 'NHTSA vPIC', cache: 'miss' } };
    await expect(service.decode(VIN)).resolves.toMatchObject(read);
    state.behaviour = 'fails';
    await expect(service.decode(VIN)).resolves.toMatchObject({ provenance: { cache: 'hit' } });
    await expect(service.decode('1HGCM82633A004352')).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});
