import { z } from 'zod';
import type { Hex } from '../evm/hex.ts';
import type { Rpc } from '../evm/rpc.ts';
import type { Notify } from './facilitator-events.ts';

/** Both per unit of gas, in wei. */
export interface Fees {
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

const Quantity = z.templateLiteral(['0x', z.string()]);
const Head = z.object({ baseFeePerGas: Quantity });

const FEES_TTL_MS = 1_000;
/** A tenth more is what nodes ask for to replace a transaction; rounding must not fall below it. */
const BUMP_PERCENT = 25n;

/** Fees for the next block with room for the base fee to double; asked for at most once a second. */
export function createFeeSource(rpc: Rpc): () => Promise<Fees> {
  let known: { fees: Promise<Fees>; untilMs: number } | undefined;

  async function ask(): Promise<Fees> {
    const [head, tip] = await Promise.all([
      rpc.call('eth_getBlockByNumber', ['latest', false]),
      rpc.call('eth_maxPriorityFeePerGas', []),
    ]);
    const maxPriorityFeePerGas = BigInt(Quantity.parse(tip));
    return {
      maxFeePerGas: 2n * BigInt(Head.parse(head).baseFeePerGas) + maxPriorityFeePerGas,
      maxPriorityFeePerGas,
    };
  }

  return () => {
    if (known && known.untilMs > Date.now()) return known.fees;
    const fees = ask();
    known = { fees, untilMs: Date.now() + FEES_TTL_MS };
    fees.catch(() => {
      known = undefined;
    });
    return fees;
  };
}

const bump = (fee: bigint) => fee + (fee * BUMP_PERCENT) / 100n + 1n;

/** Enough to replace a transaction that pays `fees`, and no less than what the next block asks. */
export function bumpFees(fees: Fees, current: Fees): Fees {
  const highest = (one: bigint, other: bigint) => (one > other ? one : other);
  return {
    maxFeePerGas: highest(bump(fees.maxFeePerGas), current.maxFeePerGas),
    maxPriorityFeePerGas: highest(bump(fees.maxPriorityFeePerGas), current.maxPriorityFeePerGas),
  };
}

interface GasWatchOptions {
  rpc: Rpc;
  address: Hex;
  currentFees: () => Promise<Fees>;
  gasPerSettlement: bigint;
  /** Alarms when the balance pays for fewer settlements than this. */
  alarmBelowSettlements: number;
  /** The balance is not asked for more often than this. */
  intervalMs: number;
  notify: Notify;
}

/** Knows for how many settlements the account can pay, and raises the alarm before it cannot. */
export function createGasWatch(options: GasWatchOptions) {
  let known: { settlementsLeft: number; untilMs: number } | undefined;
  let asking: Promise<number> | undefined;

  async function ask(): Promise<number> {
    const [balance, fees] = await Promise.all([
      options.rpc.call('eth_getBalance', [options.address, 'latest']),
      options.currentFees(),
    ]);
    const cost = options.gasPerSettlement * (fees.maxFeePerGas || 1n);
    const settlementsLeft = Number(BigInt(z.string().parse(balance)) / cost);
    known = { settlementsLeft, untilMs: Date.now() + options.intervalMs };
    if (settlementsLeft === 0) options.notify({ event: 'gas_exhausted' });
    else if (settlementsLeft < options.alarmBelowSettlements) {
      options.notify({ event: 'gas_low', settlementsLeft });
    }
    return settlementsLeft;
  }

  return {
    /** Rejects when the node cannot be asked. */
    async settlementsLeft(): Promise<number> {
      if (known && known.untilMs > Date.now()) return known.settlementsLeft;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}
