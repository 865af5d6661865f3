import { isServiceError } from '../../errors/service-error.ts';
import type { BoundPayment } from '../../storage/ledger-store.ts';
import type { Hex } from '../evm/hex.ts';
import { type Outcome, pending } from './outcome.ts';

/** The work on one payment, which all identical requests of this process share. */
export interface Flight {
  /** Aborted when every caller has left before settling. */
  readonly signal: AbortSignal;
  /** `computing`: nothing was sent, it can be given up. `settling`: money may move, it runs to its end. */
  phase: 'computing' | 'following' | 'settling';
}

export interface Flights {
  /**
   * The outcome of the work under this key: the one under way, or `work` started now. A caller whose signal is aborted
   * leaves; their outcome then depends on whether money may move already.
   */
  join(key: string, call: Joining, work: FlightWork): Promise<Outcome>;
  /** Resolves when the work under way now is done, however it ends. */
  landed(): Promise<void>;
}

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

export function createFlights(): Flights {
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
    async landed() {
      await Promise.allSettled([...running.values()].map(({ outcome }) => outcome));
    },
    async join(key, call, work) {
      for (;;) {
        if (call.signal.aborted) return whenLeft(call.signal);
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
  return flight.phase === 'computing' ? whenLeft(signal) : pending(payer, undefined);
}

/** The caller left before anything was settled, or was sent away by a deadline. */
function whenLeft({ reason }: AbortSignal): Outcome {
  return isServiceError(reason) ? { kind: 'failure', failure: reason } : { kind: 'gone' };
}

/** Identical requests with the same payment share a flight, also those that come when it has expired meanwhile. */
export function flightKey(bound: BoundPayment): string {
  const { payer, nonce, signatureDigest, requestDigest, identifierDigest } = bound;
  return [payer, nonce, signatureDigest, requestDigest, identifierDigest ?? ''].join(' ');
}
