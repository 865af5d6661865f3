import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createEmbeddedSynthesizer } from '../src/issues/embedded/synthesizer.ts';
import { issueSampleSchema } from '../src/issues/issue-sample.ts';
import { parseSavedComplaints } from '../src/issues/read/complaint.ts';
import { fileComplaints } from '../src/issues/read/filed.ts';
import { reliabilityOf } from '../src/issues/reliability.ts';
import { findIssues, newestFiling, PIPELINE_VERSION } from '../src/issues/report.ts';

/** An invented serial number of a real car with a right check digit. */
const SAMPLE_VIN = '5NPDH4AE8DH100013';
const BUILT_AT = '2026-11-21T00:00:00.000Z';
/** The recalls that the sample of recalls holds; like it, not complete. */
const RECALLS = { us: 1, canada: 1, canadaUnitsAffected: 326_942, canadaUnitsCover: 1, namesNote: null };

/** Writes data/samples/known-issues.json: numbers and our words, no text of a complaint. */
async function buildIssueSample(recordings: string): Promise<void> {
  const file = join(recordings, 'complaints', '2013-hyundai-elantra.json.gz');
  const complaints = parseSavedComplaints(gunzipSync(readFileSync(file)).toString('utf8'));
  const asOf = newestFiling(complaints) ?? '2017-12-20';
  await using forecourt = Forecourt.create(readConfig({}));
  const vehicles = await forecourt.embeddedVehicles();
  const { vin, vehicle } = await vehicles.decode(SAMPLE_VIN);
  const findings = await findIssues(complaints, createEmbeddedSynthesizer(), asOf, {
    signal: new AbortController().signal,
  });
  const { synthesis, rejected, ...found } = findings;
  const sample = issueSampleSchema.parse({
    vin,
    vehicle,
    ...found,
    synthesis: {
      ...synthesis,
      pipelineVersion: PIPELINE_VERSION,
      synthesizedAt: BUILT_AT,
      cache: 'none',
      degraded: false,
      rejected,
    },
    reliability: reliabilityOf(fileComplaints(complaints).counted, RECALLS, asOf),
    missingComplaints: null,
    matchedModels: ['HYUNDAI ELANTRA'],
    modelListed: true,
    provenance: {
      source: 'NHTSA complaints',
      dataset: `complaints filed up to ${asOf}; snapshot shipped with the service`,
      fetchedAt: `${asOf}T00:00:00.000Z`,
      ageSeconds: 0,
      cache: 'none',
    },
    sample: true,
    note: `A snapshot that ships with the service: the embedded engine over the ${found.complaintCount} complaints filed up to ${asOf}. Later complaints and other recalls are missing; the live answer has them.`,
  });
  writeFileSync(
    new URL('../data/samples/known-issues.json', import.meta.url),
    `${JSON.stringify(sample, null, 2)}\n`,
  );
}

const recordings = process.env.FORECOURT_RECORDINGS;
if (recordings === undefined) {
  console.log('known-issues: skipped. Set FORECOURT_RECORDINGS to the folder with the recorded complaints.');
} else {
  await buildIssueSample(recordings);
}
