import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import type { Listing } from '../../src/products/product.ts';
import { products } from '../../src/products/table.ts';
import { madeUp } from '../documents/made-up-product.ts';
import { runService } from '../running-service.ts';
import { connectMcp, type eras } from './connect.ts';

const CURRENT = '2026-07-28';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const SERVER = 'io.modelcontextprotocol/serverInfo';
const META = { [VERSION]: CURRENT, 'io.modelcontextprotocol/clientCapabilities': {} };

const VIN = '5NPDH4AE8DH100013';
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

const service = await runService();
const mcp = await connectMcp(service.url);
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

interface Reply {
  status: number;
  body: {
    id?: unknown;
    result?: Record<string, unknown> & { _meta: Record<string, unknown>; tools: { name: string }[] };
    error?: { code: number; message: string; data?: Record<string, unknown> };
  };
}

async function post(body: unknown, headers: Record<string, string> = {}, to = service): Promise<Reply> {
  const response = await to.get('/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

/** A request of the current revision, with any of it bent. */
function ask(
  method: string,
  params: Record<string, unknown> = {},
  bent: Record<string, string> = {},
  to = service,
) {
  const name = params.name ?? params.uri;
  const headers = {
    'MCP-Protocol-Version': CURRENT,
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': name }),
    ...bent,
  };
  return post({ jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...params } }, headers, to);
}

describe('what is listed comes from the product table', () => {
  test('a tool for each product, in its order', async () => {
    const { tools } = await mcp.client.listTools();
    const underscored = products.map(({ slug }) => slug.replaceAll('-', '_'));
    expect(tools.map(({ name }) => name)).toEqual(underscored.map((slug) => `get_${slug}`));
    for (const [index, { priceUsd, summary }] of products.entries()) {
      const tool = tools[index];
      expect(tool?.description).toContain(`$${priceUsd}`);
      expect(tool?.description).toContain(summary);
    }
    const harmless = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
    for (const { annotations } of tools) expect(annotations).toMatchObject(harmless);
  });

  test('input schemas say what is required', async () => {
    const { tools } = await mcp.client.listTools();
    expect(tools.find(({ name }) => name === 'get_purchase_costs')?.inputSchema).toMatchObject({
      type: 'object',
      required: ['country', 'price', 'sale_type'],
      properties: { country: { enum: ['CA', 'US'] }, price: { type: 'number' } },
      additionalProperties: false,
    });
  });

  test('resources are the documents, under their addresses, and say how large they are', async () => {
    const { resources } = await mcp.client.listResources();
    const paths = resources.map(({ uri }) => new URL(uri).pathname);
    expect(paths).toEqual(
      expect.arrayContaining(['/terms.txt', '/llms.txt', '/openapi.json', '/.well-known/catalog']),
    );
    const terms = resources.find(({ uri }) => uri.endsWith('/terms.txt'));
    const text = await (await service.get('/terms.txt')).text();
    const description = expect.stringContaining('/terms.txt');
    expect(terms).toMatchObject({ size: Buffer.byteLength(text), description });
    const uri = terms?.uri ?? '';
    const { contents } = await mcp.client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: 'text/plain', text }]);
  });

  test('prompts name the tools and their prices', async () => {
    const { prompts } = await mcp.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('check_before_buying');
    const { messages } = await mcp.client.getPrompt({
      name: 'explain_recalls',
      arguments: { vin: `VIN: ${VIN.toLowerCase()}.` },
    });
    expect(JSON.stringify(messages)).toMatch(/5NPDH4AE8DH100013.*get_recalls \$0\.01/);
    await expect(mcp.client.getPrompt({ name: 'explain_recalls' })).rejects.toThrow(/needs: vin/);
    const wrong = mcp.client.getPrompt({ name: 'explain_recalls', arguments: { vin: 'x' } });
    await expect(wrong).rejects.toThrow('A VIN has 17 characters');
  });
});

