import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devAccounts } from '../../src/payments/dev/dev-accounts.ts';
import { type DevChain, startDevChain } from '../../src/payments/dev/dev-chain.ts';
import { createChain } from '../../src/payments/evm/chain.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { createRpc } from '../../src/payments/evm/nodes.ts';
import type { Facilitator } from '../../src/payments/facilitators/facilitator.ts';
import { proveSettlements } from '../../src/payments/facilitators/guarded.ts';
import { createLocalFacilitator } from '../../src/payments/facilitators/local.ts';
import { createRemoteFacilitator } from '../../src/payments/facilitators/remote.ts';
import { checkPayment, decodePayment } from '../../src/payments/wire/header.ts';
import { pay } from './checked.ts';
import { describeFacilitator } from './facilitator.contract.ts';
import { anOffer } from './offer.ts';
import { addressOfNobody } from './rpc-proxy.ts';
import { type StockFacilitator, startStockFacilitator } from './stock-facilitator.ts';
import { newWallet, signPayment, toHeader } from './wallet.ts';

const offer = anOffer();
const payer = newWallet();
const notify = () => {};

let dev: DevChain;
/** The reference implementation, which ours asks over HTTP. */
let stock: StockFacilitator;
let nobody: string;
beforeAll(async () => {
  dev = await startDevChain();
  await dev.mint(payer.address, 1_000_000n);
  stock = await startStockFacilitator(dev.rpcUrl, dev.facilitatorPrivateKey);
  nobody = await addressOfNobody();
});
afterAll(async () => {
  await stock?.[Symbol.asyncDispose]();
  await dev?.[Symbol.asyncDispose]();
});

const remote = (url: string): Facilitator => createRemoteFacilitator({ url, network: BASE, notify });

function localAt(rpcUrl: string): Facilitator {
  const rpc = createRpc(rpcUrl);
  const { privateKey } = devAccounts().facilitator;
  return createLocalFacilitator({ rpc, network: BASE, privateKey, notify });
}

const prove = (facilitator: Facilitator): Facilitator =>
  proveSettlements({ facilitator, chain: createChain(dev.rpc, BASE), notify });

describe.each<[string, (isThere: boolean) => Facilitator]>([
  ['our own', (isThere) => localAt(isThere ? dev.rpcUrl : nobody)],
  ['a remote facilitator', (isThere) => remote(isThere ? stock.url : nobody)],
  ['a proved facilitator', (isThere) => prove(remote(isThere ? stock.url : nobody))],
])('%s', (_name, open) => {
  describeFacilitator(() => ({
    facilitator: open(true),
    cutOff: open(false),
    good: () => pay(payer, offer),
    broke: () => pay(newWallet(), offer),
    received: () => createChain(dev.rpc, BASE).balanceOf(offer.requirements.payTo),
  }));
});

test('the reference facilitator takes the payments of legacy clients too, since they go on as version 2', async () => {
  const { payload } = await signPayment(payer, offer);
  const versionOne = { x402Version: 1, scheme: 'exact', network: 'base', payload };
  const reading = decodePayment(toHeader(versionOne), 'X-PAYMENT');
  if (reading.kind !== 'decoded') throw new Error(reading.kind);
  const checked = checkPayment(reading.decoded, offer, Math.floor(Date.now() / 1_000));
  if (checked.kind !== 'fits') throw new Error(checked.reason);
  expect(await remote(stock.url).settle(checked.payment)).toMatchObject({ kind: 'settled' });
});
