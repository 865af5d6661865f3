import type { Config } from '../config/config.ts';
import type { Builders, Workshop } from './parts.ts';
import { partPatienceMs } from './patience.ts';

const ISO_DAY_LENGTH = '2026-11-20'.length;

/** What is known about all cars of a model: recalls, and failures that owners complain of. */
export const recallsAndIssues = {
  async recalls({ get }) {
    const { createRecallService } = await import('../recalls/recall-service.ts');
    const { nhtsa, transportCanada } = await get('sources');
    const recorded = await get('recordedWorld');
    return createRecallService({
      nhtsa,
      transportCanada,
      cachedFetch: await get('cachedFetch'),
      mirror: await get('mirror'),
      ...(recorded && { recorded }),
    });
  },
  async recallSamples({ get }) {
    return (await import('../recalls/recall-sample.ts')).createRecallSamples((await get('clock')).now);
  },
  async recallCounts({ config, get }) {
    const { countsInTime } = await import('../recalls/recall-service.ts');
    const patienceMs = partPatienceMs(config);
    return countsInTime(await get('recalls'), { patienceMs, clock: await get('clock') });
  },
  async complaintWorker({ config, closing }) {
    const { createComplaintWorker } = await import('../issues/read/worker.ts');
    return closing.use(createComplaintWorker(partPatienceMs(config)));
  },
  async complaints({ get }) {
    const { createComplaintsSource } = await import('../issues/read/source.ts');
    const { nhtsa } = await get('sources');
    const recorded = await get('recordedWorld');
    return createComplaintsSource({
      nhtsa,
      worker: await get('complaintWorker'),
      cachedFetch: await get('cachedFetch'),
      mirror: await get('mirror'),
      ...(recorded && { recorded }),
    });
  },
  async synthesizer({ get }) {
    const { embeddedIn } = await import('../issues/read/worker.ts');
    return embeddedIn(await get('complaintWorker'));
  },
  async model({ config, get }) {
    return config.languageModel && openModel(config.languageModel, get);
  },
  async issues({ config, get }) {
    const { createIssueService } = await import('../issues/service.ts');
    const model = await get('model');
    return createIssueService({
      complaints: await get('complaints'),
      recallCounts: await get('recallCounts'),
      embedded: await get('synthesizer'),
      ...(model && { model }),
      ...(config.languageModel && { modelPatienceMs: config.languageModel.patienceMs }),
      cachedFetch: await get('cachedFetch'),
      clock: await get('clock'),
      compare: await get('comparison'),
      observe: (await get('events')).issues,
    });
  },
  async comparison({ get }) {
    const { createComparison } = await import('../issues/reliability.ts');
    const [mirror, decoder, clock] = [await get('mirror'), await get('decoder'), await get('clock')];
    return createComparison({
      async record() {
        const copy = await mirror.copy('complaints');
        return copy && { standing: copy.reader, asOf: copy.provenance.fetchedAt.slice(0, ISO_DAY_LENGTH) };
      },
      bodyOf: (vin) => decoder.decode(vin, clock.now()).BodyClass,
    });
  },
  async issueSamples({ get }) {
    return (await import('../issues/issue-sample.ts')).createIssueSamples((await get('clock')).now);
  },
} satisfies Partial<Builders>;

/** Loaded only where a model is configured: the clients of its makers are large. */
async function openModel(config: NonNullable<Config['languageModel']>, get: Workshop['get']) {
  const [{ createModelSynthesizer }, { openLanguageModel }, { createKeptAnswers }] = await Promise.all([
    import('../issues/model/synthesizer.ts'),
    import('../sources/language-model/language-model.ts'),
    import('../sources/language-model/question.ts'),
  ]);
  const [{ counters, cache }, { model: observe }] = [await get('storage'), await get('events')];
  return createModelSynthesizer({
    model: openLanguageModel(config, { counters, observe }),
    embedded: await get('synthesizer'),
    kept: createKeptAnswers(cache, (await get('clock')).now),
  });
}
