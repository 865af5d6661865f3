import { bytes, encodeCall, list, tuple, word } from '../../src/payments/evm/encoding.ts';
import type { ContractCall } from '../../src/payments/evm/transfer.ts';
import { MULTICALL3 } from '../../src/payments/evm/usdc.ts';

/** Several calls that anybody sends as one, all of them or none. */
export function inOneTransaction(calls: readonly ContractCall[]): ContractCall {
  const entries = calls.map(({ to, data }) => tuple(word(to), word(false), bytes(data)));
  return { to: MULTICALL3, data: encodeCall('aggregate3((address,bool,bytes)[])', list(...entries)) };
}
