import { ATOMIC_PER_USD, type Budget } from './budget.ts';
import { readSettlement, type ServiceReply, type SignedPayment, toError } from './exchange.ts';
import { LONGEST_VALIDITY_SECONDS, readTerms, type Terms, toHeader } from './wallet.ts';

/** `BatchSettlementEvmScheme` of x402's package `@x402/evm`, as far as it is used: it signs, and knows its channels. */
export interface ChannelScheme {
  createPaymentPayload(version: number, requirements: object): Promise<{ payload: object }>;
  processCorrectivePaymentRequired(required: object): Promise<boolean>;
  readonly schemeHooks: { onPaymentResponse?(context: object): Promise<unknown> };
}

/** Makes the scheme; what it is given goes into its options, beside the `storage` in which it keeps its state. */
export type OpenChannel = (deposits: {
  depositStrategy: (wanted: { minimumDepositAmount: string }) => string | false;
}) => ChannelScheme;

/** A voucher, signed for one request. Until its end no other is signed. */
export interface Voucher extends SignedPayment {
  deposited: number;
  /** Rejects unless the service proves that the channel stands at another sum; the next voucher goes on from there. */
  correct(reply: ServiceReply): Promise<void>;
  /** Takes note of what became of it. */
  learn(reply: ServiceReply): Promise<void>;
  end(): void;
}

/** What counts against the total for one channel. */
interface Purse {
  /** Counted, and no voucher is signed for it yet. */
  prepaid: number;
  /** The highest sum that was signed for. */
  top: number;
  /** A deposit that is not known to have been taken: sent again, so that there are not two on their way. */
  open?: { amount: number; untilMs: number; signed: unknown } | undefined;
}

export const OUT_OF_STEP = 'invalid_batch_settlement_evm_cumulative_amount_mismatch';
/** The time for which a deposit that is sent again must still be good. */
const SHORTEST_VALIDITY_MS = 60_000;

/**
 * Pays by a channel: a deposit, then a voucher for each call, one after another. A deposit counts against the total
 * from when it is signed; a voucher counts beyond that where it is for more than this client has deposited.
 */
export function createChannel(open: OpenChannel, depositUsd: number, budget: Budget) {
  /** By what makes another channel of it. */
  const purses = new Map<string, Purse>();
  let last: Promise<unknown> = Promise.resolve();
  let chooseDeposit = (_least: number): string | false => false;
  const scheme = open({ depositStrategy: (wanted) => chooseDeposit(Number(wanted.minimumDepositAmount)) });

  /** Waits until no other call is under way; what it returns lets the next one go. */
  async function takeTurn(): Promise<() => void> {
    const free = last;
    let end = () => {};
    last = new Promise((resolve) => {
      end = () => resolve(free);
    });
    await free;
    return end;
  }

  /** What is signed, and what of it is a new deposit. */
  async function sign(purse: Purse, requirements: object, amount: number, isRefund: boolean, hold: Hold) {
    const counted = Math.min(purse.prepaid, amount);
    await hold(amount, counted);
    let held = amount - counted;
    let deposited = 0;
    let kept: Purse['open'];
    chooseDeposit = (least) => {
      const { open } = purse;
      const isGood = open && open.untilMs > Date.now() + SHORTEST_VALIDITY_MS && open.amount >= least;
      if (isGood) kept = open;
      if (isGood || isRefund) return false;
      deposited = Math.max(least, held, Math.min(depositUsd * ATOMIC_PER_USD, held + budget.left));
      budget.hold(deposited, Number.POSITIVE_INFINITY, held);
      held = deposited;
      return `${deposited}`;
    };
    try {
      const { payload } = await scheme.createPaymentPayload(2, requirements);
      const sum = Number(Object(payload).voucher.maxClaimableAmount);
      // What was signed for before counts already.
      purse.prepaid += held - Math.max(0, Math.min(amount, sum - purse.top));
      purse.top = Math.max(purse.top, sum);
      if (isRefund) return { deposited, payload: { ...payload, type: 'refund' } };
      return { deposited, payload: { ...payload, ...(kept && { type: 'deposit', deposit: kept.signed }) } };
    } catch (error) {
      budget.release(held);
      throw error;
    }
  }

  /** Signs for one request, when it is its turn. */
  async function pay(terms: Terms, id: string, isRefund: boolean, hold: Hold): Promise<Voucher> {
    const { domain, ...accepted } = terms;
    const { receiverAuthorizer, withdrawDelay } = Object(accepted.extra);
    const { scheme: name, network, asset, payTo } = accepted;
    const purseName = [network, payTo, receiverAuthorizer, withdrawDelay].join().toLowerCase();
    const purse = purses.get(purseName) ?? { prepaid: 0, top: 0 };
    purses.set(purseName, purse);
    const amount = isRefund ? '0' : accepted.amount;
    const maxTimeoutSeconds = Math.min(accepted.maxTimeoutSeconds, LONGEST_VALIDITY_SECONDS);
    // How money is moved, and how much, is not the service's to say.
    const token = { name: domain.name, version: domain.version, assetTransferMethod: 'eip3009' };
    const extra = { receiverAuthorizer, withdrawDelay, ...token };
    const requirements = { scheme: name, network, asset, payTo, amount, maxTimeoutSeconds, extra };
    const end = await takeTurn();
    try {
      const { deposited, payload } = await sign(purse, requirements, Number(amount), isRefund, hold);
      const untilMs = Date.now() + maxTimeoutSeconds * 1000;
      if (deposited > 0) purse.open = { amount: deposited, untilMs, signed: Object(payload).deposit };
      return {
        id,
        header: toHeader(accepted, payload, id),
        amount: Number(amount),
        untilMs,
        uncertain: false,
        deposited,
        end,
        async correct(reply) {
          const { channelState, voucherState } = Object(findChannel(reply.body, payTo)?.extra);
          const accepts = [{ ...requirements, extra: { ...extra, channelState, voucherState } }];
          const required = { x402Version: 2, error: OUT_OF_STEP, accepts };
          // Later than that an answer that was paid for may be kept no longer: nothing is paid twice in silence.
          const isProved =
            Date.now() < untilMs &&
            (await scheme.processCorrectivePaymentRequired(required).catch(() => false));
          end();
          if (!isProved) throw toError(reply);
        },
        async learn(reply) {
          const { charged, error } = reply.body;
          if (charged) purse.open = undefined;
          // There is less than is believed: as after a refund, what there is comes from the chain from now on.
          const isLess = error === 'insufficient_funds';
          await scheme.schemeHooks
            .onPaymentResponse?.({
              paymentPayload: { payload: isLess ? { ...payload, type: 'refund' } : payload },
              requirements,
              settleResponse: isLess ? { success: true } : readSettlement(reply),
            })
            // Where its state cannot be kept the channel is out of step, which mends itself: here is the answer.
            .catch(() => {});
          const back = isRefund ? Math.min(purse.prepaid, Number(reply.body.refunded) || 0) : 0;
          purse.prepaid -= back;
          budget.release(back);
        },
      };
    } catch (error) {
      end();
      throw error;
    }
  }

  return pay;
}

type Hold = (amount: number, counted: number) => Promise<void>;

/** The terms of a channel, where the service offers one that fits. */
export function findChannel(body: ServiceReply['body'], payTo: string | undefined): Terms | undefined {
  try {
    return readTerms(body, payTo, 'batch-settlement');
  } catch {
    return undefined;
  }
}
