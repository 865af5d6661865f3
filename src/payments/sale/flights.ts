import { isServiceError } from '../../errors/service-error.ts';
import type { BoundPayment } from '../../storage/ledger-store.ts';
import type { Hex } from '../evm/encoding.ts';
import { type Flight, type Outcome, pending } from './call.ts';

interface Joining {
  signal: AbortSignal;
  payer: Hex;
}

interface FlightWork {
  run: (flight: Flight) => Promise<Outcome>;
  onJoined: () => void;
}

interface Running extends Flight {
  outcome: Promise<Outcome>;
  callers: number;
  abort(): void;
}

/** Work that several callers may wait for at once, each of whom may leave. */
export function createFlights() {
  const running = new Map<string, Running>();

  function start(key: string, { run }: FlightWork): Running {
    const controller = new AbortController();
    const flight: Running = {
      signal: controller.signal,
      phase: 'computing',
      callers: 0,
      abort: () => controller.abort(),
      outcome: Promise.resolve({ kind: 'gone' }),
    };
    running.set(key, flight);
    flight.outcome = run(flight).finally(() => running.delete(key));
    // Every caller may have left: then nobody hears of a rejection, and it must not end the process.
    flight.outcome.catch(() => {});
    return flight;
  }

  return {
    /** Resolves when the work under way now is done, however it ends. */
    async idle(): Promise<void> {
      await Promise.allSettled([...running.values()].map(({ outcome }) => outcome));
    },
    /**
     * The outcome of the work under this key: the one under way, or `work` started now. A caller whose signal is aborted
     * leaves; their outcome then depends on whether money may move already.
     */
    async join(key: string, call: Joining, work: FlightWork): Promise<Outcome> {
      for (;;) {
        if (call.signal.aborted) return outcomeForLeaver(call.signal);
        const underWay = running.get(key);
        const flight = underWay ?? start(key, work);
        if (underWay) work.onJoined();
        const outcome = await attend(flight, call);
        // The others of this flight left and took it with them: whoever is still here starts another.
        if (outcome.kind === 'gone' && !call.signal.aborted) continue;
        return outcome;
      }
    },
  };
}

async function attend(flight: Running, { signal, payer }: Joining): Promise<Outcome> {
  const { promise: left, resolve: leave } = Promise.withResolvers<'left'>();
  const onAbort = () => leave('left');
  flight.callers += 1;
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const outcome = await Promise.race([flight.outcome, left]);
    if (outcome !== 'left') return outcome;
  } finally {
    flight.callers -= 1;
    signal.removeEventListener('abort', onAbort);
  }

  if (flight.callers === 0 && flight.phase !== 'settling') flight.abort();
  return flight.phase === 'computing' ? outcomeForLeaver(signal) : pending(payer, undefined);
}

/** The caller left before anything was settled, or was sent away by a deadline. */
function outcomeForLeaver({ reason }: AbortSignal): Outcome {
  return isServiceError(reason) ? { kind: 'failure', failure: reason } : { kind: 'gone' };
}

/** Identical requests with the same payment share a flight, also those that come when it has expired meanwhile. */
export function flightKey(bound: BoundPayment): string {
  const { payer, nonce, signatureDigest, requestDigest, identifierDigest } = bound;
  return [payer, nonce, signatureDigest, requestDigest, identifierDigest ?? ''].join(' ');
}