describe('what has an address by a template', () => {
  const read = async (uri: string) => {
    const { contents } = await mcp.client.readResource({ uri });
    const [first] = contents;
    return JSON.parse(first && 'text' in first ? first.text : '');
  };

  test('is a car, with what its VIN says free and what each tool would add', async () => {
    const { resourceTemplates } = await mcp.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'forecourt://cars/{vin}',
      'forecourt://places/{place}',
    ]);
    expect(await read('forecourt://cars/5npdh4ae8dh100013')).toMatchObject({
      vin: VIN,
      car: { name: '2013 Hyundai Elantra', year: 2013 },
      checkDigitValid: true,
      tools: products.map(({ priceUsd, path }) => ({
        priceUsd,
        payPage: `${service.url.replace('127.0.0.1', 'localhost')}${path}?vin=5NPDH4AE8DH100013`,
      })),
      disclaimer: expect.any(String),
    });
    expect(await read('forecourt://cars/ZZZZZZZZZZZZZZZZZ')).toMatchObject({ car: null });
  });

  test('is a place, with its taxes and fees but without their amounts', async () => {
    const ontario = await read('forecourt://places/CA-ON');
    expect(ontario).toMatchObject({
      name: 'Ontario',
      taxes: { private: expect.arrayContaining([expect.any(String)]) },
      sources: expect.arrayContaining([
        { url: expect.any(String), title: expect.any(String), publisher: expect.any(String) },
      ]),
    });
    expect(JSON.stringify(ontario)).not.toContain('"amount"');
  });

  test('is read 30 times a minute, cars and places together', async () => {
    await using crowded = await runService();
    const readBoth = () =>
      Promise.all(
        ['forecourt://cars/5NPDH4AE8DH100013', 'forecourt://places/CA-ON'].map((uri) =>
          ask('resources/read', { uri }, {}, crowded),
        ),
      );
    const read = { body: { result: {} } };
    for (let twice = 0; twice < 15; twice++) expect(await readBoth()).toMatchObject([read, read]);
    const refused = { body: { error: { data: { limit: 'resource_templates' } } } };
    expect(await readBoth()).toMatchObject([refused, refused]);
  });

  test('is completed by the names of places', async () => {
    const complete = async (uri: string, name: string, value: string) => {
      const ref = { type: 'ref/resource', uri } as const;
      return (await mcp.client.complete({ ref, argument: { name, value } })).completion.values;
    };
    expect(await complete('forecourt://places/{place}', 'place', 'colum')).toEqual(['CA-BC', 'US-DC']);
    expect(await complete('forecourt://cars/{vin}', 'vin', '5NP')).toEqual([]);
  });

  test.each(['forecourt://cars/short', 'forecourt://places/CA-TX', 'forecourt://poems/1'])(
    'and else nothing: %s',
    async (uri) => {
      const { body } = await ask('resources/read', { uri });
      expect(body.error).toMatchObject({ code: -32602, data: { uri, disclaimer: expect.any(String) } });
    },
  );
});

describe('the arguments of prompts', () => {
  const complete = async (prompt: string, argument: string, value: string) => {
    const ref = { type: 'ref/prompt', name: prompt } as const;
    const { completion } = await mcp.client.complete({ ref, argument: { name: argument, value } });
    return completion;
  };

  test('are completed from the values that the products take', async () => {
    const dealer = { values: ['dealer'], total: 1, hasMore: false };
    expect(await complete('check_before_buying', 'seller', 'D')).toEqual(dealer);
    const { values } = await complete('estimate_closing_costs', 'place', '');
    expect(values).toHaveLength(64);
    expect(values).toEqual(expect.arrayContaining(['ON', 'QC', 'TX', 'DC']));
    expect((await complete('explain_recalls', 'vin', '5NP')).values).toEqual([]);
  });

  test.each([
    ['q', ['QC']],
    ['ontario', ['ON']],
    ['York', ['NY']],
    ['new', ['NB', 'NL', 'NH', 'NJ', 'NM', 'NY']],
  ])('are places by code and by name: %s', async (typed, places) => {
    expect((await complete('estimate_closing_costs', 'place', typed)).values).toEqual(places);
  });

  test('are announced and completed in the current revision too', async () => {
    expect((await ask('server/discover')).body.result).toMatchObject({ capabilities: { completions: {} } });
    const ref = { type: 'ref/prompt', name: 'estimate_closing_costs' };
    const { body } = await ask('completion/complete', { ref, argument: { name: 'seller', value: '' } });
    expect(body.result).toMatchObject({ completion: { values: ['private', 'dealer'] } });
    expect(body.result).not.toHaveProperty('ttlMs');
  });

  test.each([
    { ref: { type: 'ref/prompt', name: 'poem' }, argument: { name: 'place', value: '' } },
    { ref: { type: 'ref/prompt', name: 'explain_recalls' }, argument: { name: 'place', value: '' } },
    { ref: { type: 'ref/resource', uri: 'file:///{path}' }, argument: { name: 'path', value: '' } },
    { ref: { type: 'ref/prompt', name: 'explain_recalls' }, argument: 'vin' },
  ])('that there are not are wrong parameters: %j', async (params) => {
    const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'completion/complete', params });
    expect(body.error?.code).toBe(-32602);
  });
});

