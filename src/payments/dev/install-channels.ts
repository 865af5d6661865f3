import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Hex, hex } from '../evm/encoding.ts';
import type { Rpc } from '../evm/rpc.ts';
import { installAt } from './install-usdc.ts';

/** Where Base has them; x402's own constant would load all of it. */
const CHANNELS: Hex = '0x4020074e9df2ce1dee5a9c1b5c3f541d02a10003';
const DEPOSITS: Hex = '0x4020806089470a89826cb9fb1f4059150b550004';

const Compiled = z.object({ bytecode: hex });
const Artifacts = z.object({ x402BatchSettlement: Compiled, ERC3009DepositCollector: Compiled });

/** Puts x402's contracts of channels where Base has them, from a file with their creation code. */
export async function installChannels(rpc: Rpc, file: string): Promise<void> {
  const compiled = Artifacts.parse(JSON.parse(readFileSync(file, 'utf8')));
  await installAt(rpc, CHANNELS, compiled.x402BatchSettlement.bytecode);
  const argument = CHANNELS.slice(2).padStart(64, '0');
  await installAt(rpc, DEPOSITS, `${compiled.ERC3009DepositCollector.bytecode}${argument}`);
}
