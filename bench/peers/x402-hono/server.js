// The stock middleware with the stock facilitator in one process. The chain is a model that answers at once, so that
// only the code of the libraries is measured.
import { createAdaptorServer } from '@hono/node-server';
import { x402Facilitator } from '@x402/core/facilitator';
import { x402ResourceServer } from '@x402/core/server';
import { ExactEvmScheme as FacilitatorScheme } from '@x402/evm/exact/facilitator';
import { ExactEvmScheme as ServerScheme } from '@x402/evm/exact/server';
import { paymentMiddleware } from '@x402/hono';
import { Hono } from 'hono';
import { encodeAbiParameters, encodeEventTopics, pad, parseAbi, toHex, verifyTypedData } from 'viem';

const NETWORK = 'eip155:8453';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const payTo = process.argv[2];
const transferEvent = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const sent = new Map();

const modelSigner = {
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

const facilitator = new x402Facilitator().register(NETWORK, new FacilitatorScheme(modelSigner));
const resourceServer = new x402ResourceServer({
  verify: (payload, requirements) => facilitator.verify(payload, requirements),
  settle: (payload, requirements) => facilitator.settle(payload, requirements),
  getSupported: async () => facilitator.getSupported(),
}).register(NETWORK, new ServerScheme());

const app = new Hono();
const accepts = { scheme: 'exact', network: NETWORK, payTo, price: '$0.01', maxTimeoutSeconds: 120 };
app.use(paymentMiddleware({ 'GET /v1/decode': { accepts, description: 'Decode a VIN' } }, resourceServer));
app.get('/v1/decode', (c) => c.json({ answer: 42 }));

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`stock @x402/hono on localhost:${server.address().port}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
