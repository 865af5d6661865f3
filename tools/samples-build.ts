import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createEmbeddedSynthesizer } from '../src/issues/embedded-synthesizer.ts';
import { findIssues, newestFiling, PIPELINE_VERSION } from '../src/issues/find-issues.ts';
import { issueSampleSchema } from '../src/issues/issue-sample.ts';
import { traitsOf } from '../src/issues/lexicon/traits.ts';
import { parseSavedComplaints } from '../src/issues/read/complaint.ts';
import { fileComplaints } from '../src/issues/read/filed.ts';
import { relateCampaigns } from '../src/issues/related-campaigns.ts';
import { reliabilityOf } from '../src/issues/reliability.ts';
import { type RecallSample, recallSampleSchema } from '../src/recalls/recall-sample.ts';
import { relateRecalls } from '../src/recalls/related/relate.ts';
import { recallStatements } from '../src/recalls/statements.ts';

/** `npm run samples:build`: makes the samples that ship with the service anew. */
const SAMPLES = new URL('../data/samples/', import.meta.url);
/** An invented serial number of a real car with a right check digit. */
const SAMPLE_VIN = '5NPDH4AE8DH100013';
const BUILT_AT = '2026-11-21T00:00:00.000Z';
/** The recalls that the sample of recalls holds; like it, not complete. */
const RECALLS = { us: 1, canada: 1, canadaUnitsAffected: 326_942, canadaUnitsCover: 1, namesNote: null };

/** Writes data/samples/known-issues.json: numbers and our words, no text of a complaint. */
async function buildIssueSample(recordings: string, { us }: RecallSample): Promise<void> {
  const file = join(recordings, 'complaints', '2013-hyundai-elantra.json.gz');
  const complaints = parseSavedComplaints(gunzipSync(readFileSync(file)).toString('utf8'));
  const asOf = newestFiling(complaints) ?? '2017-12-20';
  await using forecourt = Forecourt.create(readConfig({}));
  const vehicles = await forecourt.embeddedVehicles();
  const { vin, vehicle } = await vehicles.decode(SAMPLE_VIN);
  const findings = await findIssues(complaints, createEmbeddedSynthesizer(), asOf, {
    signal: new AbortController().signal,
    traits: traitsOf(vehicle),
  });
  const { synthesis, rejected, ...found } = findings;
  const sample = issueSampleSchema.parse({
    vin,
    vehicle,
    ...found,
    knownIssues: relateCampaigns(found.knownIssues, us),
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
    note: `A snapshot that ships with the service: read by our own rules from the ${found.complaintCount} complaints filed up to ${asOf}. Later complaints and other recalls are missing; the live answer has them.`,
  });
  writeFileSync(new URL('known-issues.json', SAMPLES), `${JSON.stringify(sample, null, 2)}\n`);
}

/**
 * Writes data/samples/recalls.json: what is said of its recalls follows from them. The recalls themselves are written by
 * hand, facts as published in our words. NHTSA 23V651000 and Hyundai's recall 251: the day is the one that NHTSA's
 * look-up shows, as quoted in the public complaint 11591947. Hyundai Canada as it announced it (CBC, 2023-09-28):
 * Transport Canada's own number and group of parts are not known.
 */
async function buildRecallSample(): Promise<RecallSample> {
  const file = new URL('recalls.json', SAMPLES);
  const written = recallSampleSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const { us, canada } = written;
  await using forecourt = Forecourt.create(readConfig({}));
  const { vin, vehicle } = await (await forecourt.embeddedVehicles()).decode(SAMPLE_VIN);
  const sample = recallSampleSchema.parse({
    ...written,
    vin,
    vehicle,
    counts: { us: us.length, canada: canada.length },
    related: relateRecalls(us, canada),
    ...recallStatements,
  });
  writeFileSync(file, `${JSON.stringify(sample, null, 2)}\n`);
  return sample;
}

const recalls = await buildRecallSample();
const recordings = process.env.FORECOURT_RECORDINGS;
if (recordings === undefined) {
  console.log('known-issues: skipped. Set FORECOURT_RECORDINGS to the folder with the recorded complaints.');
} else {
  await buildIssueSample(recordings, recalls);
}
