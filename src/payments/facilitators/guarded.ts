import { systemClock, withDeadline } from '../../lib/clock.ts';
import type { Nodes } from '../evm/nodes.ts';
import type { Facilitator } from './facilitator.ts';

/** A sale looks at the nodes itself where the last look is older. */
const FRESH_FOR_SALE_MS = 1_000;
/** Often enough for whoever asks whether the service is ready, without wearing out what a node allows a day. */
const FRESH_FOR_READINESS_MS = 15_000;
/** A node that does not answer in this time does not hold up a sale. */
const NODE_TIMEOUT_MS = 1_500;

/**
 * A facilitator that takes no payment while our nodes are wrong, or were never examined: who would settle then could
 * not know for what, nor find a settlement whose answer was lost.
 */
export function guardByNodes(facilitator: Facilitator, nodes: Nodes): Facilitator {
  const areBelieved = async (freshMs: number) => {
    const looking = nodes.refresh(freshMs);
    await withDeadline(looking, { clock: systemClock, ms: NODE_TIMEOUT_MS, late: () => undefined });
    return nodes.areBelieved;
  };

  return {
    async verify(payment) {
      const [verification, isBelieved] = await Promise.all([
        facilitator.verify(payment),
        areBelieved(FRESH_FOR_SALE_MS),
      ]);
      return isBelieved || verification.kind !== 'valid' ? verification : { kind: 'unavailable' };
    },
    async settle(payment) {
      if (!nodes.areBelieved) return { kind: 'failed', reason: 'payment_service_unavailable' };
      return facilitator.settle(payment);
    },
    async support() {
      const [{ ready }, isBelieved] = await Promise.all([
        facilitator.support(),
        areBelieved(FRESH_FOR_READINESS_MS),
      ]);
      return { ready: ready && isBelieved };
    },
  };
}
