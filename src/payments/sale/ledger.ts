import { randomUUID } from 'node:crypto';
import { answeredInTime, type Clock } from '../../lib/clock.ts';
import type { BoundPayment, Claim, LedgerBegin, PaymentKey, PaymentRow } from '../../storage/ledger-store.ts';
import type { ChannelStore, VoucherSale } from '../../storage/sql/channels.ts';
import type { LedgerStore } from '../../storage/sql/ledger.ts';
import type { Hex } from '../evm/encoding.ts';
import type { MinedTransfer } from '../evm/transfer.ts';
import type { AnyPayment, VoucherPayment } from '../wire/payment.ts';
import type { PaidRequest, Request } from './call.ts';
import { type Digests, type KeptSale, sealPayment, sealSale, unsealPayment, unsealSale } from './sealing.ts';

/** The storage could not be asked; what it was to note may or may not have been noted. */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError';
}

type RequestText = Pick<Request, 'resource' | 'text'>;

/** A payment that this process has the right to act upon. */
export interface Reservation {
  bound: BoundPayment;
  claim: Claim;
  /** When the authorization was first seen here: what the chain has before that is not about this sale. */
  firstSeenMs: number;
}

export type Ledger = ReturnType<typeof createLedger>;

interface Options {
  store: LedgerStore;
  channels: Pick<ChannelStore, 'sell'>;
  /** The present secret, and former ones: under those too rows are found and opened. */
  secrets: readonly [Digests, ...Digests[]];
  clock: Clock;
  /** The time for which the work of a process that has died stays reserved for it. */
  claimMs?: number;
  /** The time in which a settled answer can be fetched again. */
  keepAnswerMs?: number;
  /** Time until a settlement is first compared with the chain; left out, none is. */
  auditAfterMs?: number | undefined;
}

/**
 * The longest time for which the outcome of a payment stays open, whatever its payer signed for: one that the chain has not
 * seen by then is released like one that has expired. Nothing is lost by it: shown again it is settled, or honoured
 * where it has arrived after all, and the chain takes it only once.
 */
const LONGEST_OPEN_SECONDS = 7 * 86_400;

/**
 * The life of a settled row, whatever time its payer signed for. Its answer is gone long before, and from the end
 * of the look-back of fifteen minutes on a spent authorization buys nothing even where its row is forgotten: the chain
 * says that it is spent, and no evidence so old is looked for. The rest is reserve for clocks and slow nodes.
 */
const KEEP_ROW_MS = 86_400_000;

/** A signature is public once it is settled, so its answer is not to be had without end. */
const MAX_HAND_OUTS = 21;

const TRY_AGAIN_MS = 1_000;

/** The most that the clocks of two instances differ, where both are right. */
const CLOCKS_DIFFER_MS = 60_000;