describe('free samples', () => {
  test('are given, and are counted together with those over HTTP', async () => {
    await using own = await runService();
    await using mcp = await connectMcp(own.url);
    const asked = { vin: VIN, sample: true };
    const sample = await mcp.call('get_known_issues', asked);
    expect(sample).toMatchObject({ isError: false, body: { sample: true, disclaimer: expect.any(String) } });
    expect((await own.get('/v1/sample/known-issues')).status).toBe(200);
    const refusal = { error: 'rate_limited', limit: '/v1/sample/known-issues', charged: false };
    expect(await mcp.call('get_known_issues', asked)).toMatchObject({
      isError: true,
      body: { ...refusal, retryAfterSeconds: expect.any(Number) },
    });
  });

  test('are brief, and whole where that is asked for', async () => {
    const { body, words } = await mcp.call('get_purchase_costs', { sample: true });
    expect(body).toMatchObject({ sample: true, ca: { view: 'brief', province: 'ON' }, us: { state: 'CA' } });
    expect(words).toMatch(/^A free sample, and not of the car that was asked about\./);
    const whole = await mcp.call('get_purchase_costs', { sample: true, view: 'full' });
    expect(whole.body).toEqual(await (await service.get('/v1/sample/purchase-costs')).json());
  });
});

const UNKNOWN: [string, Record<string, unknown>][] = [
  ['tools/call', { name: 'get_money' }],
  ['prompts/get', { name: 'poem' }],
  ['resources/read', { uri: 'file:///etc/passwd' }],
];

