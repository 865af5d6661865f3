import { steadyNow, systemClock, withDeadline } from '../../lib/clock.ts';
import type { Chain } from '../evm/chain.ts';
import type { Hex } from '../evm/encoding.ts';
import type { Nodes } from '../evm/nodes.ts';
import { authorizedTransferOf } from '../evm/transfer.ts';
import type { Facilitator, Notify } from './facilitator.ts';

/** A sale looks at the nodes itself where the last look is older. */
const FRESH_FOR_SALE_MS = 1_000;
/** Often enough for whoever asks whether the service is ready, without wearing out what a node allows a day. */
const FRESH_FOR_READINESS_MS = 15_000;
/** Circle bars an address for good, and rarely. */
const BARRED_TTL_MS = 60_000;
/** A node that does not answer in this time does not hold up a sale. */
const NODE_TIMEOUT_MS = 1_500;

interface Options {
  facilitator: Facilitator;
  nodes: Nodes;
  chain: Pick<Chain, 'isBarred'>;
  payTo: Hex;
  notify?: Notify;
}

/**
 * A facilitator that takes no payment while our nodes are wrong, or were never examined: who would settle then could
 * not know for what, nor find a settlement whose answer was lost. Nor while no USDC may come to the seller.
 */
export function guardByNodes({ facilitator, nodes, chain, payTo, notify = () => {} }: Options): Facilitator {
  let isBarred = false;
  let knownUntilMs = 0;
  let asking: Promise<void> | undefined;

  async function askWhetherBarred(): Promise<void> {
    const wasBarred = isBarred;
    // While no node can be asked, what was said last counts.
    isBarred = await chain.isBarred(payTo).catch(() => isBarred);
    knownUntilMs = steadyNow() + BARRED_TTL_MS;
    asking = undefined;
    if (isBarred && !wasBarred) notify({ event: 'pay_to_barred' });
  }

  async function mayReceive(): Promise<boolean> {
    if (steadyNow() >= knownUntilMs) asking ??= askWhetherBarred();
    await asking;
    return !isBarred;
  }

  const areBelieved = async (freshMs: number) => {
    const looking = nodes.refresh(freshMs);
    const asking = looking.then(() => nodes.areBelieved && mayReceive());
    const late = () => nodes.areBelieved && !isBarred;
    return withDeadline(asking, { clock: systemClock, ms: NODE_TIMEOUT_MS, late });
  };

  return {
    async verify(payment) {
      const [verification, isBelieved] = await Promise.all([
        facilitator.verify(payment),
        areBelieved(FRESH_FOR_SALE_MS),
      ]);
      // Nobody is to blame for a payment that cannot come to a barred seller.
      const isTheirFault = verification.kind === 'invalid' && !isBarred;
      return isBelieved || isTheirFault ? verification : { kind: 'unavailable' };
    },
    async settle(payment) {
      if (!nodes.areBelieved) return { kind: 'failed', reason: 'payment_service_unavailable' };
      return facilitator.settle(payment);
    },
    async support() {
      const [support, isBelieved] = await Promise.all([
        facilitator.support(),
        areBelieved(FRESH_FOR_READINESS_MS),
      ]);
      return { ...support, ready: support.ready && isBelieved };
    },
  };
}

interface ProofOptions {
  facilitator: Facilitator;
  chain: Pick<Chain, 'findTransfer'>;
  notify: Notify;
  /** Time for which a transaction may be missing: our node may hear of a block later than the facilitator's. */
  deadlineMs?: number;
  pollMs?: number;
  nodeTimeoutMs?: number;
}

/**
 * A facilitator whose word is compared with a node of ours: what the chain does not show as paid is an open outcome.
 * Where the node cannot be asked, the facilitator's word counts until the audit.
 */
export function proveSettlements({
  facilitator,
  chain,
  notify,
  deadlineMs = 3_000,
  pollMs = 100,
  nodeTimeoutMs = NODE_TIMEOUT_MS,
}: ProofOptions): Facilitator {
  return {
    verify: (payment) => facilitator.verify(payment),
    support: () => facilitator.support(),

    async settle(payment) {
      const settlement = await facilitator.settle(payment);
      if (settlement.kind !== 'settled') return settlement;
      const untilMs = steadyNow() + deadlineMs;
      for (;;) {
        const looking = chain.findTransfer(authorizedTransferOf(payment), settlement.transaction);
        const deadline = { clock: systemClock, ms: nodeTimeoutMs, late: () => undefined };
        const found = await withDeadline(looking, deadline).catch(() => undefined);
        if (found === undefined || found.kind === 'paid') return settlement;
        if (found.kind === 'missing' && steadyNow() < untilMs) {
          await systemClock.sleep(pollMs);
          continue;
        }
        notify({ event: 'settlement_doubted', doubt: 'transaction' });
        // One that is missing may come yet.
        return found.kind === 'missing' ? { ...settlement, kind: 'unknown' } : { kind: 'unknown' };
      }
    },
  };
}
