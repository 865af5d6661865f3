import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { complaint, twoFailures } from '../../../test/issues/complaints.ts';
import { folderOfFile } from '../../../test/own-folder.ts';
import { printedBy } from '../../../test/printed-by.ts';
import { fromWholeRecord, harm, knownIssue } from '../../../test/report/report-fixture.ts';
import type { Complaint } from '../../issues/read/complaint.ts';
import { findingsSchema } from '../../issues/schemas.ts';
import { issuesText } from '../../view/issues.ts';
import { addIssuesCommand } from './issues.ts';

const folder = folderOfFile();

/** A saved answer as NHTSA gives it. */
function savedAnswer(count: number, ...more: Complaint[]): Buffer {
  const results = [...twoFailures(count), ...more].map(({ odiNumber, summary, components }) => ({
    odiNumber,
    summary,
    components: components.join(','),
    dateComplaintFiled: '03/01/2025',
    crash: false,
    fire: false,
    numberOfInjuries: 0,
    numberOfDeaths: 0,
  }));
  return Buffer.from(JSON.stringify({ count, message: 'Results returned successfully', results }));
}

async function run(bytes: Buffer, ...options: string[]): Promise<string> {
  const file = join(folder, 'complaints');
  writeFileSync(file, bytes);
  return printed(['--complaints', file, ...options]);
}

const printed = (options: readonly string[]) => printedBy(addIssuesCommand, ['issues', ...options]);

describe('forecourt issues --complaints', () => {
  it.each([
    ['plain', (bytes: Buffer) => bytes],
    ['gzipped', (bytes: Buffer) => gzipSync(bytes)],
  ])('reads a %s file and prints what the service would answer', async (_how, packed) => {
    const findings = findingsSchema.parse(JSON.parse(await run(packed(savedAnswer(30)), '--json')));

    expect(findings).toMatchObject({ status: 'ok', complaintCount: 30, complaintsAnalyzed: 30 });
    expect(findings.knownIssues.every(({ odiNumbers, count }) => odiNumbers.length === count)).toBe(true);
  });

  it('prints issues for a person to read', async () => {
    expect(await run(savedAnswer(30))).toMatch(/Fuel gauge reads wrong.*\n +15 complaints, trend /);
  });

  it('says of one complaint what was read and why it is cited', async () => {
    const said = await run(savedAnswer(30), '--why', '11000003');
    expect(said).toMatch(/Read as what went wrong:\n {2}.+\n(?:.+\n)*It is of a group of 15 complaints: "/);
    expect(said).toMatch(/Cited for ".+" with 14 others\./);
    expect(await run(savedAnswer(30), '--why', '7')).toContain('is not among the 30');
  });

  it('says of one complaint what was left out as of another car, and that it tells another story', async () => {
    const story = 'My old van stalled in the rain. My engine stalled once. It has been a great car since.';
    const said = await run(savedAnswer(30, complaint(12_000_001, story)), '--why', '12000001');
    expect(said).toContain('Left out as told of another car:\n  My old van stalled in the rain.');
    expect(said).toMatch(/Cited for nothing: it tells another story/);
  });

  it('says why it names nothing', async () => {
    expect(await run(savedAnswer(5))).toMatch(/Fewer than 15 complaints/);
  });

  it.each([['{"hello":1}'], ['no JSON'], ['\u001f\u008bno gzip']])(
    'refuses a file that is no saved answer, in words: %j',
    async (text) => {
      await expect(run(Buffer.from(text, 'latin1'))).rejects.toThrow(
        /is no saved answer of NHTSA's complaints/,
      );
    },
  );

  it('says that a file cannot be read', async () => {
    await expect(printed(['--complaints', join(folder, 'nowhere.json')])).rejects.toThrow(/cannot be read/);
  });

  it.each(['yesterday', '2025-02-30', '30/06/2025'])('wants --as-of to be a day: %s', async (day) => {
    await expect(run(savedAnswer(30), '--as-of', day)).rejects.toThrow('--as-of must be a date such as');
  });

  it('does not pass over an --as-of that changes nothing', async () => {
    await expect(printed(['5NPDH4AE8DH100013', '--as-of', '2025-06-30'])).rejects.toThrow(
      '--as-of goes with --complaints',
    );
  });

  it('wants a VIN or a file', async () => {
    await expect(printed([])).rejects.toThrow(/Give a VIN, --complaints/);
  });
});

test('no complaints about a model that NHTSA does not list read as silence', () => {
  const counts = { complaintCount: 0, complaintsAnalyzed: 0, knownIssues: [] };
  const none = { status: 'insufficient_data', ...counts } as const;

  expect(issuesText('2017 Honda Civic', { ...none, modelListed: false })).toContain('this says nothing');
  expect(issuesText('2017 Honda Civic', { ...none, modelListed: true })).toContain('Fewer than 15');
});

test('how the car compares stands above its issues, other model years below each', () => {
  const { comparison, alsoYears } = fromWholeRecord;
  const recalls = { us: 0, canada: 0, canadaUnitsAffected: null, canadaUnitsCover: null, namesNote: null };
  const text = issuesText('2013 Hyundai Elantra', {
    status: 'ok',
    complaintCount: 250,
    complaintsAnalyzed: 250,
    knownIssues: [knownIssue('Stalls', { alsoYears })],
    reliability: { recalls, comparison },
  }).replace(/\s+/g, ' ');
  expect(text).toContain('more than about 90% of 40 models of its kind (car) and year');
  expect(text).toContain(comparison.caveat);
  expect(text).toContain('Also 2011 to 2014: owners of the neighbouring model years report it');
  expect(text).toContain('2012: 15 of 180 read');
});

test('what repairs did not help, and what no issue cites, is said in sentences', () => {
  const text = issuesText('2013 Hyundai Elantra', {
    status: 'ok',
    complaintCount: 60,
    complaintsAnalyzed: 60,
    knownIssues: [knownIssue('Stalls', { afterRepair: { notHelped: 3, partsUnavailable: 1 } })],
    alsoReported: [
      ...['engine', 'tires', 'wheels', 'visibility', 'structure', 'suspension', 'equipment'].map(
        (component, index) => ({ component, count: 9 - index }),
      ),
      { component: 'seats', count: 1, severitySignals: harm({ fires: 1, injuries: 2 }) },
    ],
  }).replace(/\s+/g, ' ');
  expect(text).toContain('3 owners say that a repair did not help and 1 owner could not get the parts.');
  expect(text).toContain(
    '43 more complaints belong to none of these failures: about engine (9), tires (8), wheels (7), visibility (6), ' +
      'structure (5), suspension (4), seats (1, with 1 fire and 2 injuries) and 1 other part.',
  );
});

test('what is missing and what was set aside stand beside the counts', () => {
  const unknown = { canadaUnitsAffected: null, canadaUnitsCover: null };
  const namesNote = 'HONDA ACCORD HYBRID is not included.';
  const text = issuesText('2024 Honda Accord', {
    status: 'insufficient_data',
    complaintCount: 3,
    complaintsAnalyzed: 0,
    knownIssues: [],
    missingComplaints: { count: 2, since: '2026-11-20T00:00:00.000Z' },
    reliability: { recalls: { us: 0, canada: null, ...unknown, namesNote } },
  });
  expect(text).toContain('2 of them are missing');
  expect(text).toContain('Recalls: 0 in the United States, not known in Canada');
  expect(text).toContain('HONDA ACCORD HYBRID is not included.');
});
