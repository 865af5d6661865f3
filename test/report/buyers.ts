import { decodePaymentRequiredHeader } from '@x402/core/http';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { encodeCall, type Hex, word } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { createRpc } from '../../src/payments/evm/nodes.ts';
import type { Rpc } from '../../src/payments/evm/rpc.ts';
import type { PaymentRequirements } from '../../src/payments/wire/payment.ts';
import type { DevService } from '../payments/dev-service.ts';
import { fromHeader, newWallet, signPayment, toHeader } from '../payments/wallet.ts';

export interface Bought {
  status: number;
  body: Record<string, unknown>;
  /** The content of PAYMENT-RESPONSE. */
  receipt: unknown;
}

export interface Buyers {
  /** Has enough for everything. */
  rich: PrivateKeyAccount;
  /** A wallet with just enough for one report. */
  withOnePrice(): Promise<PrivateKeyAccount>;
  drain(wallet: PrivateKeyAccount): Promise<void>;
  sign(wallet: PrivateKeyAccount): Promise<Signed>;
  buy(payment: Signed, search: string): Promise<Bought>;
  received(): Promise<bigint>;
  rpc: Rpc;
}

export type Signed = Awaited<ReturnType<typeof signPayment>>;

export const PRICE = 250_000n;
const GAS_MONEY = '0xde0b6b3a7640000';
const GAS = '0x30d40';

/** Buyers of reports on the private chain of a running service. */
export async function openBuyers({ url, payments }: DevService): Promise<Buyers> {
  const { rpcUrl } = await payments.ready;
  const rpc = createRpc(rpcUrl);
  const unpaid = await fetch(`${url}/v1/prepurchase`);
  const { accepts } = decodePaymentRequiredHeader(unpaid.headers.get('PAYMENT-REQUIRED') ?? '');
  const requirements = accepts[0] as PaymentRequirements;
  const transfer = async (from: Hex, to: Hex, amount: bigint) => {
    await rpc.call('anvil_setBalance', [from, GAS_MONEY]);
    await rpc.call('anvil_impersonateAccount', [from]);
    const data = encodeCall('transfer(address,uint256)', word(to), word(`0x${amount.toString(16)}`));
    const hash = await rpc.call('eth_sendTransaction', [{ from, to: BASE.usdc.address, data, gas: GAS }]);
    while ((await rpc.call('eth_getTransactionReceipt', [hash])) === null) await nextTurn();
  };
  return {
    rpc,
    rich: privateKeyToAccount(payments.wallet.privateKey),
    async withOnePrice() {
      const wallet = newWallet();
      await transfer(payments.wallet.address, lower(wallet.address), PRICE);
      return wallet;
    },
    drain: (wallet) => transfer(lower(wallet.address), payments.wallet.address, PRICE),
    sign: (wallet) => signPayment(wallet, { requirements }),
    async buy(payment, search) {
      const response = await fetch(`${url}/v1/prepurchase?${search}`, {
        headers: { 'PAYMENT-SIGNATURE': toHeader(payment) },
      });
      return {
        status: response.status,
        body: (await response.json()) as Record<string, unknown>,
        receipt: fromHeader(response.headers.get('PAYMENT-RESPONSE')),
      };
    },
    received: () => payments.chain.balanceOf(payments.payTo),
  };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const lower = (address: Hex): Hex => `0x${address.slice(2).toLowerCase()}`;
