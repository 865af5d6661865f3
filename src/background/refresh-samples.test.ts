import { afterEach, expect, it, vi } from 'vitest';
import { issueAnswer, recallReport, vehicles } from '../../test/report/report-fixture.ts';
import { createIssueSamples } from '../issues/issue-sample.ts';
import { createRecallSamples } from '../recalls/recall-sample.ts';
import { startSampleRefresh } from './refresh-samples.ts';

afterEach(() => vi.useRealTimers());

it.each([
  ['the sources', {}, true],
  ['recorded answers', { recorded: true }, false],
] as const)('samples and what comes from %s', async (_from, recorded, isReplaced) => {
  vi.useFakeTimers();
  const { provenance } = recallReport();
  const issues = issueAnswer({ status: 'ok' });
  const faults: unknown[] = [];
  const [recallSamples, issueSamples] = [createRecallSamples(), createIssueSamples()];
  const shipped = [recallSamples.current().note, issueSamples.current().note];
  await using _refresh = startSampleRefresh({
    knowledge: {
      embeddedVehicles: vehicles,
      recalls: {
        forVehicle: async () =>
          recallReport({ provenance: { ...provenance, us: { ...provenance.us, ...recorded } } }),
      },
      recallSamples,
      issues: {
        forVehicle: async () => ({ ...issues, provenance: { ...issues.provenance, ...recorded } }),
      },
      issueSamples,
    },
    events: { backgroundFaulted: (fault) => void faults.push(fault) },
  });
  await vi.advanceTimersByTimeAsync(15_000);
  const notes = [recallSamples.current().note, issueSamples.current().note];
  expect(notes.map((note, index) => note !== shipped[index])).toEqual([isReplaced, isReplaced]);
  expect(faults).toEqual([]);
});
