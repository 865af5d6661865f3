import { type Clock, systemClock } from '../../src/lib/clock.ts';
import { joinPayments } from '../../src/payments/open-payments.ts';
import type { Attempts, ComputedAnswer, Outcome } from '../../src/payments/sale/call.ts';
import type { Reconciler } from '../../src/payments/sale/reconcile.ts';
import type { Sale, SaleOptions } from '../../src/payments/sale/sale.ts';
import type { SignIns } from '../../src/payments/sale/sign-ins.ts';
import { decodePayment } from '../../src/payments/wire/header.ts';
import type { Offer } from '../../src/payments/wire/requirements.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { anOffer } from './offer.ts';
import { type RecordedEvents, recordEvents } from './recorded-events.ts';
import { type SimulatedChain, simulateChain } from './simulated-chain.ts';
import { toHeader } from './wallet.ts';

export interface Shop extends Disposable, RecordedEvents {
  sale: Sale;
  signIns: SignIns;
  reconciler: Reconciler;
  world: SimulatedChain;
  offer: Offer;
  computed: () => number;
  /** One call; `sent` is a payment as a client would send it. */
  buy(sent: object | undefined, buying?: Buying): Promise<Outcome>;
}

interface Buying {
  request?: string;
  signal?: AbortSignal;
  /** Throws what reading the parameters throws. */
  requestId?: string;
  readParameters?: () => void;
  failed?: Attempts;
  /** Whether the response is sent whole. */
  arrives?: boolean;
  compute?: (signal: AbortSignal) => Promise<ComputedAnswer>;
}

const withoutLimit: Attempts = { take: () => ({ waitSeconds: 0 }), giveBack() {} };

interface ShopOptions {
  world?: SimulatedChain;
  claimMs?: number;
  keepAnswerMs?: number;
  limits?: SaleOptions['limits'];
  secret?: string;
  formerSecrets?: readonly string[];
  nowMs?: () => number;
  /** In place of every waiting: between two looks at a payment of somebody else, and until claims are renewed. */
  sleep?: Clock['sleep'];
}

/** Of every shop that is given no other. */
export const SECRET = 'a secret of at least thirty-two characters';

/** A sale with everything behind it real but the chain. Two of them on one storage are two instances. */
export function openShop(storage: Storage, options: ShopOptions = {}): Shop {
  const world = options.world ?? simulateChain();
  const recorded = recordEvents();
  const clock = {
    ...systemClock,
    ...(options.nowMs && { now: options.nowMs }),
    ...(options.sleep && { sleep: options.sleep }),
  };
  const { claimMs, keepAnswerMs, limits, secret = SECRET, formerSecrets = [] } = options;
  const { ledger, sale, signIns, reconciler } = joinPayments({
    storage,
    secret,
    formerSecrets,
    facilitator: world.facilitator,
    chain: world.chain,
    events: recorded.events,
    clock,
    timing: {
      ...(claimMs !== undefined && { claimMs }),
      ...(keepAnswerMs !== undefined && { keepAnswerMs }),
      limits: { maxWaitMs: 5_000, resettleAfterMs: 0, ...limits },
      auditAfterMs: 0,
      reconcileEveryMs: 50,
    },
  });
  const offer = anOffer();
  let computed = 0;

  return {
    ...recorded,
    sale,
    signIns,
    world,
    offer,
    reconciler,
    computed: () => computed,
    async buy(
      sent,
      {
        request = 'GET /v1/decode?vin=1',
        signal = new AbortController().signal,
        requestId = 'a call',
        readParameters,
        compute,
        failed,
        arrives = true,
      } = {},
    ) {
      const outcome = await sale.sell({
        requestId,
        offer,
        reading: sent ? decodePayment(toHeader(sent), 'PAYMENT-SIGNATURE') : { kind: 'none' },
        failed: failed ?? withoutLimit,
        signal,
        readRequest() {
          readParameters?.();
          return {
            resource: '/v1/decode',
            text: request,
            async compute(flightSignal) {
              const mine = ++computed;
              return compute ? await compute(flightSignal) : { body: { answer: mine }, charge: true };
            },
          };
        },
      });
      if (outcome.kind === 'answer') outcome.handedOut?.(arrives);
      return outcome;
    },
    [Symbol.dispose]: () => ledger[Symbol.dispose](),
  };
}