describe(`revision ${CURRENT}`, () => {
  test('is discovered, together with the earlier ones', async () => {
    const { status, body } = await ask('server/discover');
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [CURRENT],
      capabilities: { tools: {}, resources: {}, prompts: {} },
      ttlMs: expect.any(Number),
      cacheScope: 'public',
      _meta: { [SERVER]: { name: 'forecourt', icons: [{ mimeType: 'image/svg+xml' }] } },
    });
  });

  test.each(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])(
    'answers %s for caches',
    async (method) => {
      const { status, body } = await ask(method);
      expect(status).toBe(200);
      const kept = { resultType: 'complete', ttlMs: expect.any(Number), cacheScope: 'public' };
      expect(body.result).toMatchObject(kept);
    },
  );

  test('calls tools, gets prompts and reads resources', async () => {
    const unpaid = await ask('tools/call', { name: 'get_decode', arguments: { vin: VIN } });
    expect(unpaid.body.result).toMatchObject({
      resultType: 'complete',
      isError: true,
      structuredContent: { x402Version: 2 },
    });
    const prompt = await ask('prompts/get', { name: 'explain_recalls', arguments: { vin: VIN } });
    expect(prompt.body.result).toMatchObject({ messages: [{ role: 'user' }] });
    const listed = await ask('resources/list');
    const [{ uri } = { uri: '' }] = (listed.body.result?.resources ?? []) as { uri: string }[];
    const read = await ask('resources/read', { uri });
    expect(read.body.result).toMatchObject({ contents: [{ uri }], cacheScope: 'public' });
  });

  test('reads a name that was encoded for its header', async () => {
    const encoded = `=?base64?${Buffer.from('get_decode').toString('base64')}?=`;
    const { status } = await ask('tools/call', { name: 'get_decode' }, { 'Mcp-Name': encoded });
    expect(status).toBe(200);
  });

  test.each([
    ['the header of the version differs', 'tools/list', {}, { 'MCP-Protocol-Version': '2025-11-25' }],
    ['the header of the method differs', 'tools/list', {}, { 'Mcp-Method': 'prompts/list' }],
    ['the header of the name differs', 'tools/call', { name: 'get_decode' }, { 'Mcp-Name': 'get_recalls' }],
  ])('refuses a request where %s', async (_name, method, params, bent) => {
    const { status, body } = await ask(method, params, bent);
    expect([status, body.error?.code]).toEqual([400, -32020]);
  });

  test('refuses a version that there is not, and names those that there are', async () => {
    const meta = { ...META, [VERSION]: '1900-01-01' };
    const header = { 'MCP-Protocol-Version': '1900-01-01' };
    const { status, body } = await ask('tools/list', { _meta: meta }, header);
    expect([status, body.error?.code]).toEqual([400, -32022]);
    expect(body.error?.data).toMatchObject({ requested: '1900-01-01', supported: [CURRENT] });
  });

  test('refuses a request that does not state the capabilities of its client', async () => {
    const { status, body } = await ask('tools/list', { _meta: { [VERSION]: CURRENT } });
    expect([status, body.error?.code]).toEqual([400, -32602]);
  });

  test('answers an unknown method with 404 and its code', async () => {
    for (const method of ['nothing/at-all', 'ping', 'constructor', 'initialize']) {
      const { status, body } = await ask(method);
      expect([status, body.error?.code, body.id]).toEqual([404, -32601, 1]);
    }
  });

  test.each(UNKNOWN)('answers an unknown name as a wrong parameter: %s %o', async (method, params) => {
    expect((await ask(method, params)).body.error?.code).toBe(-32602);
  });

  test('takes a notification and answers nothing', async () => {
    const message = { jsonrpc: '2.0', method: 'notifications/anything', params: { _meta: META } };
    const { status, body } = await post(message, { 'MCP-Protocol-Version': CURRENT });
    expect([status, body]).toEqual([202, {}]);
  });
});

describe('the revisions before', () => {
  test.each<[string, unknown, number?]>([
    ...UNKNOWN,
    ['tools/call', { name: 'get_decode', arguments: 'text' }],
    ['tools/call', {}],
    ['resources/read', {}],
    ['logging/setLevel', { level: 'info' }, -32601],
    ['initialize', undefined],
    ['initialize', { protocolVersion: 20251125, capabilities: {}, clientInfo: {} }],
    ['initialize', { _meta: {} }],
  ])('answer what is wrong or unknown in their own codes: %s %o', async (method, params, code = -32602) => {
    const { status, body } = await post({ jsonrpc: '2.0', id: 1, method, params });
    expect([status, body.error?.code]).toEqual([200, code]);
    expect(body.error?.data).toMatchObject({ disclaimer: expect.any(String) });
    expect(body.error?.message).not.toMatch(/invalid_type|expected/);
  });

  test('say what is no request, in the same form', async () => {
    const { status, body } = await post({ hello: 'world' });
    expect([status, body.error?.code]).toEqual([400, -32600]);
    expect(body.error?.data).toMatchObject({ disclaimer: expect.any(String) });
  });
});

