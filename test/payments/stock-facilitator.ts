import { json } from 'node:stream/consumers';
import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { createWalletClient, type Hex, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';
import { startFakeSource } from '../sources/fake-source.ts';

export interface StockFacilitator extends AsyncDisposable {
  url: string;
}

/**
 * The reference implementation behind the three paths of its HTTP interface, as other people run it. Its types are
 * looser than viem's, hence the casts.
 */
export async function startStockFacilitator(rpcUrl: string, privateKey: Hex): Promise<StockFacilitator> {
  const account = privateKeyToAccount(privateKey);
  const client = createWalletClient({
    account,
    chain: base,
    transport: http(rpcUrl),
    pollingInterval: 20,
    cacheTime: 0,
  }).extend(publicActions);
  const signer = toFacilitatorEvmSigner({
    address: account.address,
    getCode: (parameters) => client.getCode(parameters),
    readContract: (parameters) => client.readContract({ ...parameters, args: parameters.args ?? [] }),
    verifyTypedData: (parameters) => client.verifyTypedData(parameters as never),
    writeContract: (parameters) => client.writeContract({ ...parameters, args: parameters.args } as never),
    sendTransaction: (parameters) => client.sendTransaction(parameters),
    waitForTransactionReceipt: (parameters) => client.waitForTransactionReceipt(parameters),
  });
  const facilitator = new x402Facilitator().register('eip155:8453', new ExactEvmScheme(signer));

  return startFakeSource(async (request, response) => {
    const answer = async () => {
      if (request.url === '/supported') return facilitator.getSupported();
      const asked = (await json(request)) as Record<'paymentPayload' | 'paymentRequirements', never>;
      const operation = request.url === '/settle' ? 'settle' : 'verify';
      return facilitator[operation](asked.paymentPayload, asked.paymentRequirements);
    };
    response.end(JSON.stringify(await answer()));
  });
}
