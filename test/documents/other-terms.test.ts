import { afterAll, describe, expect, it } from 'vitest';
import { type ConfigError, readConfig } from '../../src/config/config.ts';
import { usualLimits, usualPrices } from '../../src/lib/terms.ts';
import { crawl } from '../config/crawl.ts';
import { connectMcp } from '../mcp/connect.ts';
import { runService } from '../running-service.ts';

/** Prices that nothing else in any answer looks like. */
const prices = {
  decode: '0.0713',
  recalls: '0.0724',
  'known-issues': '0.0735',
  'purchase-costs': '0.0746',
  prepurchase: '0.7757',
};
const together = '$0.2918';
const pairs = (given: object) =>
  Object.entries(given)
    .map((pair) => pair.join('='))
    .join(', ');
const { pages: _, files: __, ...told } = usualLimits;
/** Many more pages and files, so that all can be read here. */
const limits: Record<string, number> = {
  ...Object.fromEntries(Object.entries(told).map(([name, limit]) => [name, limit + 1_300])),
  pages: 5_000,
  files: 5_000,
};

const service = await runService({ PRICES: pairs(prices), LIMITS: pairs(limits), TRUSTED_PROXIES: '1' });
afterAll(() => service[Symbol.asyncDispose]());

/** Everything that says what something costs: pages, documents, challenges, samples and what agents are told. */
async function allTexts(): Promise<Map<string, string>> {
  const texts = await crawl(service.url);
  for (const [path, text] of texts) {
    const header = /"payment-required","([^"]+)"/.exec(text)?.[1];
    if (header) texts.set(`${path} (header)`, atob(header));
  }
  await using connected = await connectMcp(service.url);
  const { client } = connected;
  texts.set('MCP tools', JSON.stringify(await client.listTools()));
  texts.set('MCP prompts', JSON.stringify(await client.listPrompts()));
  const { resources } = await client.listResources();
  for (const { uri } of resources) texts.set(uri, JSON.stringify(await client.readResource({ uri })));
  texts.set('MCP call', JSON.stringify(await client.callTool({ name: 'get_decode', arguments: {} })));
  const message = { messageId: 'a', role: 'user', kind: 'message', parts: [{ kind: 'text', text: 'hello' }] };
  const asked = await service.get('/a2a', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } }),
  });
  texts.set('A2A', await asked.text());
  return texts;
}

describe('prices and limits that an operator has set', () => {
  it('are the only ones that anything says', { timeout: 120_000 }, async () => {
    const texts = await allTexts();
    const said = (text: string) => [...texts].filter(([, one]) => one.includes(text)).map(([name]) => name);
    for (const price of Object.values(prices)) {
      const where = ['/openapi.json', '/llms.txt', '/discovery', '/.well-known/agent-card.json', 'MCP tools'];
      expect(said(price)).toEqual(expect.arrayContaining([...where, '/docs']));
      expect(said(`"${Math.round(Number(price) * 1_000_000)}"`).length).toBeGreaterThan(0);
    }
    expect(said(prices.prepurchase)).toEqual(expect.arrayContaining(['/', '/prices']));
    expect(said(together).length).toBeGreaterThan(0);
    const usual = [...new Set(Object.values(usualPrices))].map((price) => `\\$${price}(?!\\d)`);
    const old = new RegExp(`${usual.join('|')}|\\$0\\.09(?!\\d)`);
    for (const [name, text] of texts) expect(old.exec(text)?.[0], name).toBeUndefined();

    for (const limit of ['unpaid_challenges', 'failed_payments'] as const)
      expect(said(` ${usualLimits[limit] + 1_300} `), limit).toContain('/llms-full.txt');
    for (const [path, limit] of Object.entries(usualLimits).filter(([name]) => /^\/v1\/|catalog/.test(name)))
      expect(said(`${limit + 1_300} requests a minute`), path).toContain('/openapi.json');
  });

  it('are what is asked for and counted', async () => {
    const challenge = await service.get('/v1/decode');
    expect(await challenge.json()).toMatchObject({ accepts: [{ amount: '71300', price: '$0.0713' }] });
  });

  it.each([
    ['/v1/sample/decode', '/v1/sample/decode'],
    ['documents', '/llms.txt'],
    ['catalog', '/.well-known/catalog'],
    ['looks', '/car?vin=5NPDH4AE8DH100013'],
    ['sealed_reports', '/report/sealed'],
  ] as const)('count %s', async (name, path) => {
    const { headers } = await service.get(path);
    expect(headers.get('ratelimit-policy')).toContain(`q=${limits[name]};`);
  });

  it('are named by who is refused', async () => {
    await using strict = await runService({ LIMITS: 'documents=1, resource_templates=1' });
    await using connected = await connectMcp(strict.url);
    const read = (uri: string) => connected.client.readResource({ uri });
    await strict.get('/llms.txt');
    expect(await (await strict.get('/llms.txt')).json()).toMatchObject({ limit: 'documents' });
    expect((await strict.get('/terms.txt')).status).toBe(200);
    await read('forecourt://places/CA-ON');
    await expect(read('forecourt://places/US-TX')).rejects.toThrow(/Too many/);
  });
});

it.each([
  ['PRICES', 'decod=0.02', /^PRICES has no "decod": it has decode, recalls/],
  ['PRICES', 'decode=0', /^PRICES must give decode a price in dollars/],
  ['PRICES', 'decode=0.0000001', /^PRICES must give decode/],
  ['PRICES', 'decode', /^PRICES must give decode/],
  ['PRICES', 'decode=1,decode=2', /^PRICES names one thing twice/],
  ['LIMITS', 'looks=0', /^LIMITS must give looks a whole number/],
  ['LIMITS', 'look=5', /^LIMITS has no "look"/],
])('%s=%s does not start', (name, value, problem) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    expect.objectContaining<Partial<ConfigError>>({ problems: [expect.stringMatching(problem)] }),
  );
});
