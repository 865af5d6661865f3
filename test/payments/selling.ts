import { systemClock } from '../../src/payments/clock.ts';
import { createDigests } from '../../src/payments/digests.ts';
import { createGate, type Gate, type GateOptions } from '../../src/payments/gate.ts';
import { decodePayment } from '../../src/payments/header.ts';
import { createLedger } from '../../src/payments/ledger.ts';
import type { Outcome } from '../../src/payments/outcome.ts';
import { createReconciler, type Reconciler } from '../../src/payments/reconcile.ts';
import type { Offer } from '../../src/payments/requirements.ts';
import type { ComputedAnswer } from '../../src/payments/sale.ts';
import { createStrikes } from '../../src/payments/strikes.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { anOffer } from './offer.ts';
import { type RecordedEvents, recordEvents } from './recorded-events.ts';
import { type SimulatedChain, simulateChain } from './simulated-chain.ts';
import { toHeader } from './wallet.ts';

export interface Shop extends Disposable, RecordedEvents {
  gate: Gate;
  reconciler: Reconciler;
  world: SimulatedChain;
  offer: Offer;
  computed: () => number;
  /** One call; `sent` is a payment as a client would send it. */
  buy(sent: object | undefined, buying?: Buying): Promise<Outcome>;
}

export interface Buying {
  request?: string;
  signal?: AbortSignal;
  validate?: () => void;
  compute?: (signal: AbortSignal) => Promise<ComputedAnswer>;
}

interface ShopOptions {
  world?: SimulatedChain;
  claimMs?: number;
  keepAnswerMs?: number;
  limits?: GateOptions['limits'];
  nowMs?: () => number;
}

/** A gate with everything behind it real but the chain. Two of them on one storage are two instances. */
export function openShop(storage: Storage, options: ShopOptions = {}): Shop {
  const world = options.world ?? simulateChain();
  const recorded = recordEvents();
  const clock = { ...systemClock, ...(options.nowMs && { nowMs: options.nowMs }) };
  const ledger = createLedger({
    store: storage.ledger,
    digests: createDigests('a secret of at least thirty-two characters'),
    clock,
    ...(options.claimMs && { claimMs: options.claimMs }),
    ...(options.keepAnswerMs && { keepAnswerMs: options.keepAnswerMs }),
  });
  const parts = {
    ledger,
    clock,
    events: recorded.events,
    facilitator: world.facilitator,
    chain: world.chain,
    strikes: createStrikes({ counters: storage.counters, clock }),
  };
  const gate = createGate({ ...parts, limits: { maxWaitMs: 5_000, resettleAfterMs: 0, ...options.limits } });
  const offer = anOffer();
  let computed = 0;

  return {
    ...recorded,
    gate,
    world,
    offer,
    reconciler: createReconciler({ ...parts, leases: storage.leases, everyMs: 50 }),
    computed: () => computed,
    buy(
      sent,
      { request = 'GET /v1/decode?vin=1', signal = new AbortController().signal, validate, compute } = {},
    ) {
      return gate.serve({
        offer,
        reading: sent ? decodePayment(toHeader(sent), 'PAYMENT-SIGNATURE') : { outcome: 'none' },
        purchase: { resource: '/v1/decode', request },
        signal,
        validate: () => validate?.(),
        async compute(_query, flightSignal) {
          const mine = ++computed;
          return compute ? await compute(flightSignal) : { body: { answer: mine }, charge: true };
        },
      });
    },
    [Symbol.dispose]: () => ledger[Symbol.dispose](),
  };
}
