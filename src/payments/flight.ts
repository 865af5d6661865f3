import { Failure } from '../failures/failure.ts';
import type { PaymentBinding } from '../storage/ledger-store.ts';
import { type Outcome, type Payee, PENDING_RETRY_SECONDS } from './outcome.ts';

/** `computing`: nothing was sent, it can be given up. `settling`: money may move, it runs to its end. */
type Phase = 'computing' | 'following' | 'settling';

/** The work on one payment, which all identical requests of this process share. */
export interface Flight {
  /** Aborted when every caller has left before settling. */
  readonly signal: AbortSignal;
  phase: Phase;
  /** Whether a caller is still there to be given the answer. */
  isAttended(): boolean;
}

export interface Flights {
  /**
   * The outcome of the work under this key: the one under way, or `work` started now. A caller whose signal is aborted
   * leaves; what he is told then depends on whether money may move already.
   */
  join(key: string, call: { signal: AbortSignal; payee: Payee }, work: FlightWork): Promise<Outcome>;
  /** Whether somebody waits in this process for the work under this key. */
  isAttended(key: string): boolean;
  /** Resolves when the work under way now is done, however it ends. */
  landed(): Promise<void>;
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
      isAttended: () => flight.callers > 0,
      abort: () => controller.abort(),
      outcome: Promise.resolve({ kind: 'aborted' }),
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
    isAttended: (key) => running.get(key)?.isAttended() ?? false,
    async join(key, call, work) {
      for (;;) {
        if (call.signal.aborted) return whenLeft(call.signal);
        const underWay = running.get(key);
        const flight = underWay ?? start(key, work);
        if (underWay) work.onJoined();
        const outcome = await attend(flight, call);
        // The others of this flight left and took it with them: whoever is still here starts another.
        if (outcome.kind === 'aborted' && !call.signal.aborted) continue;
        return outcome;
      }
    },
  };
}

async function attend(
  flight: Running,
  { signal, payee }: { signal: AbortSignal; payee: Payee },
): Promise<Outcome> {
  const { promise: left, resolve: leave } = Promise.withResolvers<'left'>();
  const onAbort = () => leave('left');
  flight.callers += 1;
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const outcome = await Promise.race([flight.outcome, left]);
    if (outcome !== 'left') return addressedTo(outcome, payee);
  } finally {
    flight.callers -= 1;
    signal.removeEventListener('abort', onAbort);
  }

  if (flight.callers === 0 && flight.phase !== 'settling') flight.abort();
  if (flight.phase !== 'computing')
    return { kind: 'pending', retryAfterSeconds: PENDING_RETRY_SECONDS, payee };
  return whenLeft(signal);
}

/** Who left before anything was settled, or was sent away by a deadline. */
function whenLeft({ reason }: AbortSignal): Outcome {
  return reason instanceof Failure ? { kind: 'failure', failure: reason } : { kind: 'aborted' };
}

/** Callers of one flight may have used different headers. */
function addressedTo(outcome: Outcome, payee: Payee): Outcome {
  return 'payee' in outcome ? { ...outcome, payee } : outcome;
}

/** Identical requests with the same payment share a flight, also those that come when it has expired meanwhile. */
export function flightKey(binding: PaymentBinding): string {
  const { payer, nonce, signatureDigest, requestDigest, identifierDigest } = binding;
  return [payer, nonce, signatureDigest, requestDigest, identifierDigest ?? ''].join(' ');
}
