import { fileComplaints, openFiled } from '../../src/issues/read/filed.ts';
import { UNKNOWN_COUNTS } from '../../src/recalls/recall-service.ts';
import { openParts } from '../open-parts.ts';
import { twoFailures } from './complaints.ts';

/** One instance, on the storage and with the model of its environment: asks for one car as who can wait, and prints by whom it was answered. */
const { LLM_BASE_URL = '', DATABASE_URL, DATA_DIR = '', COMPLAINTS = '60' } = process.env;
const filed = openFiled({
  ...fileComplaints(twoFailures(Number(COMPLAINTS))),
  matchedModels: ['ELANTRA'],
  modelListed: true,
});
const fetchedAt = '2026-01-01T00:00:00.000Z';
await using parts = await openParts(
  {
    LLM_PROVIDER: 'openai-compatible',
    LLM_MODEL: 'scripted',
    LLM_BASE_URL,
    DATA_DIR,
    ...(DATABASE_URL !== undefined && { DATABASE_URL }),
  },
  {
    complaints: {
      keyOf: () => `elantra of ${COMPLAINTS}`,
      read: async () => ({
        value: filed,
        provenance: { source: 'NHTSA complaints', fetchedAt, ageSeconds: 0, cache: 'miss' },
      }),
    },
    recallCounts: async () => ({ counts: UNKNOWN_COUNTS, us: [] }),
  },
);
const issues = await parts.issues();
const { signal } = new AbortController();
const vehicle = { year: 2013, make: 'Hyundai', model: 'Elantra' };
const { synthesis, knownIssues } = await issues.forVehicle(vehicle, { signal, inBackground: true });
process.stdout.write(`${synthesis?.engine} ${knownIssues.length}\n`);
