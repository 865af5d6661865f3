import { describe, expect, it, vi } from 'vitest';
import { complaint, twoFailures } from '../../test/issues/complaints.ts';
import { folderOfTest } from '../../test/own-folder.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Clock } from '../lib/clock.ts';
import { createCachedFetch } from '../sources/cached.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { createEmbeddedSynthesizer } from './embedded-synthesizer.ts';
import { type FiledComplaints, fileComplaints, openFiled } from './read/filed.ts';
import { createIssueService, type IssueObserver } from './service.ts';
import type { IssueSynthesizer, ProposedIssue, Synthesis } from './synthesizer.ts';

const VEHICLE = { year: 2013, make: 'Hyundai', model: 'Elantra' };
const RECALLS = { us: 3, canada: 2, canadaUnitsAffected: 1000, canadaUnitsCover: 2, namesNote: null };
const FUEL_GAUGE_RECALL = {
  campaign: '12V345000',
  component: 'FUEL SYSTEM, GASOLINE:FUEL GAUGE SYSTEM',
  summary: 'The fuel gauge may read empty although there is fuel in the tank.',
};
const START_MS = Date.parse('2025-06-01T00:00:00Z');
const DAY_MS = 86_400_000;
const signal = new AbortController().signal;

/** A clock that stands still; sleeping ends only when it is moved past the time. */
function stillClock() {
  let nowMs = START_MS;
  const sleepers: { untilMs: number; wake: () => void }[] = [];
  const clock: Clock = {
    now: () => nowMs,
    random: () => 0.5,
    sleep: (ms, aborted) =>
      new Promise((resolve, reject) => {
        sleepers.push({ untilMs: nowMs + ms, wake: resolve });
        aborted?.addEventListener('abort', () => reject(aborted.reason), { once: true });
      }),
  };
  return {
    clock,
    move(ms: number) {
      nowMs += ms;
      for (const { untilMs, wake } of sleepers) if (untilMs <= nowMs) wake();
    },
    sleeping: () => sleepers.length,
  };
}

/** A model whose answer the test decides. */
function scripted(answer: () => Promise<Synthesis>): IssueSynthesizer & { calls: number } {
  const synthesizer = {
    engine: 'llm' as const,
    fingerprint: 'llm-test',
    mostComplaints: 160,
    calls: 0,
    synthesize() {
      synthesizer.calls += 1;
      return answer();
    },
  };
  return synthesizer;
}

const GAUGE: ProposedIssue = {
  title: 'Fuel gauge reads empty',
  tags: ['fuel system'],
  hazard: 'medium',
  citations: [0, 1, 2].map((index) => ({ odiNumber: 11_000_000 + index, strength: 1, main: true })),
};
const FROM_MODEL: Synthesis = {
  engine: 'llm',
  model: 'test/model',
  promptVersion: 'abc',
  proposals: [GAUGE],
};

const filedAs = (rows: ReturnType<typeof twoFailures>): FiledComplaints =>
  openFiled({ ...fileComplaints(rows), matchedModels: ['HYUNDAI ELANTRA'], modelListed: true });

async function setUp(
  rows = twoFailures(30),
  model?: IssueSynthesizer,
  shared?: Storage,
  observe?: IssueObserver,
) {
  const storage = shared ?? (await openStorage({ kind: 'sqlite', folder: folderOfTest() }));
  const time = stillClock();
  const cachedFetch = createCachedFetch({ cache: storage.cache, leases: storage.leases, clock: time.clock });
  const filed = filedAs(rows);
  const reads = { count: 0, fail: false, hang: false };
  const service = createIssueService({
    complaints: {
      keyOf: () => 'hyundai/elantra/2013',
      async read() {
        reads.count += 1;
        if (reads.hang) return new Promise(() => undefined);
        if (reads.fail) throw new ServiceError('upstream_unavailable', { source: 'NHTSA complaints' });
        const fetchedAt = new Date(time.clock.now()).toISOString();
        const provenance = { source: 'NHTSA complaints', fetchedAt, ageSeconds: 0, cache: 'miss' } as const;
        return { value: filed, provenance };
      },
    },
    recallCounts: async () => ({ counts: RECALLS, us: [FUEL_GAUGE_RECALL] }),
    embedded: createEmbeddedSynthesizer(),
    ...(model && { model }),
    ...(observe && { observe }),
    cachedFetch,
    clock: time.clock,
  });
  const ask = (asking = signal) => service.forVehicle(VEHICLE, { signal: asking });
  const gone = () => storage[Symbol.asyncDispose]();
  return { storage, time, filed, reads, ask, cachedFetch, [Symbol.asyncDispose]: gone };
}

