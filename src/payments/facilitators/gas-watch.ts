import { z } from 'zod';
import type { Hex } from '../evm/hex.ts';
import type { Rpc } from '../evm/rpc.ts';
import type { Notify } from './facilitator-events.ts';
import type { Fees } from './fees.ts';

export interface GasWatchOptions {
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
