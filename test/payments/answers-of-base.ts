import { encodeCall } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';

const quantity = (value: number) => `0x${value.toString(16)}`;

/** The answer of a node of Base to what it is asked when it is examined; `undefined` to anything else. */
export function answerAsBase(method: string, [first]: readonly unknown[], height = 1_000): unknown {
  if (method === 'eth_chainId') return quantity(BASE.chainId);
  if (method === 'eth_getCode') return first === BASE.usdc.address ? '0x6080' : '0x';
  if (method === 'eth_getBlockByNumber') {
    const number = first === 'latest' ? height : Number(first);
    const timestamp = Math.floor(Date.now() / 1_000) - (height - number) * 2;
    const baseFeePerGas = quantity(5_000_000);
    return { number: quantity(number), timestamp: quantity(timestamp), transactions: [], baseFeePerGas };
  }
  if (method !== 'eth_call') return undefined;
  const call = JSON.stringify(first);
  if (call.includes(encodeCall('DOMAIN_SEPARATOR()'))) return `0x${Buffer.from(BASE.domain).toString('hex')}`;
  return call.includes(encodeCall('isBlacklisted(address)')) ? `0x${'0'.repeat(64)}` : undefined;
}
