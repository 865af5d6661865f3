// The stock middleware in one process with a facilitator:
//   server.js <payTo> model                  the stock facilitator over a model of the chain that answers at once
//   server.js <payTo> stub [extensions]      a facilitator that says yes at once and checks nothing; the challenge
//                                            declares these extensions (JSON)
//   server.js <payTo> chain <rpcUrl> <key>   the stock facilitator, settling on a real chain with this key
import { createHash } from 'node:crypto';
import { createAdaptorServer } from '@hono/node-server';
import { x402Facilitator } from '@x402/core/facilitator';
import { x402ResourceServer } from '@x402/core/server';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme as FacilitatorScheme } from '@x402/evm/exact/facilitator';
import { ExactEvmScheme as ServerScheme } from '@x402/evm/exact/server';
import { paymentMiddleware } from '@x402/hono';
import { Hono } from 'hono';
import {
  createWalletClient,
  encodeAbiParameters,
  encodeEventTopics,
  http,
  nonceManager,
  pad,
  parseAbi,
  publicActions,
  toHex,
  verifyTypedData,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';

const NETWORK = 'eip155:8453';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const [payTo, mode, ...rest] = process.argv.slice(2);
const [rpcUrl, privateKey] = mode === 'chain' ? rest : [];
const extensions = mode === 'stub' && rest[0] ? JSON.parse(rest[0]) : undefined;
const transferEvent = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);

function createModelSigner() {
  const sent = new Map();
  return {
    getAddresses: () => ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    getCode: async ({ address }) => (address.toLowerCase() === USDC.toLowerCase() ? '0x60' : undefined),
    readContract: async () => undefined,
    verifyTypedData: (parameters) => verifyTypedData(parameters),
    async writeContract({ args }) {
      const transaction = pad(toHex(sent.size + 1), { size: 32 });
      sent.set(transaction, args);
      return transaction;
    },
    sendTransaction: async () => {
      throw new Error('not modelled');
    },
    async waitForTransactionReceipt({ hash }) {
      const [from, to, value] = sent.get(hash);
      const log = {
        address: USDC,
        topics: encodeEventTopics({ abi: transferEvent, eventName: 'Transfer', args: { from, to } }),
        data: encodeAbiParameters([{ type: 'uint256' }], [value]),
      };
      return { status: 'success', transactionHash: hash, logs: [log] };
    },
  };
}

/** As its users write it; polling and counting of nonces as its library does them best. */
function createChainSigner() {
  const account = privateKeyToAccount(privateKey, { nonceManager });
  const client = createWalletClient({
    account,
    chain: base,
    transport: http(rpcUrl),
    pollingInterval: 20,
    cacheTime: 0,
  }).extend(publicActions);
  return toFacilitatorEvmSigner({
    address: account.address,
    getCode: (parameters) => client.getCode(parameters),
    readContract: (parameters) => client.readContract({ ...parameters, args: parameters.args ?? [] }),
    verifyTypedData: (parameters) => client.verifyTypedData(parameters),
    writeContract: (parameters) => client.writeContract(parameters),
    sendTransaction: (parameters) => client.sendTransaction(parameters),
    waitForTransactionReceipt: (parameters) => client.waitForTransactionReceipt(parameters),
  });
}

function createStub() {
  return {
    verify: async ({ payload }) => ({ isValid: true, payer: payload.authorization.from }),
    settle: async ({ payload }) => ({
      success: true,
      transaction: `0x${createHash('sha256').update(payload.authorization.nonce).digest('hex')}`,
      network: NETWORK,
      payer: payload.authorization.from,
    }),
    getSupported: async () => ({
      kinds: [{ x402Version: 2, scheme: 'exact', network: NETWORK }],
      extensions: [],
      signers: {},
    }),
  };
}

function createStockFacilitator() {
  const signer = mode === 'chain' ? createChainSigner() : createModelSigner();
  const facilitator = new x402Facilitator().register(NETWORK, new FacilitatorScheme(signer));
  return {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    getSupported: async () => facilitator.getSupported(),
  };
}

const facilitator = mode === 'stub' ? createStub() : createStockFacilitator();
const resourceServer = new x402ResourceServer(facilitator).register(NETWORK, new ServerScheme());

const app = new Hono();
const accepts = { scheme: 'exact', network: NETWORK, payTo, price: '$0.01', maxTimeoutSeconds: 120 };
app.use(
  paymentMiddleware(
    { 'GET /v1/decode': { accepts, description: 'Decode a VIN', ...(extensions && { extensions }) } },
    resourceServer,
  ),
);
app.get('/v1/decode', (c) => c.json({ answer: 42 }));

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`stock @x402/hono on localhost:${server.address().port}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
