import type { Config } from '../../config/config.ts';
import { asHex } from '../../payments/evm/encoding.ts';
import { createNodes } from '../../payments/evm/nodes.ts';
import type { TimeoutOptions } from '../here.ts';

const TIMEOUT_SECONDS = 20;

/** The chain that the service settles on, and who is paid there. Throws where there is none. */
export function chainOf({ payments }: Config, { timeout = TIMEOUT_SECONDS }: TimeoutOptions) {
  if (payments.mode !== 'live')
    throw new Error('There is no chain to compare with: set PAY_TO and its facilitator, and RPC_URL.');
  const { network, payTo, rpcUrls } = payments;
  const { rpc } = createNodes({ urls: rpcUrls.reveal(), network, timeoutMs: timeout * 1_000 });
  return { rpc, network, payTo: asHex(payTo.toLowerCase()) };
}

export type BooksChain = ReturnType<typeof chainOf>;
