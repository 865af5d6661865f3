import type { Chain } from '../../src/payments/chain.ts';
import type { Facilitator, Settlement, Verification } from '../../src/payments/facilitators/facilitator.ts';
import type { Hex, Payment } from '../../src/payments/payment.ts';

/** How a settlement goes wrong. `lost_before`: it never arrived. `lost_after`: it was done, and the answer got lost. */
export type SettleFault = 'lost_before' | 'lost_after' | 'unavailable' | 'rejects' | 'revert' | 'in_mempool';

export interface SimulatedChain {
  facilitator: Facilitator;
  chain: Chain;
  fund(payer: string, amount: bigint): void;
  /** What somebody other than the facilitator does with an authorization. */
  broadcast(payment: Payment): Hex;
  cancel(payment: Payment): void;
  isSpent(payment: Payment): boolean;
  isPaid(payment: Payment): boolean;
  drain(payer: string): void;
  /** Mines what is in the mempool. */
  mine(): void;
  /** What the seller has received. */
  received(): bigint;
  transactions(): number;
  counts: { verified: number; settled: number; evidence: number };
  /** Taken by the settlements to come, one each. */
  settleFaults: SettleFault[];
  /** Awaited by every settlement before it does anything. */
  beforeSettle: () => Promise<void>;
  /** Payers that are contracts, and what each thinks of a signature. */
  smartWallets: Map<string, (signature: string) => boolean>;
  nodeDown: boolean;
  verifyUnavailable: boolean;
  nowMs: () => number;
}

/** USDC's rules for authorizations without a chain, for tests that steer time and faults exactly. */
export function simulateChain(nowMs: () => number = Date.now): SimulatedChain {
  const balances = new Map<string, bigint>();
  const spent = new Map<string, { state: 'paid'; transaction: Hex } | { state: 'cancelled' }>();
  const mempool: Payment[] = [];
  let transactions = 0;
  let received = 0n;
  const keyOf = ({ payer, nonce }: { payer: string; nonce: string }) => `${payer}:${nonce}`;
  const balanceOf = (payer: string) => balances.get(payer) ?? 0n;

  function refusal(payment: Payment): (Verification & { outcome: 'invalid' })['reason'] | undefined {
    const approves = world.smartWallets.get(payment.payer);
    if (payment.signedBy === 'contract' && !approves?.(payment.signature)) return 'invalid_signature';
    if (spent.has(keyOf(payment))) return 'payment_already_used';
    if (payment.validBeforeSeconds * 1_000 <= world.nowMs()) return 'payment_expired';
    return balanceOf(payment.payer) < payment.amount ? 'insufficient_funds' : undefined;
  }

  function execute(payment: Payment): Hex {
    const why = refusal(payment);
    if (why) throw new Error(why);
    const transaction: Hex = `0x${(++transactions).toString(16).padStart(64, '0')}`;
    spent.set(keyOf(payment), { state: 'paid', transaction });
    balances.set(payment.payer, balanceOf(payment.payer) - payment.amount);
    received += payment.amount;
    return transaction;
  }

  async function settle(payment: Payment): Promise<Settlement> {
    await world.beforeSettle();
    world.counts.settled += 1;
    const fault = world.settleFaults.shift();
    if (fault === 'unavailable') return { outcome: 'failed', reason: 'payment_service_unavailable' };
    if (fault === 'rejects') throw new Error('a facilitator that breaks its promise');
    if (fault === 'revert') return { outcome: 'failed', reason: 'settlement_failed' };
    if (fault === 'lost_before') return { outcome: 'unknown' };
    const why = refusal(payment);
    if (why) return { outcome: 'failed', reason: why };
    if (fault === 'in_mempool') {
      mempool.push(payment);
      return { outcome: 'unknown', transaction: `0x${'e'.repeat(64)}` };
    }
    const transaction = execute(payment);
    return fault === 'lost_after' ? { outcome: 'unknown' } : { outcome: 'settled', transaction };
  }

  const askNode = () => {
    if (world.nodeDown) throw new Error('The node does not answer');
  };

  const world: SimulatedChain = {
    facilitator: {
      async verify(payment) {
        world.counts.verified += 1;
        if (world.verifyUnavailable) return { outcome: 'unavailable' };
        const reason = refusal(payment);
        return reason ? { outcome: 'invalid', reason } : { outcome: 'valid' };
      },
      settle,
      support: async () => ({ ready: true }),
    },
    chain: {
      async findEvidence(transfer) {
        world.counts.evidence += 1;
        askNode();
        const found = spent.get(keyOf(transfer));
        if (found?.state === 'paid') return found;
        if (found) return { state: 'void' };
        return { state: transfer.validBeforeSeconds * 1_000 + 30_000 <= world.nowMs() ? 'void' : 'open' };
      },
      async balanceOf(address) {
        askNode();
        return balanceOf(address);
      },
      async hasCode(address) {
        askNode();
        return world.smartWallets.has(address);
      },
      authorizationState: async (payer, nonce) => spent.has(keyOf({ payer, nonce })),
    },
    fund: (payer, amount) => balances.set(payer.toLowerCase(), balanceOf(payer.toLowerCase()) + amount),
    broadcast: execute,
    cancel: (payment) => spent.set(keyOf(payment), { state: 'cancelled' }),
    isSpent: (payment) => spent.has(keyOf(payment)),
    isPaid: (payment) => spent.get(keyOf(payment))?.state === 'paid',
    drain: (payer) => balances.set(payer.toLowerCase(), 0n),
    mine() {
      for (const payment of mempool.splice(0)) if (!refusal(payment)) execute(payment);
    },
    received: () => received,
    transactions: () => transactions,
    counts: { verified: 0, settled: 0, evidence: 0 },
    settleFaults: [],
    beforeSettle: async () => {},
    smartWallets: new Map(),
    nodeDown: false,
    verifyUnavailable: false,
    nowMs,
  };
  return world;
}