describe('issues of a vehicle', () => {
  it('come with their reliability, recall counts and where they come from', async () => {
    await using test = await setUp();
    const answer = await test.ask();
    expect(answer).toMatchObject({
      status: 'ok',
      complaintCount: 30,
      matchedModels: ['HYUNDAI ELANTRA'],
      synthesis: { engine: 'embedded', model: null, cache: 'miss', degraded: false },
      reliability: { complaintCount: 30, recalls: RECALLS, asOf: '2025-06-01' },
      provenance: { source: 'NHTSA complaints', cache: 'miss' },
    });
    const parts = answer.reliability.topComponents.map(({ component }) => component);
    expect(parts).toEqual(['engine', 'fuel system']);
  });

  it('name the campaigns that describe the same failure', async () => {
    await using test = await setUp();
    const related = (await test.ask()).knownIssues.flatMap(({ relatedRecalls }) => relatedRecalls ?? []);
    expect(related).toMatchObject([{ campaign: '12V345000', basis: 'wording' }]);
  });

  it('carry the attribution that the Canadian counts among them need', async () => {
    await using test = await setUp(twoFailures(3));
    expect((await test.ask()).reliability.attribution.canada).toEqual({
      text: 'Contains information licensed under the Open Government Licence – Canada.',
      licenceUrl: 'https://open.canada.ca/en/open-government-licence-canada',
    });
  });

  it('end with the caller, and that is no failure of ours', async () => {
    const synthesisFailed = vi.fn();
    await using test = await setUp(twoFailures(30), undefined, undefined, { synthesisFailed });
    test.reads.hang = true;
    const gone = new AbortController();
    const asked = test.ask(gone.signal);
    while (test.reads.count === 0) await new Promise(setImmediate);
    gone.abort(new ServiceError('deadline_exceeded'));

    await expect(asked).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(synthesisFailed).not.toHaveBeenCalled();
    expect(test.reads.count).toBe(1);
  });

  it('are served from the cache for a day', async () => {
    await using test = await setUp();
    await test.ask();
    const again = await test.ask();
    expect(again.synthesis?.cache).toBe('hit');
    expect(test.reads.count).toBe(1);
  });

  it('say that 14 complaints are too few, and still state the reliability', async () => {
    await using test = await setUp(twoFailures(14));
    expect(await test.ask()).toMatchObject({
      status: 'insufficient_data',
      knownIssues: [],
      synthesis: null,
      reliability: { complaintCount: 14 },
    });
  });

  it('say how many complaints the newest answer lacks', async () => {
    await using test = await setUp();
    expect((await test.ask()).missingComplaints).toBeNull();
    const missingSince = '2025-06-02T00:00:00.000Z';
    test.filed.missing.push({ odiNumber: 11_000_000, missingSince }, { odiNumber: 11_000_001, missingSince });
    test.time.move(2 * DAY_MS);
    const missingComplaints = { count: 2, since: missingSince };
    expect(await test.ask()).toMatchObject({ complaintCount: 30, missingComplaints });
  });

  it('come from an older copy when the complaints cannot be read', async () => {
    await using test = await setUp();
    await test.ask();
    test.time.move(2 * DAY_MS);
    test.reads.fail = true;
    const stale = { cache: 'stale' };
    expect(await test.ask()).toMatchObject({ status: 'ok', synthesis: stale, provenance: stale });
  });

  it('fail as the source does when there is no older copy', async () => {
    await using test = await setUp();
    test.reads.fail = true;
    await expect(test.ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});

const stoodIn = { engine: 'embedded', degraded: true };

describe('issues named by a model', () => {
  it('are not asked for again while the complaints are the same, for 90 days', async () => {
    const model = scripted(async () => FROM_MODEL);
    await using test = await setUp(twoFailures(30), model);
    await test.ask();
    test.time.move(60 * DAY_MS);
    expect(await test.ask()).toMatchObject({
      provenance: { cache: 'miss' },
      synthesis: { engine: 'llm', synthesizedAt: '2025-06-01T00:00:00.000Z', cache: 'hit' },
    });
    expect(model.calls).toBe(1);

    test.time.move(31 * DAY_MS);
    await test.ask();
    expect(model.calls).toBe(2);
  });

  it('are named anew when a complaint was added', async () => {
    const model = scripted(async () => FROM_MODEL);
    await using test = await setUp(twoFailures(30), model);
    await test.ask();
    Object.assign(test.filed, filedAs([...twoFailures(30), complaint(11_500_000, 'The engine stalled.')]));
    test.time.move(2 * DAY_MS);
    await test.ask();
    expect(model.calls).toBe(2);
  });

  it('are named by the embedded engine, and marked so, when the model fails', async () => {
    const model = scripted(() => Promise.reject(new Error('down')));
    await using test = await setUp(twoFailures(30), model);
    expect(await test.ask()).toMatchObject({ status: 'ok', synthesis: stoodIn });
  });

  const madeUp = { ...GAUGE, citations: [{ odiNumber: 99_999_999, strength: 1, main: true }] };
  it.each([
    ['names nothing', []],
    ['makes up what it cites', [madeUp]],
  ])('are named by the embedded engine when the model %s', async (_how, proposals) => {
    const model = scripted(async () => ({ ...FROM_MODEL, proposals }));
    await using test = await setUp(twoFailures(30), model);
    expect(await test.ask()).toMatchObject({ status: 'ok', synthesis: stoodIn });
    await test.ask();
    expect(model.calls).toBe(1);
  });

  it('show no clear pattern when neither engine finds one', async () => {
    const nothing = Array.from({ length: 20 }, (_, index) => complaint(11_000_000 + index, ''));
    const model = scripted(async () => ({ ...FROM_MODEL, proposals: [] }));
    await using test = await setUp(nothing, model);
    expect(await test.ask()).toMatchObject({ status: 'no_clear_pattern', knownIssues: [] });
  });

  it('are not said to have failed by the model when the complaints cannot be read', async () => {
    const modelFailed = vi.fn();
    const model = scripted(async () => FROM_MODEL);
    await using test = await setUp(twoFailures(30), model, undefined, { modelFailed });
    test.reads.fail = true;
    await expect(test.ask()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    expect(modelFailed).not.toHaveBeenCalled();
  });

  it('come from the older good answer rather than a degraded one', async () => {
    let fails = false;
    const model = scripted(async () => {
      if (fails) throw new Error('down');
      return FROM_MODEL;
    });
    await using test = await setUp(twoFailures(30), model);
    await test.ask();
    fails = true;
    Object.assign(test.filed, filedAs([...twoFailures(30), complaint(11_500_000, 'The engine stalled.')]));
    test.time.move(2 * DAY_MS);
    expect(await test.ask()).toMatchObject({ synthesis: { engine: 'llm', cache: 'stale', degraded: false } });
  });

  it('do not keep a caller waiting, and a late answer serves the next one', async () => {
    const late = Promise.withResolvers<Synthesis>();
    const model = scripted(() => late.promise);
    await using test = await setUp(twoFailures(30), model);
    const first = test.ask();
    while (test.time.sleeping() === 0) await new Promise(setImmediate);
    test.time.move(41_000);
    expect(await first).toMatchObject({ synthesis: { engine: 'embedded', degraded: true } });

    late.resolve(FROM_MODEL);
    await test.cachedFetch.idle();
    expect(await test.ask()).toMatchObject({ synthesis: { engine: 'llm', degraded: false, cache: 'hit' } });
  });

  it('are asked for once by callers of the same moment', async () => {
    const model = scripted(async () => FROM_MODEL);
    await using test = await setUp(twoFailures(30), model);
    await Promise.all([test.ask(), test.ask(), test.ask()]);
    expect(model.calls).toBe(1);
  });

  it('are asked for once by instances that share a storage', async () => {
    const model = scripted(async () => FROM_MODEL);
    await using one = await setUp(twoFailures(30), model);
    const other = await setUp(twoFailures(30), model, one.storage);
    await one.ask();
    expect(await other.ask()).toMatchObject({ synthesis: { engine: 'llm', cache: 'hit' } });
    expect(model.calls).toBe(1);
  });
});
