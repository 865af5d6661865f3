import { createPrivateKey, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Variable, variables } from '../../src/config/variables.ts';
import { startWorld, type World } from '../doctor/world.ts';
import { freePort } from '../free-port.ts';
import { anOffer } from '../payments/offer.ts';
import { newWallet, signPayment, toHeader } from '../payments/wallet.ts';
import { runCommand } from '../run-command.ts';
import { startServiceProcess } from '../service-process.ts';
import { crawl } from './crawl.ts';

/** Stands in every secret; no text and no number of the service has it by chance. */
const MARK = 'a5ec2e7fab1edf1a9ba5ec2e7fab1edf';
const HEX_KEY = `0x${MARK}${MARK}`;

/** A part of the mark, as it was given and in base64 wherever in it the mark may begin. */
const inBase64 = ['', '.', '..'].map((before) => btoa(`${before}${MARK}`).slice(4, 24));
const traces = [...inBase64, MARK.slice(0, 16)];

function expectNoSecret(text: string, where: string): void {
  for (const trace of traces) expect(text.includes(trace), `a secret in ${where}: ${text}`).toBe(false);
}

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** A secret of every variable that holds one, in the form that the variable wants. */
const marked = (): Record<string, string> => ({
  DATABASE_URL: `postgres://me:${MARK}@127.0.0.1:1/x`,
  CDP_API_KEY_SECRET: coinbaseKey(Buffer.from(MARK)),
  FACILITATOR_PRIVATE_KEY: HEX_KEY,
  RPC_URL: `${world.url}/${MARK}`,
  DIGEST_SECRET: MARK,
  DIGEST_FORMER_SECRETS: `${MARK}, former ${MARK}`,
  OFFER_SIGNING_KEY: btoa(MARK),
  LLM_API_KEY: MARK,
  BACKUP_SECRET: MARK,
});
const PAY_TO = '0x1111111111111111111111111111111111111111';
/** As Coinbase gives it: the seed of an Ed25519 key and its public half, together in base64. */
function coinbaseKey(seed: Buffer): string {
  // The bytes before the seed in PKCS #8.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  const spki = key.export({ type: 'spki', format: 'der' });
  return Buffer.concat([seed, spki.subarray(-32)]).toString('base64');
}

function pick(...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(marked()).filter(([name]) => names.includes(name)));
}
const modes = {
  'settling with its own key': () =>
    pick('FACILITATOR_PRIVATE_KEY', 'RPC_URL', 'DIGEST_SECRET', 'DIGEST_FORMER_SECRETS', 'OFFER_SIGNING_KEY'),
  "settling by Coinbase's facilitator": () => ({
    ...pick('CDP_API_KEY_SECRET', 'RPC_URL', 'DIGEST_SECRET', 'DIGEST_FORMER_SECRETS', 'OFFER_SIGNING_KEY'),
    CDP_API_KEY_ID: 'key-1',
    FACILITATOR_URL: `${world.url}/facilitator`,
  }),
};
const surroundings = () => ({
  PAY_TO,
  VPIC_URL: `${world.url}/vpic`,
  NHTSA_URL: `${world.url}/nhtsa`,
  TRANSPORT_CANADA_URL: `${world.url}/canada`,
  ...pick('LLM_API_KEY'),
  LLM_PROVIDER: 'openai',
  LLM_MODEL: 'any',
  LLM_BASE_URL: `${world.url}/llm`,
});

/** Everything that a command prints. */
async function outputOf(args: string[], environment: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await runCommand(args, environment);
  return stdout + stderr;
}

it('knows a secret for every variable that is one', () => {
  const secret = Object.entries<Variable>(variables).filter(([, variable]) => variable.secret);
  expect(Object.keys(marked()).sort()).toEqual(secret.map(([name]) => name).sort());
});

describe.each(Object.entries(modes))('a service %s', (_mode, environmentOf) => {
  it('shows no secret in what it serves, counts, logs and prints', { timeout: 60_000 }, async () => {
    const environment = { ...surroundings(), ...environmentOf() };
    const METRICS_PORT = String(await freePort());
    await using service = await startServiceProcess({ ...environment, LOG_LEVEL: 'debug', METRICS_PORT });
    const pages = await crawl(service.url);
    const metrics = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`);
    pages.set('/metrics', await metrics.text());
    const some = ['/openapi.json', '/v1/decode', '/health', '/mcp', '/metrics'];
    expect([...pages.keys()]).toEqual(expect.arrayContaining(some));
    for (const [path, answer] of pages) expectNoSecret(answer, path);

    const url = `${service.url}/v1/decode?vin=5NPDH4AE8DH100013`;
    const unpaid = await fetch(url);
    const { accepts } = z.object({ accepts: z.array(z.looseObject({})) }).parse(await unpaid.json());
    const requirements = { ...anOffer().requirements, ...accepts[0] };
    const payment = toHeader(await signPayment(newWallet(), { requirements }));
    for (const signature of ['nonsense', payment]) {
      const reply = await fetch(url, { headers: { 'PAYMENT-SIGNATURE': signature } });
      expect(reply.ok).toBe(false);
      expectNoSecret(JSON.stringify([...reply.headers]) + (await reply.text()), 'the reply to a payment');
    }
    service.child.kill('SIGTERM');
    await service.ended;
    expect(service.output()).toContain('"msg":"request"');
    expectNoSecret(service.output(), 'the output');
  });

  it('is examined by the doctor without a secret in the report', async () => {
    const environment = { ...surroundings(), ...environmentOf(), ...pick('DATABASE_URL') };
    const report = await outputOf(['doctor'], environment);
    expect(report).toContain('PostgreSQL cannot be used');
    expectNoSecret(report, 'the report');
  });
});

/** Nearly right, as a copy with something missing. */
const misspelled = {
  DATABASE_URL: `mysql://me:${MARK}@db/x`,
  FACILITATOR_PRIVATE_KEY: HEX_KEY.slice(0, -1),
  RPC_URL: `htp://node/${MARK}`,
  DIGEST_SECRET: MARK.slice(0, 31),
  DIGEST_FORMER_SECRETS: `${MARK},${MARK.slice(0, 31)}`,
  OFFER_SIGNING_KEY: MARK,
};
it.each(Object.entries(misspelled))('refuses a wrong %s without repeating it', async (name, value) => {
  const output = await outputOf(['serve'], { PORT: '0', [name]: value });
  expect(output).toContain(name);
  expectNoSecret(output, 'the output');
});
