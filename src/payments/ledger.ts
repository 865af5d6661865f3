import type { Claim, LedgerStore, PaymentBinding, PaymentKey, PaymentRow } from '../storage/ledger-store.ts';
import type { AuthorizedTransfer } from './chain.ts';
import { createClaims } from './claims.ts';
import type { Clock } from './clock.ts';
import type { Digests } from './digests.ts';
import { type KeptSale, openSale, sealSale } from './kept-sale.ts';
import { LedgerUnavailable } from './ledger-unavailable.ts';
import type { Hex, Payment } from './payment.ts';

/** What is bought. Two requests are identical when both texts are. */
export interface Purchase {
  /** What the ledger may show: the path, without any query. */
  resource: string;
  /** Everything that tells this request from another, in one canonical form. Stored as a keyed digest only. */
  request: string;
}

/** A payment that this process has the right to act upon. */
export interface Held {
  binding: PaymentBinding;
  claim: Claim;
  /** When the authorization was first seen here: what the chain has before that is not about this sale. */
  firstSeenMs: number;
}

export type Reserving =
  | { got: 'held'; held: Held }
  | { got: 'taken'; row: PaymentRow }
  | { got: 'try_again' };

/** The rules of the payment ledger over its store. Rejects with LedgerUnavailable only. */
export interface Ledger extends Disposable {
  bind(payment: Payment, purchase: Purchase): PaymentBinding;
  reserve(binding: PaymentBinding): Promise<Reserving>;
  find(key: PaymentKey): Promise<PaymentRow | undefined>;
  findOwed(binding: PaymentBinding): Promise<PaymentRow[]>;
  amountUnderWay(key: PaymentKey): Promise<bigint>;
  /** Keeps the answer. False: this process has lost the payment and must not settle it. */
  beginSettlement(held: Held, sale: KeptSale, purchase: Purchase): Promise<boolean>;
  /** The payment behind a row, for the identical request. */
  paymentOf(row: PaymentRow, purchase: Purchase): Payment | undefined;
  /** Takes over a settlement that nobody works on, for one more attempt. */
  takeOver(row: PaymentRow): Promise<Held | undefined>;
  markSettled(binding: PaymentBinding, transaction: Hex, handedOut: boolean): Promise<boolean>;
  markUnknown(held: Held, transaction: Hex | undefined): Promise<void>;
  /** Forgets a payment that took no money. */
  release(held: Held): Promise<boolean>;
  /** Stops keeping the claim alive, however the work on it ended. */
  letGo(held: Held): void;
  /** Forgets a payment of which the chain says that it can never pay. */
  releaseVoid(row: PaymentRow): Promise<boolean>;
  /** The kept answer for the identical request, while it may be given. */
  replay(row: PaymentRow, purchase: Purchase): Promise<object | undefined>;
  /** Notes that the answer has reached a caller although somebody else marked it settled. */
  noteHandedOut(key: PaymentKey): Promise<void>;
  /** The kept answer that nobody was given, for one caller. */
  takeUndelivered(row: PaymentRow, purchase: Purchase): Promise<object | undefined>;
  findUnresolved(limit: number): Promise<PaymentRow[]>;
  postpone(key: PaymentKey, delayMs: number): Promise<void>;
}

interface Options {
  store: LedgerStore;
  digests: Digests;
  clock: Clock;
  /** How long the work of a process that has died stays reserved for it. */
  claimMs?: number;
  /** How long a settled answer can be fetched again. */
  keepAnswerMs?: number;
  /** How often: a signature is public once it is settled, so its answer is not to be had without end. */
  maxReplays?: number;
}

const DAY_MS = 86_400_000;

