import { ATOMIC_PER_USD, type Budget } from './budget.ts';
import { type ExchangeOptions, readSettlement, type ServiceReply, timedOut, toError } from './exchange.ts';
import { LONGEST_VALIDITY_SECONDS, readTerms, type Terms, toHeader } from './wallet.ts';

/** `BatchSettlementEvmScheme` of x402's package `@x402/evm`, as far as it is used: it signs, and knows its channels. */
interface ChannelScheme {
  createPaymentPayload(version: number, requirements: object): Promise<{ payload: object }>;
  processCorrectivePaymentRequired(required: object): Promise<boolean>;
  readonly schemeHooks: { onPaymentResponse?(context: object): Promise<unknown> };
}

type ChooseDeposit = (wanted: { channelId: string; minimumDepositAmount: string }) => string | false;

/** Makes the scheme; what it is given goes into its options, beside the `storage` in which it keeps its state. */
export type OpenChannel = (deposits: { depositStrategy: ChooseDeposit }) => ChannelScheme;

/** The payment that is signed for one request. */
export type Voucher = Awaited<ReturnType<ReturnType<typeof createChannel>>>;

/** The time for which a deposit that is sent again must still be good. */
const SHORTEST_VALIDITY_MS = 60_000;
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Pays by a channel: a deposit, then a voucher for each call, one after another. A deposit counts against the total
 * from when it is signed; a voucher counts beyond that where it is for more than this client has deposited.
 */
export function createChannel(open: OpenChannel, depositUsd: number, budget: Budget) {
  /** Counted, and no voucher is signed for it yet. */
  let prepaid = 0;
  /** The highest sum that was signed for. */
  let top = { channelId: '', sum: 0 };
  /** A deposit that is not known to have been taken: sent again, so that there are not two on their way. */
  let unheard: { channelId: string; amount: number; untilMs: number; signed: unknown } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let choose: ChooseDeposit = () => false;
  const scheme = open({ depositStrategy: (wanted) => choose(wanted) });

  return async (terms: Terms, { id, url, isRefund = false, signal, untilMs: endMs, hold }: Signing) => {
    const { domain, ...accepted } = terms;
    const { receiverAuthorizer, withdrawDelay } = Object(accepted.extra);
    const amount = isRefund ? 0 : Number(accepted.amount);
    const maxTimeoutSeconds = Math.min(accepted.maxTimeoutSeconds, LONGEST_VALIDITY_SECONDS);
    // How money is moved, and how much, is not the service's to say.
    const token = { name: domain.name, version: domain.version, assetTransferMethod: 'eip3009' };
    const extra = { receiverAuthorizer, withdrawDelay, ...token };
    const requirements = { ...accepted, amount: `${amount}`, maxTimeoutSeconds, extra };
    // It is its turn when all before it have ended.
    const free = last;
    let end = () => {};
    last = new Promise((resolve) => {
      end = () => resolve(free);
    });
    const late = AbortSignal.timeout(Math.max(0, Math.min(endMs - Date.now(), LONGEST_TIMEOUT_MS)));
    const over = signal ? AbortSignal.any([signal, late]) : late;
    const isOver = new Promise((resolve) => over.addEventListener('abort', resolve));
    if (!over.aborted) await Promise.race([free, isOver]);
    let held = 0;
    try {
      signal?.throwIfAborted();
      if (over.aborted) throw timedOut(url);
      const counted = Math.min(prepaid, amount);
      await hold(amount, counted);
      held = amount - counted;
      let deposited = 0;
      let again: unknown;
      choose = ({ channelId, minimumDepositAmount }) => {
        const least = Number(minimumDepositAmount);
        const isGood =
          unheard?.channelId === channelId && unheard.untilMs > Date.now() + SHORTEST_VALIDITY_MS;
        if (isGood && unheard && unheard.amount >= least) again = unheard.signed;
        if (again || isRefund) return false;
        deposited = Math.max(least, held, Math.min(depositUsd * ATOMIC_PER_USD, held + budget.left));
        budget.hold(deposited, Number.POSITIVE_INFINITY, held);
        held = deposited;
        return `${deposited}`;
      };
      const created = await scheme.createPaymentPayload(2, requirements);
      const { voucher, deposit: signed } = Object(created.payload);
      const { channelId } = voucher;
      const payload = {
        ...created.payload,
        ...(again !== undefined && { type: 'deposit', deposit: again }),
        ...(isRefund && { type: 'refund' }),
      };
      const header = toHeader(accepted, payload, id);
      // Only now: what is signed and not sent counts nowhere.
      const untilMs = Date.now() + maxTimeoutSeconds * 1000;
      if (deposited > 0) unheard = { channelId, amount: deposited, untilMs, signed };
      if (top.channelId !== channelId) top = { channelId, sum: 0 };
      const sum = Number(voucher.maxClaimableAmount);
      // A call that was signed for before counts already.
      prepaid += held - Math.max(0, Math.min(amount, sum - top.sum));
      top.sum = Math.max(top.sum, sum);
      return {
        header,
        amount,
        untilMs,
        deposited,
        /** Lets the next call go. */
        end,
        /** Rejects unless the service proves that the channel stands at another sum: the next voucher goes on there. */
        async correct(reply: ServiceReply): Promise<void> {
          const { channelState, voucherState } = Object(
            readTerms(reply.body, terms.payTo, [terms.scheme]).extra,
          );
          const accepts = [{ ...requirements, extra: { ...extra, channelState, voucherState } }];
          const required = { x402Version: 2, error: `${reply.body.error}`, accepts };
          const isProved = await scheme.processCorrectivePaymentRequired(required).catch(() => false);
          end();
          // Later than that an answer that was paid for may be kept no longer: nothing is paid twice in silence.
          if (!isProved || Date.now() > untilMs) throw toError(reply);
        },
        /** Takes note of what became of it. */
        async learn(reply: ServiceReply): Promise<void> {
          if (reply.body.charged) unheard = undefined;
          const back = isRefund ? Math.min(prepaid, Number(reply.body.refunded) || 0) : 0;
          prepaid -= back;
          budget.release(back);
          // There is less than is believed: as after a refund, what there is comes from the chain from now on.
          const isLess = reply.body.error === 'insufficient_funds';
          const paymentPayload = { payload: isLess ? { ...payload, type: 'refund' } : payload };
          const settleResponse = isLess ? { success: true } : readSettlement(reply);
          // Where its state cannot be kept the channel is out of step, which mends itself: here is the answer.
          await scheme.schemeHooks
            .onPaymentResponse?.({ paymentPayload, requirements, settleResponse })
            .catch(() => {});
        },
      };
    } catch (error) {
      budget.release(held);
      end();
      throw error;
    }
  };
}

interface Signing extends Pick<ExchangeOptions, 'signal'> {
  id: string;
  url: string;
  isRefund?: boolean;
  untilMs: number;
  hold: (amount: number, counted: number) => Promise<void>;
}
