import { Agent, get } from 'node:http';
import { defaultDatasetPath, loadDataset } from '../../src/sources/vpic/dataset-file.ts';
import { startDevService } from '../../test/payments/dev-service.ts';
import { askRequirements, createPayer } from '../../test/payments/payer.ts';
import { describeTimes, median } from './measure.ts';
import { inventVins } from './vin-corpus.ts';

const WARM_UP = 30;
const TIMED = 300;

/**
 * One paid decode after the other, each of another VIN, from the whole service with its own facilitator on a local
 * chain: the time from the request to the whole answer, and its calls to the node.
 */
export async function run(): Promise<void> {
  const node = watchCallsToNode();
  await using service = await startDevService();
  const { privateKey } = service.payments.wallet;
  const payer = createPayer(
    await askRequirements(service.port, '/v1/decode'),
    Buffer.from(privateKey.slice(2), 'hex'),
  );
  const agent = new Agent({ keepAlive: true });
  const vins = inventVins(loadDataset(defaultDatasetPath()), 2 * (WARM_UP + TIMED)).values();

  /** Buys until that many answers were paid for: an invented VIN whose vehicle is not known costs nothing. */
  async function buy(count: number): Promise<{ ms: number; methods: string[] }[]> {
    const bought: { ms: number; methods: string[] }[] = [];
    for (const vin of vins) {
      const payment = payer.sign();
      node.take();
      const startedMs = performance.now();
      const { status, body } = await ask(agent, `${service.url}/v1/decode?vin=${vin}`, payment);
      const ms = performance.now() - startedMs;
      if (status === 200 && body.includes('"charged":true')) bought.push({ ms, methods: node.take() });
      if (bought.length === count) return bought;
    }
    throw new Error(`Only ${bought.length} of ${count} answers were paid for`);
  }

  await buy(WARM_UP);
  const timed = await buy(TIMED);
  agent.destroy();
  console.log(
    `paid decode on a local chain: ${describeTimes(timed.map(({ ms }) => ms))} (${TIMED} in a row)`,
  );
  console.log(
    `calls to the node: ${median(timed.map(({ methods }) => methods.length))} (${timed.at(-1)?.methods.join(', ')})`,
  );
}

/** Notes the methods of all calls to the node. */
function watchCallsToNode() {
  let methods: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const { method }: { method?: string } = JSON.parse(String(init?.body ?? '{}'));
    methods.push(method ?? 'other');
    return fetch(input, init);
  };
  return {
    take() {
      const taken = methods;
      methods = [];
      return taken;
    },
  };
}

function ask(agent: Agent, url: string, payment: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'PAYMENT-SIGNATURE': payment } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.once('error', reject);
  });
}
