import { type Clock, systemClock } from '../../lib/clock.ts';
import { askedAgain, createSource, type ReadBody } from '../http.ts';
import { about, modelsAnswer, type NhtsaRecall, recallsAnswer } from './records.ts';

export interface VehicleName {
  make: string;
  model: string;
  year: number;
}

/** Lists are kept per kind of issue: a model without a recall may be absent from the list of recalls. */
export type IssueList = 'recalls' | 'complaints';

export type Nhtsa = ReturnType<typeof createNhtsa>;

interface NhtsaOptions {
  baseUrl: string;
  userAgent: string;
  clock?: Clock;
  /** Shorter times make fault tests quick. */
  timing?: { attemptTimeoutMs: number; timeoutMs: number };
}

/** The calls of each kind: together they are what the host bears well, and a slow kind cannot take the other's. */
const CALLS_AT_A_TIME = 3;
const COMPLAINTS_TIMING = { attemptTimeoutMs: 30_000, timeoutMs: 45_000 };
const RECALLS_TIMING = { attemptTimeoutMs: 10_000, timeoutMs: 20_000 };
const BIGGEST_COMPLAINTS_BYTES = 32 * 1024 * 1024;
const BIGGEST_RECALLS_BYTES = 4 * 1024 * 1024;

const issueTypes = { recalls: 'r', complaints: 'c' } as const;

/** @NOTE "nothing filed" may come as HTTP 400; only an envelope with a `results` array counts as an answer. */
const ALSO_ANSWERS = [400];

/** Opens US recalls and complaints at api.nhtsa.gov. An empty array means that nothing is filed under that name. */
export function createNhtsa({ baseUrl, userAgent, clock = systemClock, timing }: NhtsaOptions) {
  const shared = { baseUrl, userAgent, maxConcurrent: CALLS_AT_A_TIME, clock };
  // Apart, so that slow complaints never rest the recalls.
  const recalls = createSource({
    name: 'NHTSA recalls',
    maxResponseBytes: BIGGEST_RECALLS_BYTES,
    ...shared,
    ...(timing ?? RECALLS_TIMING),
  });
  const complaints = createSource({
    name: 'NHTSA complaints',
    maxResponseBytes: BIGGEST_COMPLAINTS_BYTES,
    ...shared,
    ...(timing ?? COMPLAINTS_TIMING),
  });
  const sourceOf = (list: IssueList) => (list === 'recalls' ? recalls : complaints);
  const queryOf = ({ make, model, year }: VehicleName) => ({
    query: { make, model, modelYear: year },
    alsoAnswers: ALSO_ANSWERS,
  });
  /** Asks again where there should be something and is nothing. */
  const ask = <T>(isExpected: boolean, call: () => Promise<T[]>) =>
    isExpected ? askedAgain(call, clock) : call();

  return {
    url: baseUrl,
    async models(list: IssueList, make: string, year: number, isExpected = false): Promise<string[]> {
      const asked = { modelYear: year, make };
      const rows = await ask(isExpected, () =>
        sourceOf(list).getJson('products/vehicle/models', {
          query: { ...asked, issueType: issueTypes[list] },
          ...about(modelsAnswer, asked),
          alsoAnswers: ALSO_ANSWERS,
        }),
      );
      return rows.map(({ model }) => model);
    },
    recallsByVehicle(vehicle: VehicleName, isExpected = false): Promise<NhtsaRecall[]> {
      const call = queryOf(vehicle);
      return ask(isExpected, () =>
        recalls.getJson('recalls/recallsByVehicle', { ...call, ...about(recallsAnswer, call.query) }),
      );
    },
    /** Takes tens of seconds for popular cars, and megabytes, which `read` may take elsewhere. */
    complaintsByVehicle: <T>(vehicle: VehicleName, read: ReadBody<T>): Promise<T> =>
      complaints.get('complaints/complaintsByVehicle', { ...queryOf(vehicle), read }),
    health: () => [recalls.health(), complaints.health()],
    async [Symbol.asyncDispose]() {
      await Promise.all([recalls[Symbol.asyncDispose](), complaints[Symbol.asyncDispose]()]);
    },
  };
}
