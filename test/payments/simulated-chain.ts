import type { Chain } from '../../src/payments/evm/chain.ts';
import type { Hex } from '../../src/payments/evm/encoding.ts';
import type { Facilitator, Settlement, Verification } from '../../src/payments/facilitators/facilitator.ts';
import type { Payment } from '../../src/payments/wire/payment.ts';

/**
 * Ways in which a settlement goes wrong. `own_code`: by the code at the payer's address. `lost_before`: it never
 * arrived. `lost_after`: it was done, and the answer got lost.
 * `lie`: nothing was done and it is called settled. `blame`: nothing was done and the payer is
 * said to have no funds, by our own key. `deny`: the same by somebody else. `deny_later`: so, and then it is mined.
 */
export type SettleFault =
  | 'lost_before'
  | 'lost_after'
  | 'unavailable'
  | 'rejects'
  | 'revert'
  | 'own_code'
  | 'in_mempool'
  | 'lie'
  | 'blame'
  | 'deny'
  | 'deny_later';

export interface SimulatedChain {
  facilitator: Facilitator;
  chain: Chain;
  fund(payer: string, amount: bigint): void;
  /** Does with an authorization what somebody other than the facilitator may do. */
  broadcast(payment: Payment): Hex;
  cancel(payment: Payment): void;
  isSpent(payment: Payment): boolean;
  isPaid(payment: Payment): boolean;
  drain(payer: string): void;
  /** A reorganisation: the payment was never made. */
  drop(payment: Payment): void;
  /** Blocks on top of every transaction. */
  depth: number;
  /** Mines what is in the mempool. */
  mine(): void;
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
  /** Whoever checks payments finds every signature wrong. */
  doubtsSignatures: boolean;
  /** The node lists no events. */
  hidesEvents: boolean;
  verifyUnavailable: boolean;
  nowMs: () => number;
}

/** USDC's rules for authorizations without a chain, for tests that steer time and faults exactly. */
export function simulateChain(nowMs: () => number = Date.now): SimulatedChain {
  const balances = new Map<string, bigint>();
  const spent = new Map<string, { kind: 'paid'; transaction: Hex; atMs: number } | { kind: 'cancelled' }>();
  const mempool: Payment[] = [];
  let transactions = 0;
  let received = 0n;
  const keyOf = ({ payer, nonce }: { payer: string; nonce: string }) => `${payer}:${nonce}`;
  const balanceOf = (payer: string) => balances.get(payer) ?? 0n;

  function refusal(payment: Payment): (Verification & { kind: 'invalid' })['reason'] | undefined {
    const approves = world.smartWallets.get(payment.payer);
    if (world.doubtsSignatures || (approves && !approves(payment.signature))) return 'invalid_signature';
    if (payment.signedBy === 'contract' && !approves) return 'invalid_signature';
    if (spent.has(keyOf(payment))) return 'payment_already_used';
    if (payment.validBeforeSeconds * 1_000 <= world.nowMs()) return 'payment_expired';
    return balanceOf(payment.payer) < payment.amount ? 'insufficient_funds' : undefined;
  }

  function execute(payment: Payment): Hex {
    const why = refusal(payment);
    if (why) throw new Error(why);
    const transaction: Hex = `0x${(++transactions).toString(16).padStart(64, '0')}`;
    spent.set(keyOf(payment), { kind: 'paid', transaction, atMs: world.nowMs() });
    balances.set(payment.payer, balanceOf(payment.payer) - payment.amount);
    received += payment.amount;
    return transaction;
  }

  async function settle(payment: Payment): Promise<Settlement> {
    await world.beforeSettle();
    world.counts.settled += 1;
    const fault = world.settleFaults.shift();
    if (fault === 'unavailable') return { kind: 'failed', reason: 'payment_service_unavailable' };
    if (fault === 'rejects') throw new Error('a facilitator that breaks its promise');
    if (fault === 'revert') return { kind: 'failed', reason: 'settlement_failed' };
    if (fault === 'own_code') return { kind: 'failed', reason: 'settlement_failed', byPayersCode: true };
    if (fault === 'lost_before') return { kind: 'unknown' };
    if (fault === 'lie') return { kind: 'settled', transaction: `0x${'1e'.repeat(32)}` };
    if (fault === 'blame') return { kind: 'failed', reason: 'insufficient_funds' };
    if (fault === 'deny_later') mempool.push(payment);
    if (fault === 'deny' || fault === 'deny_later') return { kind: 'denied', reason: 'insufficient_funds' };
    const why = refusal(payment);
    if (why) return { kind: 'failed', reason: why };
    if (fault === 'in_mempool') {
      mempool.push(payment);
      return { kind: 'unknown', transaction: `0x${'e'.repeat(64)}` };
    }
    const transaction = execute(payment);
    return fault === 'lost_after' ? { kind: 'unknown' } : { kind: 'settled', transaction };
  }

  const askNode = () => {
    if (world.nodeDown) throw new Error('The node does not answer');
  };

  const world: SimulatedChain = {
    facilitator: {
      async verify(payment) {
        world.counts.verified += 1;
        if (world.verifyUnavailable) return { kind: 'unavailable' };
        const reason = refusal(payment);
        return reason ? { kind: 'invalid', reason } : { kind: 'valid' };
      },
      settle,
      support: async () => ({ ready: true }),
    },
    chain: {
      async findEvidence(transfer, { sinceMs, afterBlock = 0, transaction }) {
        world.counts.evidence += 1;
        askNode();
        const found = spent.get(keyOf(transfer));
        if (found?.kind === 'paid' && found.transaction === transaction)
          return { kind: 'paid', transaction, depth: world.depth };
        if (found && world.hidesEvents) return { kind: 'hidden' };
        if (found?.kind === 'cancelled') return { kind: 'void' };
        // Each transaction is a block of its own.
        if (found && (found.atMs < sinceMs || Number(found.transaction) <= afterBlock))
          return { kind: 'earlier' };
        if (found) return { kind: 'paid', transaction: found.transaction, depth: world.depth };
        return { kind: transfer.validBeforeSeconds * 1_000 + 30_000 <= world.nowMs() ? 'void' : 'open' };
      },
      async findTransfer(transfer, transaction) {
        askNode();
        const found = spent.get(keyOf(transfer));
        if (found?.kind !== 'paid' || found.transaction !== transaction) return { kind: 'missing' };
        return { kind: 'paid', transaction, depth: world.depth };
      },
      async headNumber() {
        askNode();
        return transactions;
      },
      async balanceOf(address) {
        askNode();
        return balanceOf(address);
      },
      async isBarred() {
        return false;
      },
      async hasCode(address) {
        askNode();
        return world.smartWallets.has(address);
      },
    },
    fund: (payer, amount) => balances.set(payer.toLowerCase(), balanceOf(payer.toLowerCase()) + amount),
    broadcast: execute,
    cancel: (payment) => spent.set(keyOf(payment), { kind: 'cancelled' }),
    isSpent: (payment) => spent.has(keyOf(payment)),
    isPaid: (payment) => spent.get(keyOf(payment))?.kind === 'paid',
    drain: (payer) => balances.set(payer.toLowerCase(), 0n),
    depth: 1_000,
    drop(payment) {
      if (spent.get(keyOf(payment))?.kind !== 'paid') return;
      spent.delete(keyOf(payment));
      balances.set(payment.payer, balanceOf(payment.payer) + payment.amount);
      received -= payment.amount;
    },
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
    doubtsSignatures: false,
    hidesEvents: false,
    verifyUnavailable: false,
    nowMs,
  };
  return world;
}
