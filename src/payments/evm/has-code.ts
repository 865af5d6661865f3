import { z } from 'zod';
import type { Hex } from './hex.ts';
import type { Rpc } from './rpc.ts';

const Code = z.templateLiteral(['0x', z.string()]);

/** Whether it is a contract, or an account that has delegated to one. */
export async function hasCodeAt(rpc: Rpc, address: Hex, block: Hex | 'latest'): Promise<boolean> {
  return Code.parse(await rpc.call('eth_getCode', [address, block])) !== '0x';
}