describe('a call that cannot succeed', () => {
  const sale = { country: 'CA', price: 25_000, sale_type: 'private' };

  test.each<[string, string, Record<string, unknown>, string, RegExp]>([
    ['no VIN', 'get_decode', {}, 'vin', /^Correct this parameter: vin \(is required\)\.$/],
    ['half a VIN', 'get_recalls', { vin: 'BAD' }, 'vin', /^A VIN has exactly 17 characters/],
    ['no place that there is', 'get_purchase_costs', { ...sale, province: 'XX' }, 'province', /AB, BC, .*YT/],
    ['no text', 'get_purchase_costs', { ...sale, province: ['ON'] }, 'province', /must be a text, a number/],
  ])('is told what is wrong, and no price: %s', async (_name, tool, parameters, parameter, words) => {
    const refused = await mcp.call(tool, parameters);
    expect(refused).toMatchObject({
      isError: true,
      words: expect.stringMatching(words),
      body: { charged: false, issues: [{ parameter, message: expect.any(String) }] },
    });
    expect(refused.body).not.toHaveProperty('accepts');
    expect(refused.words).not.toContain('$');
  });
});

describe('the schema of what a tool returns', () => {
  test('names the types, and takes challenges and errors as well as answers', async () => {
    await using own = await runService();
    await using mcp = await connectMcp(own.url);
    const { tools } = await mcp.client.listTools();
    const ajv = new Ajv2020({ strict: false });
    const decodes = tools.find(({ name }) => name === 'get_decode');
    expect(decodes?.outputSchema).toMatchObject({
      properties: { vin: { type: 'string' }, checkDigitValid: { type: 'boolean' } },
    });
    const replies = [];
    for (const product of products) {
      const name = product.slug.replaceAll('-', '_');
      const asked = [{}, { vin: VIN }, { sample: true }, { sample: true, view: 'full' }];
      for (const parameters of asked)
        replies.push([`get_${name}`, (await mcp.call(`get_${name}`, parameters)).body]);
      replies.push([`get_${name}`, (await mcp.call(`get_${name}`, { vin: VIN }, { hello: 'world' })).body]);
    }
    expect(replies).toHaveLength(5 * products.length);
    for (const [name, body] of replies) {
      const schema = tools.find((tool) => tool.name === name)?.outputSchema;
      const validate = ajv.compile(Object(schema));
      expect([name, validate(body), validate.errors]).toEqual([name, true, null]);
    }
  });
});

describe('a call that takes a while', () => {
  async function slowly(
    revision: keyof typeof eras,
    work: (mcp: Awaited<ReturnType<typeof connectMcp>>, release: () => void) => Promise<void>,
  ) {
    const released = Promise.withResolvers<void>();
    // The service reads each sample once when it starts.
    let isStarted = false;
    const sample: Listing['sample'] = {
      ...madeUp.sample,
      async read(knowledge) {
        if (isStarted) await released.promise;
        return madeUp.sample.read(knowledge);
      },
    };
    await using own = await runService({}, { products: [...products, { ...madeUp, sample }] });
    isStarted = true;
    await using mcp = await connectMcp(own.url, revision);
    await work(mcp, released.resolve);
  }

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'says every second that it goes on, revision %s',
    async (revision) => {
      await slowly(revision, async (mcp, release) => {
        const heard: unknown[] = [];
        const result = await mcp.client.callTool(
          { name: 'get_paint_code', arguments: { sample: true } },
          {
            onprogress(progress) {
              heard.push(progress);
              if (heard.length === 2) release();
            },
          },
        );
        expect(heard).toEqual([
          { progress: 1, message: 'Working on it for 1 s' },
          { progress: 2, message: 'Working on it for 2 s' },
        ]);
        expect(result.structuredContent).toMatchObject({ code: 'NH-731P', sample: true });
      });
    },
  );
});