export function createLedger({
  store,
  digests,
  clock,
  claimMs = 10_000,
  keepAnswerMs = 600_000,
  maxReplays = 20,
}: Options): Ledger {
  const claims = createClaims({ store, clock, claimMs });

  async function ask<Value>(question: Promise<Value>): Promise<Value> {
    try {
      return await question;
    } catch (cause) {
      throw new LedgerUnavailable('The payment ledger cannot be asked', { cause });
    }
  }

  const answerOf = (row: PaymentRow, { request }: Purchase) => openSale(row, request, digests)?.answer;

  return {
    bind: (payment, purchase) => ({
      payer: payment.payer,
      nonce: payment.nonce,
      signatureDigest: digests.digest('signature', payment.signature),
      requestDigest: digests.digest('request', purchase.request),
      identifierDigest:
        payment.paymentIdentifier === undefined
          ? undefined
          : digests.digest('identifier', payment.paymentIdentifier),
      resource: purchase.resource,
      asset: payment.requirements.asset.toLowerCase(),
      payTo: payment.requirements.payTo.toLowerCase(),
      amount: payment.amount,
      validBeforeSeconds: payment.validBeforeSeconds,
    }),

    async reserve(binding) {
      const nowMs = clock.nowMs();
      const claim = claims.take();
      try {
        const reservation = await ask(store.reserve(binding, claim, nowMs));
        if (reservation.reserved) return { got: 'held', held: { binding, claim, firstSeenMs: nowMs } };
        claims.drop(claim);
        return reservation.row ? { got: 'taken', row: reservation.row } : { got: 'try_again' };
      } catch (error) {
        claims.drop(claim);
        throw error;
      }
    },

    find: (key) => ask(store.find(key)),
    findOwed: ({ payer, requestDigest }) => ask(store.findOwed(payer, requestDigest, clock.nowMs())),
    amountUnderWay: (key) => ask(store.amountUnderWay(key, clock.nowMs())),

    async beginSettlement({ binding, claim }, sale, purchase) {
      const nowMs = clock.nowMs();
      const sealed = sealSale(sale, purchase.request, digests);
      return ask(
        store.beginSettlement(binding, { ...claim, claimedUntilMs: nowMs + claimMs }, sealed, nowMs),
      );
    },

    paymentOf: (row, { request }) => openSale(row, request, digests)?.payment,

    async takeOver(row) {
      const claim = claims.take();
      try {
        if (await ask(store.claimSettlement(row, row.claim, claim, clock.nowMs()))) {
          return { binding: row, claim, firstSeenMs: row.createdAtMs };
        }
      } catch (error) {
        claims.drop(claim);
        throw error;
      }
      claims.drop(claim);
      return undefined;
    },

    async markSettled(binding, transaction, handedOut) {
      const nowMs = clock.nowMs();
      const mark = {
        transaction,
        handedOut,
        answerUntilMs: nowMs + keepAnswerMs,
        forgetAtMs: Math.max(binding.validBeforeSeconds * 1_000, nowMs) + DAY_MS,
      };
      return ask(store.markSettled(binding, mark, nowMs));
    },

    async markUnknown({ binding, claim }, transaction) {
      const nowMs = clock.nowMs();
      await ask(store.markUnknown(binding, claim.claim, transaction, nowMs, nowMs));
    },

    release: ({ binding, claim }) => ask(store.release(binding, claim.claim)),
    letGo: ({ claim }) => claims.drop(claim),
    releaseVoid: (row) => ask(store.release(row, row.claim)),

    async replay(row, purchase) {
      const answer = answerOf(row, purchase);
      return answer && (await ask(store.replay(row, maxReplays, clock.nowMs()))) ? answer : undefined;
    },

    async noteHandedOut(key) {
      await ask(store.takeUndelivered(key, clock.nowMs()));
    },

    async takeUndelivered(row, purchase) {
      const answer = answerOf(row, purchase);
      return answer && (await ask(store.takeUndelivered(row, clock.nowMs()))) ? answer : undefined;
    },

    findUnresolved: (limit) => ask(store.findUnresolved(clock.nowMs(), limit)),
    postpone: (key, delayMs) => ask(store.postpone(key, clock.nowMs() + delayMs)),

    [Symbol.dispose]: () => claims[Symbol.dispose](),
  };
}

/** What the chain is asked about. */
export function transferOf({
  payer,
  nonce,
  asset,
  payTo,
  amount,
  validBeforeSeconds,
}: PaymentBinding): AuthorizedTransfer {
  return {
    payer: asHex(payer),
    nonce: asHex(nonce),
    asset: asHex(asset),
    payTo: asHex(payTo),
    amount,
    validBeforeSeconds,
  };
}

export function asHex(text: string): Hex {
  if (!/^0x[0-9a-f]*$/.test(text)) throw new TypeError('The ledger holds lower-case hexadecimal only');
  return `0x${text.slice(2)}`;
}