/** The rules of the payment ledger over its store. Rejects with LedgerUnavailableError only. */
export function createLedger({
  store,
  channels,
  secrets,
  clock,
  claimMs = 4_500,
  keepAnswerMs = 600_000,
  auditAfterMs,
}: Options) {
  const claims = createClaims({ store, clock, claimMs });
  const closing = new AbortController();
  const [present, ...former] = secrets;

  /** The secrets that may be those of a row: none where it is of another form or secret. */
  const secretsOf = (row: PaymentRow) => secrets.filter((digests) => digests.mayHaveMade(row));
  const isOf = (row: PaymentRow, kind: 'request' | 'signature' | 'identifier', text: string) =>
    secretsOf(row).some((digests) => digests.digest(kind, text) === row[`${kind}Digest`]);

  const digestsBy = (digests: Digests, payment: AnyPayment, { text }: Pick<Request, 'text'>) => ({
    signatureDigest: digests.digest('signature', payment.signature),
    requestDigest: digests.digest('request', text),
    identifierDigest:
      payment.paymentIdentifier === undefined
        ? undefined
        : digests.digest('identifier', payment.paymentIdentifier),
  });

  async function ask<Value>(question: Promise<Value>): Promise<Value> {
    try {
      return await question;
    } catch (cause) {
      throw new LedgerUnavailableError('The payment ledger cannot be asked', { cause });
    }
  }

  /** Asks while a caller waits for the answer. */
  const askInTime = <Value>(question: Promise<Value>) => ask(answeredInTime(question));

  function dueWithin(longestDelayMs: number) {
    const nowMs = clock.now();
    return { nowMs, latestMs: nowMs + longestDelayMs + CLOCKS_DIFFER_MS };
  }

  /** Ignores the failure of a change that nobody waits for and that changes nothing for a caller. */
  function note(change: Promise<unknown>): void {
    change.catch(() => {});
  }

  function markSettled(bound: BoundPayment, { transaction, gas }: MinedTransfer): Promise<boolean> {
    const nowMs = clock.now();
    const mark = {
      transaction,
      gas,
      answerUntilMs: nowMs + keepAnswerMs,
      auditAtMs: nowMs + (auditAfterMs ?? 0),
      forgetAtMs: nowMs + KEEP_ROW_MS,
    };
    return askInTime(store.markSettled(bound, mark, nowMs));
  }

  /** Notes it as soon as the storage can be asked again: what the chain takes back can then be sent again. */
  async function markSettledLater(bound: BoundPayment, settled: MinedTransfer): Promise<void> {
    for (let isNoted = false; !isNoted; ) {
      await clock.sleep(TRY_AGAIN_MS, closing.signal);
      isNoted = await markSettled(bound, settled).then(
        () => true,
        () => false,
      );
    }
  }

  /** The row that stands in the way of a payment by voucher; nothing where it is undefined. */
  async function findHolder({ bound, payment, request }: PaidRequest<VoucherPayment>) {
    const earlier = former.map((digests) => digestsBy(digests, payment, request));
    const found = await askInTime(store.findHolder(bound, clock.now(), earlier));
    return found.kind === 'taken' ? found.row : undefined;
  }

  return {
    bind: (payment: AnyPayment, { resource, text }: RequestText, requestId: string): BoundPayment => ({
      payer: payment.payer,
      nonce: payment.nonce,
      form: present.form,
      ...digestsBy(present, payment, { text }),
      requestId,
      resource,
      asset: payment.requirements.asset.toLowerCase(),
      network: payment.requirements.network,
      payTo: payment.requirements.payTo.toLowerCase(),
      amount: payment.amount,
      validBeforeSeconds: Math.min(
        payment.validBeforeSeconds,
        Math.floor(clock.now() / 1_000) + LONGEST_OPEN_SECONDS,
      ),
    }),

    /** `taken`: the payment, its identifier, or the same request of this payer has a row already. */
    async reserve({
      bound,
      payment,
      request,
    }: PaidRequest): Promise<
      { kind: 'held'; reservation: Reservation } | { kind: 'taken'; row: PaymentRow } | { kind: 'again' }
    > {
      const nowMs = clock.now();
      const claim = claims.take();
      try {
        const earlier = former.map((digests) => digestsBy(digests, payment, request));
        const reserving = store.reserve(bound, claim, nowMs, earlier);
        const reserved = await askInTime(reserving).catch((error: unknown) => {
          // Nobody acts upon what is reserved too late.
          note(reserving.then(() => store.release(bound, claim.claim)));
          throw error;
        });
        if (reserved.kind === 'reserved') {
          return { kind: 'held', reservation: { bound, claim, firstSeenMs: nowMs } };
        }
        claims.drop(claim);
        return reserved;
      } catch (error) {
        claims.drop(claim);
        throw error;
      }
    },

    findHolder,
    /** Charges a channel for an answer and keeps that, in one change. False where something stands in the way. */
    async sellByVoucher(
      paid: PaidRequest<VoucherPayment>,
      answer: object,
      sale: Omit<VoucherSale, 'answer' | 'answerUntilMs' | 'forgetAtMs'>,
    ): Promise<boolean> {
      // The statement that sells knows the digests of the present secret alone.
      if (former.length > 0 && (await findHolder(paid))) return false;
      const { bound, payment, request } = paid;
      const nowMs = clock.now();
      const kept = {
        answer: sealSale({ answer, payment }, request.text, present),
        answerUntilMs: nowMs + keepAnswerMs,
        forgetAtMs: nowMs + KEEP_ROW_MS,
      };
      return askInTime(channels.sell(bound, { ...sale, ...kept }, nowMs));
    },

    /** Since when every payment that was taken stands here; from now on where nobody has said so before. */
    begin: (now: LedgerBegin) => ask(store.begin(now)),
    find: (key: PaymentKey) => askInTime(store.find(key)),
    /** Whether this very payment, with this signature, has a row. */
    async knows(payment: AnyPayment) {
      const row = await askInTime(store.find(payment));
      return row !== undefined && isOf(row, 'signature', payment.signature);
    },
    isForRequest: (row: PaymentRow, { text }: RequestText) => isOf(row, 'request', text),
    /**
     * Compares the row of an authorization with how it is shown. `unreadable`: it cannot be said, for the row is of
     * another form or secret.
     */
    compare(row: PaymentRow, { payment, request }: PaidRequest<AnyPayment>): 'same' | 'other' | 'unreadable' {
      const isSigned = isOf(row, 'signature', payment.signature);
      const isRequested = isOf(row, 'request', request.text);
      const { paymentIdentifier: id = '' } = payment;
      const isNamed = row.identifierDigest === undefined || isOf(row, 'identifier', id);
      if (isSigned && isRequested && isNamed) return 'same';
      // A row from before there was a form shows whose it is by what is equal.
      const isOurs = row.form === undefined ? isSigned || isRequested : secretsOf(row).length > 0;
      return isOurs ? 'other' : 'unreadable';
    },
    /**
     * The payment of this payer whose answer is, or will be, that of this request; else one for the same product of which
     * that cannot be said.
     */
    async findKept(payer: Hex, { resource, text }: RequestText) {
      const digests = secrets.map((secret) => secret.digest('request', text));
      const forms = secrets.map(({ form }) => form);
      return (
        (await askInTime(store.findByRequest(payer, digests))) ??
        askInTime(store.findOfOtherForm(payer, resource, forms))
      );
    },
    amountUnderWay: (key: PaymentKey) => askInTime(store.amountUnderWay(key, clock.now())),

    /** Keeps the answer. False: this process has lost the payment and must not settle it. */
    async beginSettlement({ bound, claim }: Reservation, sale: KeptSale, { text }: RequestText) {
      const nowMs = clock.now();
      const sealed = sealSale(sale, text, present);
      const payment = auditAfterMs === undefined ? undefined : sealPayment(sale.payment, present);
      return askInTime(
        store.beginSettlement(bound, { ...claim, claimedUntilMs: nowMs + claimMs }, sealed, nowMs, payment),
      );
    },

    /** The payment behind a row, for the identical request. */
    paymentOf: (row: PaymentRow, { text }: RequestText) => unsealSale(row, text, secretsOf(row))?.payment,

    /** Takes over a settlement that nobody works on, for one more attempt. */
    async takeOver(row: PaymentRow): Promise<Reservation | undefined> {
      const claim = claims.take();
      try {
        if (await askInTime(store.claimSettlement(row, row.claim, claim, clock.now()))) {
          return { bound: row, claim, firstSeenMs: row.createdAtMs };
        }
      } catch (error) {
        claims.drop(claim);
        throw error;
      }
      claims.drop(claim);
      return undefined;
    },

    markSettled,
    markSettledLater: (bound: BoundPayment, settled: MinedTransfer) => note(markSettledLater(bound, settled)),

    async markUnknown({ bound, claim }: Reservation, transaction: Hex | undefined) {
      const nowMs = clock.now();
      await ask(store.markUnknown(bound, claim.claim, transaction, nowMs, nowMs));
    },

    /** Forgets a payment that took no money. */
    release: ({ bound, claim }: Reservation) => ask(store.release(bound, claim.claim)),
    /** Forgets a payment whose settlement took no money, and enters why. */
    fail: ({ bound, claim }: Reservation, failure: { reason: string; transaction?: Hex | undefined }) =>
      ask(store.fail(bound, claim.claim, failure, clock.now())),
    /** Stops keeping the claim alive, however the work on it ended. */
    letGo: ({ claim }: Reservation) => claims.drop(claim),
    /** Forgets a payment of which the chain says that it can never pay, and enters that. */
    failVoid: (row: PaymentRow) =>
      ask(store.fail(row, row.claim, { reason: row.dropped ? 'lost' : 'void' }, clock.now())),

    /** The kept answer of a row, for the identical request; undefined once it was deleted or has had its time. */
    answerOf(row: PaymentRow, { text }: RequestText): object | 'unreadable' | undefined {
      const isOver = row.answerUntilMs !== undefined && row.answerUntilMs <= clock.now();
      if (isOver || row.answer === undefined) return undefined;
      return unsealSale(row, text, secretsOf(row))?.answer ?? 'unreadable';
    },
    /** Counts one more hand-out of a kept answer. False: it was handed out as often as may be. */
    countHandOut: (key: PaymentKey) => askInTime(store.countHandOut(key, MAX_HAND_OUTS)),
    /**
     * Notes that a response with the answer was sent whole; where that cannot be noted, nobody is worse off. Counts once:
     * only what strangers could ask for, by a signature that is public, is limited.
     */
    noteHandedOut: (key: PaymentKey) => note(store.countHandOut(key, 1)),
    /** Takes back a hand-out that was counted and did not arrive. Never fails. */
    takeBackHandOut: (key: PaymentKey) => note(store.takeBackHandOut(key)),

    /** `longestDelayMs`: the longest time for which a look is put off. */
    findUnresolved: (limit: number, longestDelayMs: number) =>
      ask(store.findUnresolved(dueWithin(longestDelayMs), limit)),
    /** Settled payments that are due to be compared with the chain. */
    findUnaudited: (limit: number, longestDelayMs: number) =>
      ask(store.findUnaudited(dueWithin(longestDelayMs), limit)),
    /** Notes that the settlement is final; what was kept to send it again is deleted. */
    markFinal: (row: PaymentRow, settled: MinedTransfer) => ask(store.markFinal(row, settled)),
    /** Notes that the settlement has vanished from the chain: its outcome is open again. */
    markDropped: (row: PaymentRow) => ask(store.markDropped(row, row.transaction ?? '', clock.now())),
    /** The payment behind a row whose settlement is not final, without its request. */
    paymentToSettle: (row: PaymentRow) => unsealPayment(row, secretsOf(row)),
    postpone: (key: PaymentKey, delayMs: number) =>
      ask(store.postpone(key, Math.ceil(clock.now() + delayMs))),

    [Symbol.dispose]() {
      closing.abort();
      claims[Symbol.dispose]();
    },
  };
}

