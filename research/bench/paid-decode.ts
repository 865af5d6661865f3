import { Agent, get } from 'node:http';
import { defaultDatasetPath, loadDataset } from '../../src/sources/vpic/dataset-file.ts';
import { askRequirements } from './payments/ask-requirements.ts';
import { countAwaits, startCounting, takeWork, type Work } from './payments/count-work.ts';
import { median } from './payments/pairs.ts';
import { createPayer } from './payments/sign.ts';
import { inventVins } from './vin-corpus.ts';

const WARM_UP = 30;
const TIMED = 300;
const COUNTED = 30;

/**
 * One paid decode after the other, each of another VIN, from the whole service with its own facilitator on a local
 * chain: the time from the request to the whole answer, and what the service does for it.
 */
export async function run(): Promise<void> {
  startCounting();
  // Loaded only now, so that what it imports is counted.
  const { startDevService } = await import('../../test/payments/dev-service.ts');
  await using service = await startDevService();
  const { privateKey } = service.payments.wallet;
  const payer = createPayer(
    await askRequirements(service.port, '/v1/decode'),
    Buffer.from(privateKey.slice(2), 'hex'),
  );
  using agent = keepAlive();
  const vins = inventVins(loadDataset(defaultDatasetPath()), 2 * (WARM_UP + TIMED + COUNTED)).values();

  /** Buys until so many answers were paid for: an invented VIN whose vehicle is not known costs nothing. */
  async function buy(count: number): Promise<{ ms: number; work: Work }[]> {
    const bought: { ms: number; work: Work }[] = [];
    for (const vin of vins) {
      const payment = payer.sign();
      takeWork();
      const startedMs = performance.now();
      const { status, body } = await ask(agent, `${service.url}/v1/decode?vin=${vin}`, payment);
      const ms = performance.now() - startedMs;
      if (status === 200 && body.includes('"charged":true')) bought.push({ ms, work: takeWork() });
      if (bought.length === count) return bought;
    }
    throw new Error(`Only ${bought.length} of ${count} answers were paid for`);
  }

  await buy(WARM_UP);
  const timed = await buy(TIMED);
  using _ = countAwaits();
  const counted = await buy(COUNTED);

  const times = timed.map(({ ms }) => ms).sort((a, b) => a - b);
  const nodeMs = median(timed.map(({ work }) => work.nodeMs));
  const usual = (pick: (work: Work) => number) => median(counted.map(({ work }) => pick(work)));
  console.log(
    `paid decode on a local chain: median ${median(times).toFixed(1)} ms, p99 ${times[Math.floor(TIMED * 0.99)]?.toFixed(1)} ms ` +
      `(${TIMED} in a row), of which calls to the node ${nodeMs.toFixed(1)} ms`,
  );
  console.log(
    `it makes ${usual(({ awaits }) => awaits)} awaits, ${usual(({ statements }) => statements)} statements, ` +
      `${usual(({ flushes }) => flushes)} flushes to disk and ${usual(({ nodeCalls }) => nodeCalls)} calls to the node ` +
      `(${counted.at(-1)?.work.methods.join(', ')})`,
  );
}

function keepAlive(): Agent & Disposable {
  const agent = new Agent({ keepAlive: true });
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
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
