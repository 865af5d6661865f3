import { type RecordedExchange, startReplayServer } from '../../src/sources/recordings.ts';
import { startFakeSource } from '../sources/fake-source.ts';

/** nonsense: an answer in another shape, which says nothing against the source as a whole. */
type Manner = 'answers' | 'nonsense';

export interface FaultySource {
  manner: Manner;
  /** Requests so far. */
  asked: number;
  /** From now on nothing is answered, until it is released. */
  hold(): void;
  release(): void;
}

export interface FaultySources extends AsyncDisposable {
  recalls: FaultySource;
  complaints: FaultySource;
  environment: { NHTSA_URL: string; TRANSPORT_CANADA_URL: string };
}

/** Stands before recorded answers, over real HTTP, and makes recalls and complaints fail apart from each other. */
export async function startFaultySources(exchanges: readonly RecordedExchange[]): Promise<FaultySources> {
  await using parts = new AsyncDisposableStack();
  const replay = parts.use(await startReplayServer(exchanges));
  const recalls = createFaultySource();
  const complaints = createFaultySource();
  const server = parts.use(
    await startFakeSource(async (request, response) => {
      const path = request.url ?? '/';
      const source = /\/complaints\/|issueType=c/.test(path) ? complaints : recalls;
      source.asked += 1;
      await source.released;
      const answer = source.manner === 'answers' ? await fetch(replay.url + path) : undefined;
      const text = (await answer?.text()) ?? '{"news":"none"}';
      response.writeHead(answer?.status ?? 200, { 'content-type': 'application/json' }).end(text);
    }),
  );
  parts.defer(() => {
    recalls.release();
    complaints.release();
  });
  const { url } = server;
  const built = parts.move();
  return {
    recalls,
    complaints,
    environment: { NHTSA_URL: `${url}/nhtsa`, TRANSPORT_CANADA_URL: `${url}/transport-canada` },
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

function createFaultySource(): FaultySource & { released: Promise<void> } {
  let open: () => void = () => undefined;
  return {
    manner: 'answers',
    asked: 0,
    released: Promise.resolve(),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.released = promise;
      open = resolve;
    },
    release: () => open(),
  };
}
