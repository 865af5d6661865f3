import { expect, onTestFinished, test } from 'vitest';
import { fileComplaints, openFiled } from '../../src/issues/read/filed.ts';
import { UNKNOWN_COUNTS } from '../../src/recalls/recall-service.ts';
import { openParts } from '../open-parts.ts';
import { twoFailures } from './complaints.ts';
import { startScriptedModel } from './scripted-model.ts';

const VEHICLE = { year: 2013, make: 'Hyundai', model: 'Elantra' };
const signal = new AbortController().signal;

test('a model that is late serves the next caller, and is paid for once', async () => {
  const model = await startScriptedModel();
  const settings = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'scripted', LLM_BASE_URL: model.baseUrl };
  const filed = openFiled({
    ...fileComplaints(twoFailures(30)),
    matchedModels: ['ELANTRA'],
    modelListed: true,
  });
  const fetchedAt = new Date().toISOString();
  const parts = await openParts(
    { ...settings, LLM_PATIENCE_SECONDS: '0' },
    {
      complaints: {
        keyOf: () => 'elantra',
        read: async () => ({
          value: filed,
          provenance: { source: 'NHTSA complaints', fetchedAt, ageSeconds: 0, cache: 'miss' },
        }),
      },
      recallCounts: async () => ({ counts: UNKNOWN_COUNTS, us: [] }),
    },
  );
  onTestFinished(async () => {
    await parts[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
  });
  const issues = await parts.issues();

  const first = await issues.forVehicle(VEHICLE, { signal });
  expect(first).toMatchObject({ status: 'ok', synthesis: { engine: 'embedded', degraded: true } });
  await (await parts.cachedFetch()).idle();
  const asked = model.asked.length;
  const next = await issues.forVehicle(VEHICLE, { signal, inBackground: true });
  expect(next).toMatchObject({ status: 'ok', synthesis: { engine: 'llm', degraded: false } });
  expect(next.knownIssues.map(({ title }) => title)).toEqual([
    'Engine stalls without warning',
    'Fuel gauge reads empty',
  ]);
  expect(model.asked).toHaveLength(asked);
});
