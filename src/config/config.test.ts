import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { describeVariables, variables } from './variables.ts';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

const payTo = `0x${'12'.repeat(20)}`;
const key = `0x${'34'.repeat(32)}`;
const settling = { FACILITATOR_PRIVATE_KEY: key, RPC_URL: 'https://node.example' };

const facilitator = { FACILITATOR_URL: 'https://facilitator.example' };

describe('configuration', () => {
  it('needs nothing: embedded storage, development payments, port 8402', () => {
    expect(readConfig({})).toMatchObject({
      port: 8402,
      storage: { kind: 'sqlite', folder: '.forecourt' },
      payments: { mode: 'dev' },
      decoder: 'auto',
    });
  });

  it('takes an empty variable for one that is not given', () => {
    const config = readConfig({ PORT: '', DATABASE_URL: '' });
    expect(config).toMatchObject({ port: 8402, storage: { kind: 'sqlite' } });
  });

  it.each([
    ['PAYTO', 'PAY_TO'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URLS', 'DATABASE_URL'],
    ['TRUSTED_PROXEIS', 'TRUSTED_PROXIES'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['log_level', 'LOG_LEVEL'],
    ['METRIC_PORT', 'METRICS_PORT'],
  ])('refuses %s, which is nearly a setting, with the right name', (name, meant) => {
    expect(problemsOf({ [name]: '1' })).toEqual([
      `${name} is no setting; ${meant} is. Rename it, or unset it`,
    ]);
    expect(problemsOf({ [name]: '' })).toEqual([]);
  });

  it('leaves alone what belongs to others', () => {
    const theirs = [
      'PATH',
      'HOSTNAME',
      'PORTS',
      'NODE_ENV',
      'PGHOST',
      'OTEL_SERVICE_NAME',
      'DATABASE_PASSWORD',
    ];
    expect(problemsOf(Object.fromEntries(theirs.map((name) => [name, '1'])))).toEqual([]);
  });

  it('names every problem, one line each', () => {
    const problems = problemsOf({ PORT: '70000', DECODER: 'magic', PAY_TO: 'me', LOG_LEVEL: 'loud' });
    expect(problems).toHaveLength(4);
    expect(problems.join('\n')).toMatch(/^PORT must be at most 65535/m);
    expect(problems.join('\n')).toMatch(/^DECODER must be one of auto, embedded, vpic/m);
  });

  it.each([
    ['https://Forecourt.example', 'https://forecourt.example'],
    ['https://forecourt.example/', 'https://forecourt.example'],
    ['https://forecourt.example:443//', 'https://forecourt.example'],
    ['http://127.0.0.1:8402', 'http://127.0.0.1:8402'],
  ])('takes an address without anything after the host as the public one: %s', (given, publicUrl) => {
    expect(readConfig({ PUBLIC_URL: given })).toMatchObject({ publicUrl });
  });

  it.each([
    'https://forecourt.example/api',
    'https://forecourt.example/?a=1',
    'https://forecourt.example/#a',
    'https://me:secret@forecourt.example',
  ])('refuses a public address under which the documents would not be found: %s', (given) => {
    expect(problemsOf({ PUBLIC_URL: given })).toEqual([
      'PUBLIC_URL must end with the host or port: no path, query or password, such as https://host',
    ]);
  });

  it.each(['nonsense', 'ftp://forecourt.example'])('refuses a public address that is none: %s', (given) => {
    expect(problemsOf({ PUBLIC_URL: given })).toEqual(['PUBLIC_URL must be an http or https address']);
  });

  it('is live with a recipient and a facilitator', () => {
    const { payments } = readConfig({ PAY_TO: payTo, ...facilitator });
    expect(payments).toMatchObject({ mode: 'live', payTo, facilitator: { kind: 'remote' } });
  });

  it.each([
    ['base', 8453, 'https://mainnet.base.org'],
    ['base-sepolia', 84532, 'https://sepolia.base.org'],
  ])('takes payments on the network %s, by its public node where none is given', (NETWORK, chainId, url) => {
    const { payments } = readConfig({ NETWORK, PAY_TO: payTo, ...facilitator });
    expect(payments).toMatchObject({ network: { name: NETWORK, chainId } });
    expect(payments.mode === 'live' && payments.rpcUrls.reveal()).toEqual([url]);
  });

  it.each([
    [{ PAY_TO: payTo }, 'PAY_TO needs a facilitator'],
    [facilitator, 'FACILITATOR_URL needs PAY_TO'],
    [{ PAY_TO: payTo, FACILITATOR_PRIVATE_KEY: key }, 'FACILITATOR_PRIVATE_KEY needs RPC_URL'],
    [{ PAY_TO: payTo, CDP_API_KEY_ID: 'id' }, 'belong together'],
    [{ PAY_TO: payTo, ...facilitator, ...settling }, 'Only one facilitator'],
    [{ NETWORK: 'base-sepolia' }, 'NETWORK=base-sepolia needs PAY_TO and a facilitator'],
    [{ LLM_PROVIDER: 'anthropic' }, 'needs LLM_MODEL'],
    [{ LLM_MODEL: 'any' }, 'LLM_MODEL needs LLM_PROVIDER'],
  ])('does not start with half a configuration: %o', (environment, problem) => {
    expect(problemsOf(environment).join('\n')).toContain(problem);
  });

  it('finds the typing error in an address that has a checksum', () => {
    const right = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B';
    for (const PAY_TO of [right, right.toLowerCase(), `0x${right.slice(2).toUpperCase()}`]) {
      expect(problemsOf({ PAY_TO, ...facilitator })).toEqual([]);
    }
    expect(problemsOf({ PAY_TO: right.replace('98', '89'), ...facilitator })).toEqual([
      expect.stringMatching(/^PAY_TO has a typing error/),
    ]);
  });

  it('refuses several workers that could not share what they need, with what to do instead', () => {
    const live = { WORKERS: '4', DATABASE_URL: 'postgres://localhost/forecourt', PAY_TO: payTo };
    expect(problemsOf({ WORKERS: '4' })).toEqual([
      expect.stringMatching(/^WORKERS=4 needs DATABASE_URL: .*; or set WORKERS=1$/),
      expect.stringMatching(/^WORKERS=4 needs live payments .*; or set WORKERS=1$/),
    ]);
    expect(problemsOf({ ...live, ...settling })).toEqual([
      expect.stringMatching(/^WORKERS=4 needs FACILITATOR_URL .*; or set WORKERS=1$/),
    ]);
    expect(problemsOf({ ...live, ...facilitator })).toEqual([]);
  });

  it('describes every variable with its default', () => {
    const table = describeVariables().flat().join('\n');
    for (const [name, { meaning }] of Object.entries(variables)) {
      expect(table).toContain(name);
      expect(table).toContain(meaning);
    }
  });
});
