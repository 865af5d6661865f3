import { answeredInTime, type Clock } from '../../lib/clock.ts';
import type { CounterStore } from '../../storage/storage.ts';
import { checkSignIn, type SignIn } from '../wire/extensions/sign-in-with-x.ts';
import type { Offer } from '../wire/requirements.ts';
import { type Outcome, type PaymentEvents, type Request, refuse, unavailable } from './call.ts';
import { LedgerUnavailableError } from './ledger.ts';
import { readParameters, type Sale } from './sale.ts';

/** A request for what has been paid for, with the proof of who has paid in place of a payment. */
interface SignedInCall {
  offer: Offer;
  /** The value of the header. */
  header: string;
  /** Throws a Failure that names every problem with the parameters. */
  readRequest(): Request;
}

export type SignIns = ReturnType<typeof createSignIns>;

interface Options {
  sale: Pick<Sale, 'fetchKept'>;
  counters: Pick<CounterStore, 'increment' | 'read'>;
  clock: Clock;
  events: PaymentEvents;
}

/** Instances whose clocks differ must not take it a second time. */
const FORGET_LATER_MS = 60_000;

/** Gives wallets that sign in what they have paid for. Each sign-in is good for one answer; all others get a challenge. */
export function createSignIns({ sale, counters, clock, events }: Options) {
  /** True for one instance and one call only. */
  async function takeNonce({ nonce, expiresAtMs }: SignIn): Promise<boolean> {
    try {
      const counted = counters.increment(`sign-in:${nonce}`, 0, expiresAtMs + FORGET_LATER_MS);
      return (await answeredInTime(counted)) === 1;
    } catch (cause) {
      throw new LedgerUnavailableError('The nonces of sign-ins cannot be counted', { cause });
    }
  }

  async function fetch({ offer, header, readRequest }: SignedInCall): Promise<Outcome> {
    const { network, signIn: terms, resource } = offer;
    const signedIn =
      terms && checkSignIn(header, { network, terms, resourceUrl: resource.url, nowMs: clock.now() });
    if (!signedIn) return refuse(events, 'payment_required');
    const read = readParameters(readRequest);
    if ('failure' in read) return read;
    if (!(await takeNonce(signedIn))) return refuse(events, 'payment_required');
    return sale.fetchKept(signedIn.payer, read.request);
  }

  return {
    async fetch(call: SignedInCall): Promise<Outcome> {
      try {
        return await fetch(call);
      } catch (error) {
        if (!(error instanceof LedgerUnavailableError)) throw error;
        events.unavailable('ledger');
        return unavailable();
      }
    },
  };
}