describe('a client that opens pages for its user', () => {
  const url = { elicitation: { url: {} } };

  test('is asked to open the page to pay, and gets the challenge whatever the user says', async () => {
    const action = { action: 'accept' as 'accept' | 'decline' };
    const opened: unknown[] = [];
    await using mcp = await connectMcp(service.url, CURRENT, { capabilities: url });
    mcp.client.setRequestHandler('elicitation/create', ({ params }) => {
      opened.push(params);
      return action;
    });
    const accepted = await mcp.call('get_recalls', { vin: VIN });
    expect(opened).toEqual([
      {
        mode: 'url',
        message: expect.stringContaining('Recalls: $0.01 in USDC.'),
        url: expect.stringMatching(/\/v1\/recalls\?vin=5NPDH4AE8DH100013$/),
      },
    ]);
    expect(accepted).toMatchObject({
      isError: true,
      body: { error: 'payment_required' },
      words: expect.stringContaining('was opened for the user'),
    });
    action.action = 'decline';
    expect(await mcp.call('get_recalls', { vin: VIN })).toMatchObject({
      body: { error: 'payment_required' },
      words: expect.stringContaining('A person can pay in a browser'),
    });
  });

  test.each([{}, { ...url, experimental: { x402: {} } }])(
    'unless it cannot or pays by itself: %j',
    async (capabilities) => {
      const meta = { ...META, 'io.modelcontextprotocol/clientCapabilities': capabilities };
      const { body } = await ask('tools/call', { name: 'get_decode', arguments: { vin: VIN }, _meta: meta });
      expect(body.result).toMatchObject({ resultType: 'complete', isError: true });
    },
  );
});

describe('the transport', () => {
  test.each([{ Accept: 'application/json' }, { Accept: '*/*' }, { Accept: 'application/*;q=0.5' }])(
    'answers in JSON whoever takes JSON: %o',
    async (headers) => {
      const { status, body } = await post(PING, headers);
      expect([status, body.result]).toEqual([200, {}]);
    },
  );

  test.each([
    [406, { Accept: 'text/plain' }],
    [415, { 'Content-Type': 'text/plain' }],
  ])('answers %i to %o', async (expected, headers) => {
    const { status, body } = await post(PING, headers);
    expect([status, body.error?.data]).toEqual([expected, { disclaimer: expect.any(String) }]);
  });

  test.each(['GET', 'DELETE'])('has no %s, for there are no sessions', async (method) => {
    const response = await service.get('/mcp', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST, OPTIONS');
  });

  test('refuses pages of strangers, and takes those of this machine', async () => {
    const from = async (headers: Record<string, string>) => (await post(PING, headers)).status;
    expect(await from({ Origin: 'https://evil.example' })).toBe(403);
    expect(await from({ Origin: 'null' })).toBe(403);
    for (const own of ['http://localhost:6274', 'http://127.0.0.1:6274', 'http://[::1]:6274'])
      expect(await from({ Origin: own }), own).toBe(200);
    expect(await from({ Origin: 'http://127.0.0.1.evil.example' })).toBe(403);
    expect(await from({})).toBe(200);
  });

  test('takes pages of the hosts that the operator names', async () => {
    await using own = await runService({ MCP_ORIGINS: 'https://claude.ai, https://inspector.example' });
    const from = async (origin: string) => {
      const headers = { 'Content-Type': 'application/json', Origin: origin };
      return (await own.get('/mcp', { method: 'POST', headers, body: JSON.stringify(PING) })).status;
    };
    expect([await from('https://claude.ai'), await from('https://evil.example')]).toEqual([200, 403]);
  });

  test('refuses what is too large, is no JSON or is nested to hurt', async () => {
    expect((await post(`"${'x'.repeat(70_000)}"`)).status).toBe(413);
    expect((await post('{"jsonrpc":')).body.error?.code).toBe(-32700);
    expect((await post('['.repeat(10_000))).body.error?.code).toBe(-32700);
    // A message and its parameters are two levels.
    const nested = (levels: number) =>
      post({ ...PING, params: { deep: JSON.parse('['.repeat(levels - 2) + ']'.repeat(levels - 2)) } });
    expect((await nested(32)).body.error).toBeUndefined();
    expect((await nested(33)).body.error?.code).toBe(-32700);
    expect((await post('[]', { 'MCP-Protocol-Version': CURRENT })).status).toBe(400);
  });

  test('limits unpaid calls together with those over HTTP', async () => {
    await using own = await runService();
    await using mcp = await connectMcp(own.url);
    await Promise.all(Array.from({ length: 119 }, () => own.get('/v1/decode')));
    expect((await mcp.call('get_decode', { vin: VIN })).body.error).toBe('payment_required');
    expect((await mcp.call('get_decode', { vin: VIN })).body).toMatchObject({
      error: 'rate_limited',
      limit: 'unpaid_challenges',
    });
  });
});