interface ClaimsOptions {
  store: Pick<LedgerStore, 'renew'>;
  clock: Clock;
  claimMs: number;
}

/**
 * The claims of this process on payments. Most are gone before they need renewing. Time passes by the clock alone, so
 * that a test can tell a renewal in time from one that comes too late.
 */
function createClaims({ store, clock, claimMs }: ClaimsOptions) {
  const held = new Set<string>();
  const closing = new AbortController();
  let isRenewing = false;

  /** Ends when nothing is held any more, so that a process with nothing else to do can end. */
  async function renewWhileHeld(): Promise<void> {
    if (isRenewing) return;
    isRenewing = true;
    let renewal: Promise<unknown> = Promise.resolve();
    while (held.size > 0) {
      await Promise.all([clock.sleep(claimMs / 4, closing.signal), renewal]);
      // Where the storage cannot be asked the claims run out, and every later step of their work fails safely.
      if (held.size > 0) renewal = store.renew([...held], clock.now() + claimMs).catch(() => {});
    }
    isRenewing = false;
  }

  return {
    /** A claim that is kept alive until it is dropped. */
    take(): Claim {
      const claim = randomUUID();
      held.add(claim);
      // Closing ends the renewing of whatever is still held.
      renewWhileHeld().catch(() => {});
      return { claim, claimedUntilMs: clock.now() + claimMs };
    },
    drop({ claim }: Claim): void {
      held.delete(claim);
    },
    [Symbol.dispose]: () => closing.abort(),
  };
}
