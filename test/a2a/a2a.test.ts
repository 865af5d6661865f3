import { randomUUID } from 'node:crypto';
import { x402Client } from '@x402/core/client';
import type { PaymentRequired } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import type { Task as EarlierTask } from 'a2a-sdk-earlier';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { x402Extensions } from '../../src/agents/a2a/x402-extension.ts';
import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { describeQuery } from '../../src/products/describe-query.ts';
import { products } from '../../src/products/table.ts';
import { skipped, startBrowser, startSite } from '../documents/browser.ts';
import { folderOfTest } from '../own-folder.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { type A2aClient, clients, type SeenTask } from './clients.ts';
import { sentences } from './sentences.ts';

const SALE = { country: 'CA', province: 'ON', price: 25_000, sale_type: 'private' };
const VIN = '5NPDH4AE8DH100013';
const PRICE = 20_000n;

interface Card {
  documentationUrl: string;
  protocolVersion: string;
  skills: { id: string; description: string; examples: string[]; tags: string[] }[];
  capabilities: { extensions: { uri: string; description: string; required?: boolean }[] };
}

let service: DevService;
let card: Card;
let payer: x402Client;

/** One for each part below: a client may send N messages a minute. */
async function openService() {
  service = await startDevService();
  card = (await (await fetch(`${service.url}/.well-known/agent-card.json`)).json()) as Card;
  const wallet = privateKeyToAccount(service.payments.wallet.privateKey);
  payer = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
}
const closeService = () => service?.[Symbol.asyncDispose]();

/** Each test buys something else: what the wallet has bought already, it would get for nothing. */
beforeEach(() => {
  SALE.price += 1;
});

const received = () => service.payments.chain.balanceOf(service.payments.payTo);

const textOf = ({ said }: SeenTask) => JSON.stringify(said);
const answerOf = ({ answer }: SeenTask) => answer.find(({ data }) => data)?.data;

async function payFor(task: SeenTask) {
  const required = task.metadata['x402.payment.required'] as PaymentRequired;
  const payload = await payer.createPaymentPayload(required);
  return {
    taskId: task.id,
    metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payload },
  };
}

describe('the agent card', () => {
  beforeAll(openService);
  afterAll(closeService);

  test('has a skill for each product and one for each sample', () => {
    expect(card).toMatchObject({
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      url: expect.stringMatching(/\/a2a$/),
      supportedInterfaces: ['1.0', '0.3'].map((protocolVersion) => ({
        protocolVersion,
        protocolBinding: 'JSONRPC',
        url: expect.stringMatching(/\/a2a$/),
      })),
      capabilities: { streaming: false, pushNotifications: false },
    });
    expect(card.skills.map(({ id }) => id)).toEqual(products.flatMap(({ slug }) => [slug, `sample-${slug}`]));
    for (const { slug, priceUsd } of products) {
      expect(card.skills.find(({ id }) => id === slug)?.description).toContain(`$${priceUsd}`);
    }
  });

  test('leads to a page that is read in a minute, and says what a message holds', async () => {
    const page = await (await fetch(new URL(new URL(card.documentationUrl).pathname, service.url))).text();
    expect(page.length).toBeLessThan(8_000);
    expect(page).toContain('{"skill": "purchase-costs", "parameters"');
    expect(page).toContain('x402.payment.status');
  });

  test('declares how its skills are paid for, and asks nobody to know that who wants what is free', () => {
    const declared = card.capabilities.extensions.map(({ uri, required = false }) => ({ uri, required }));
    expect(declared).toEqual(Object.values(x402Extensions).map((uri) => ({ uri, required: false })));
    const [current = '', earlier = ''] = card.capabilities.extensions.map(({ description }) => description);
    expect(current).toContain('x402 version 2');
    expect(earlier).toContain('x402 version 1');
  });
});

describe('a page in a browser', () => {
  beforeAll(openService);
  afterAll(closeService);

  test.each([
    ['SendMessage', { 'A2A-Version': '1.0', 'A2A-Extensions': x402Extensions.current }],
    ['message/send', { 'X-A2A-Extensions': x402Extensions.current }],
  ])(`of another host asks by %s${skipped}`, async (method, headers) => {
    if (skipped !== '') return;
    await using browser = await startBrowser();
    const page = await browser.newPage();
    await using site = await startSite('');
    await page.goto(site.url);
    const message =
      method === 'SendMessage'
        ? { messageId: 'm', role: 'ROLE_USER', parts: [{ text: `any recalls on ${VIN}?` }] }
        : { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: `any recalls on ${VIN}?` }] };
    const text = await page.evaluate(
      async ({ url, headers, body }) => {
        const response = await fetch(url, { method: 'POST', headers, body });
        return response.text();
      },
      {
        url: `${service.url}/a2a`,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { message } }),
      },
    );
    expect(text).toContain('"x402.payment.required":{"x402Version":2');
  });
});

describe('what a person writes', () => {
  beforeAll(openService);
  afterAll(closeService);

  test.each(sentences)('is said back before it is paid: $text', async ({ text, skill, asked, notUsed }) => {
    const client = await clients['1.0'](service.url);
    const task = await client.send(text);
    expect(task.state).toBe('input-required');
    const [words = '', data] = task.said as [
      string,
      { order: { skill?: string; parameters: object; notUsed: string[] } },
    ];
    expect(data.order.skill).toBe(skill);
    for (const [name, value] of Object.entries(data.order.parameters))
      expect(words).toContain(`${name} ${value}`);
    for (const one of [...notUsed, ...data.order.notUsed]) expect(words).toContain(one);
    const isPriced = task.metadata['x402.payment.status'] === 'payment-required';
    if (isPriced) expect(words).toContain('The price of');
    const query = products.find(({ slug }) => slug === skill)?.query;
    const taken = query ? describeQuery(query).map(({ name }) => name) : [];
    if (isPriced) expect(asked.filter((name) => taken.includes(name))).toEqual([]);
  });

  test('is bought as it was said back, once what was not clear is answered', async () => {
    const client = await clients['1.0'](service.url);
    const asked = await client.send('tax on 15000 in Vancouver from a dealer');
    expect(textOf(asked)).toContain('Which place is meant by Vancouver: WA (US) or BC (CA)?');
    expect(asked.metadata).toEqual({});
    const priced = await client.send('British Columbia', { taskId: asked.id });
    expect(textOf(priced)).toContain('province BC');
    const done = await client.send('Paid.', await payFor(priced));
    expect(answerOf(done)).toMatchObject({ province: 'BC', price: 15_000, saleType: 'dealer' });
  });

  test('about a price is told it, though no car is named', async () => {
    const client = await clients['1.0'](service.url);
    expect(textOf(await client.send('how much is a decode?'))).toContain(
      'The price of Decode is $0.01 in USDC.',
    );
    expect(textOf(await client.send(`recalls and known issues of ${VIN} for $9,500 in Dallas`))).toContain(
      'The price of Pre-purchase report is $0.25 in USDC; its parts alone are $0.09 together.',
    );
  });

  test('in the names of several parts is quoted what holds them, with the ways to have those alone', async () => {
    const client = await clients['1.0'](service.url);
    const sale = `${VIN} for $9,500 in San Antonio, private, 112,000 miles`;
    const quoted = textOf(await client.send(`recalls and known issues of ${sale}`));
    expect(quoted).toContain(
      `Each part is had by a message of its own: \`recalls vin=${VIN}\` $0.01 and \`known-issues vin=${VIN}\` $0.05.`,
    );
    // Sent as they are written, they are whole orders: nothing that was said has to be said again.
    const [all = ''] = (await client.send(`full report on ${sale}, at most $0.15`)).said as string[];
    const ways = [...all.matchAll(/`([^`]+)` \$/g)].flatMap(([, way]) => way ?? []);
    const parts = await Promise.all(ways.map((way) => client.send(way)));
    for (const part of parts) expect(part.metadata['x402.payment.status']).toBe('payment-required');
    expect(parts.map(({ said }) => Object(said[1]).order)).toMatchObject([
      { skill: 'decode', parameters: { vin: VIN, odometer: '112000', odometer_unit: 'mi' } },
      { skill: 'recalls' },
      { skill: 'known-issues' },
      { skill: 'purchase-costs', parameters: { vin: VIN, state: 'TX', city: 'San Antonio', price: '9500' } },
    ]);
  });

  test('of what may be spent is said back, and nothing dearer is quoted before it is asked for again', async () => {
    const client = await clients['1.0'](service.url);
    const asked = await client.send(
      `full report on ${VIN} for $9,500 in Dallas, private. Spend at most $0.15.`,
    );
    expect(asked.metadata).toEqual({});
    const words = textOf(asked);
    expect(words).toMatch(
      /more than the \$0\.15 to spend.*\$0\.01, .*\$0\.05.*price 9500.*at most \$0\.15 to spend/,
    );
    const priced = await client.send('Buy it all the same.', { taskId: asked.id });
    expect(textOf(priced)).toContain('price 9500');
    expect(priced.metadata['x402.payment.status']).toBe('payment-required');
    const within = await client.send(`recalls of ${VIN}, at most $0.15`);
    expect(textOf(within)).toContain('at most $0.15 to spend');
    expect(within.metadata['x402.payment.status']).toBe('payment-required');
  });

  test('of a sale is told the price and the ways to have the parts alone before it answers a question', async () => {
    const client = await clients['1.0'](service.url);
    const asked = await client.send(`Should I buy ${VIN} for $9,500 in Dallas, dealer or private?`);
    const words = textOf(asked);
    expect(words).toMatch(
      /private person or from a dealer\?.*price 9500.*\$0\.25.*`recalls vin=\w+` \$0\.01/,
    );
    expect(words).not.toContain('sale_type');
  });

  test('about how to pay is told what to send, and where test money is', async () => {
    const client = await clients['1.0'](service.url);
    expect(textOf(await client.send('How do I get a test wallet to pay?'))).toMatch(
      /x402\.payment\.status \\"payment-submitted\\" and x402\.payment\.payload.*test wallet is in \/llms\.txt/,
    );
  });

  test('of several parts keeps what was said where one of them is asked for in its task', async () => {
    const client = await clients['1.0'](service.url);
    const quoted = await client.send(
      `recalls and taxes of ${VIN} for $9,600 in Dallas, private, 112,000 miles`,
    );
    const part = await client.send(`purchase-costs ${VIN}`, { taskId: quoted.id });
    expect(textOf(part)).toMatch(/price of Purchase costs is \$0\.02.*state TX.*price 9600/);
    expect(textOf(part)).not.toContain('odometer');
    expect(part.metadata['x402.payment.status']).toBe('payment-required');
  });

  test('as data with all that is known of a sale buys what needs only a part of it', async () => {
    const client = await clients['1.0'](service.url);
    const known = { vin: VIN, odometer: 112_000, odometer_unit: 'mi', price: 9_500, state: 'TX' };
    const asked = await client.send({ skill: 'decode', parameters: known });
    expect(textOf(asked)).toContain('Makes no difference to decode: \\"price\\", \\"state\\".');
    const bought = await client.send({ skill: 'decode', parameters: known }, await payFor(asked));
    expect(bought.state).toBe('completed');
    const asPairs = await client.send(`recalls vin=${VIN} odometer=112000 state=TX`);
    expect(textOf(asPairs)).toContain('Makes no difference to recalls: \\"odometer\\", \\"state\\".');
    expect(asPairs.metadata['x402.payment.status']).toBe('payment-required');
    const wrong = await client.send({
      skill: 'decode',
      parameters: { ...known, odometre: 5, one: 1, two: 2 },
    });
    expect(textOf(wrong)).toMatch(
      /odometre \([^;]*; did you mean odometer\?\), one, two \([^;]*; taken are vin,/,
    );
    expect(wrong.metadata?.['x402.payment.status']).toBeUndefined();
  });

  test('and makes no difference is told apart from what was not understood', async () => {
    const client = await clients['1.0'](service.url);
    const about = `I am worried: known issues of my Elantra ${VIN}, salvage title, $9,500 in Dallas 75201?`;
    const words = textOf(await client.send(about));
    expect(words).toContain('Makes no difference to known-issues: \\"Dallas\\", \\"75201\\", \\"$9,500\\".');
    expect(words).toContain('Not understood: \\"salvage title\\".');
  });

  test('of another car than that of the VIN is asked back', async () => {
    const client = await clients['1.0'](service.url);
    const asked = await client.send(`recalls of my 2014 Elantra ${VIN}`);
    expect(textOf(asked)).toContain('The VIN is of a 2013 Hyundai Elantra, not of 2014');
    const priced = await client.send(VIN, { taskId: asked.id });
    expect(priced.metadata['x402.payment.status']).toBe('payment-required');
  });
});

test('so many orders a minute are begun by all callers together, and more are told when to come back', async () => {
  await using parts = Forecourt.create(
    readConfig({
      PORT: '0',
      DATA_DIR: folderOfTest(),
      LOG_LEVEL: 'silent',
      SAMPLES_REFRESH: 'off',
      LIMITS: 'new_a2a_orders=2',
    }),
  );
  const { port } = await parts.serve();
  const begin = () =>
    fetch(`http://127.0.0.1:${port}/a2a`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'A2A-Version': '1.0' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hello' }] } },
      }),
    }).then((response) => response.json());
  for (const _ of [1, 2]) expect(await begin()).toMatchObject({ result: { task: {} } });
  expect(await begin()).toMatchObject({ error: { message: expect.stringMatching(/Too many/) } });
});

describe.each(['0.3', '1.0'] as const)('over version %s', (version) => {
  let client: A2aClient;
  beforeAll(async () => {
    await openService();
    client = await clients[version](service.url);
  });
  afterAll(closeService);
  const send: A2aClient['send'] = (part, more) => client.send(part, more);
  const askCosts = (parameters: object = SALE) => send({ skill: 'purchase-costs', parameters });

  describe('the official client', () => {
    test('gives examples that are understood, as data and as text', async () => {
      for (const { id, examples } of card.skills.filter(({ tags }) => tags.includes('paid'))) {
        const [text = '', data = ''] = examples;
        expect(text).not.toMatch(/=/);
        for (const task of [await send(JSON.parse(data)), await send(text)]) {
          const required = task.metadata['x402.payment.required'] as PaymentRequired | undefined;
          expect(required?.resource?.url, id).toMatch(new RegExp(`/v1/${id}$`));
        }
      }
    });

    test('gets a free sample at once', async () => {
      const task = await send({ skill: 'sample-purchase-costs' });
      expect(task.state).toBe('completed');
      expect(answerOf(task)).toMatchObject({ sample: true, disclaimer: expect.any(String) });
      expect(task.answer[0]?.text).toMatch(/^Here is the free sample/);
    });

    test('buys a paid skill: asked to pay, paid, answered with the receipt', async () => {
      const before = await received();
      const asked = await askCosts();
      expect(asked.state).toBe('input-required');
      expect(asked.metadata).toMatchObject({
        'x402.payment.status': 'payment-required',
        'x402.payment.required': { x402Version: 2, accepts: [{ amount: '20000' }] },
      });
      const done = await send('Here is the payment.', await payFor(asked));
      expect([done.id, done.state]).toEqual([asked.id, 'completed']);
      const extensions = { 'offer-receipt': { info: expect.any(Object) } };
      expect(done.metadata).toMatchObject({
        'x402.payment.status': 'payment-completed',
        'x402.payment.receipts': [{ success: true, network: 'eip155:8453', extensions }],
      });
      expect(answerOf(done)).toMatchObject({ view: 'brief', province: 'ON', charged: true });
      expect((await received()) - before).toBe(PRICE);
    });

    test('buys a decode that it asked for in words', async () => {
      const asked = await send(`decode ${VIN}`);
      const done = await send('Paid.', await payFor(asked));
      expect(done.answer[0]?.text).toContain(`${VIN} is a 2013 Hyundai Elantra`);
      expect(answerOf(done)).toMatchObject({ vin: VIN, vehicle: { make: 'Hyundai' }, charged: true });
    });

    test('gets the task again by its id, without the payment in it', async () => {
      const asked = await askCosts();
      const sent = await payFor(asked);
      const payment = sent.metadata['x402.payment.payload'] as unknown as { payload: { signature: string } };
      const done = await send('Paid.', sent);
      const again = await client.getTask(done.id);
      expect(again.answer).toEqual(done.answer);
      // No signature but ours stands in it.
      expect(payment.payload.signature).toMatch(/^0x/);
      expect(JSON.stringify(again.whole)).not.toContain(payment.payload.signature);
      expect(JSON.stringify(again.whole)).not.toContain('authorization');
      expect((await client.getTask(done.id, 0)).history).toEqual([]);
    });

    test('may send the same payment twice, also at once, and pays once', async () => {
      const before = await received();
      const asked = await askCosts();
      const payment = await payFor(asked);
      const both = await Promise.all([send('Paid.', payment), send('Paid.', payment)]);
      const later = await send('Paid.', payment);
      for (const task of [...both, later]) expect(answerOf(task)).toEqual(answerOf(later));
      expect((await received()) - before).toBe(PRICE);
    });

    test('may decline to pay', async () => {
      const metadata = { 'x402.payment.status': 'payment-rejected' };
      const over = await send('No.', { taskId: (await askCosts()).id, metadata });
      expect(over.state).toBe('canceled');
    });
  });

  describe('nothing is charged', () => {
    test('for a payment that does not fit; the task has failed and says why', async () => {
      const before = await received();
      const cheap = await payFor(await send(`decode ${VIN}`));
      const failed = await send('Paid.', { ...cheap, taskId: (await askCosts()).id });
      expect(failed.state).toBe('failed');
      expect(failed.metadata).toMatchObject({
        'x402.payment.status': 'payment-failed',
        'x402.payment.error': 'INVALID_AMOUNT',
        'x402.payment.receipts': [],
      });
      expect(textOf(failed)).toContain('This task is over: to try again, send the order in a new message');
      // Nothing is to be paid here any more.
      expect(textOf(failed)).not.toMatch(/"accepts/);
      expect(await received()).toBe(before);
    });

    test('for a payment that has bought something else', async () => {
      const payment = await payFor(await askCosts());
      await send('Paid.', payment);
      const other = await askCosts({ ...SALE, province: 'QC' });
      const failed = await send('Paid.', { ...payment, taskId: other.id });
      expect(failed.metadata).toMatchObject({ 'x402.payment.error': 'DUPLICATE_NONCE' });
    });

    test('for a payment that cannot be read; the task waits for another', async () => {
      const asked = await askCosts();
      const metadata = { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': 'money' };
      const still = await send('Paid.', { taskId: asked.id, metadata });
      expect(still.state).toBe('input-required');
      expect(still.metadata['x402.payment.status']).toBe('payment-required');
      expect((await send('Paid.', await payFor(still))).state).toBe('completed');
    });
  });

  describe('what was just bought', () => {
    const whole = { province: 'ON', lines: expect.any(Array) };
    const paidBefore = { transaction: expect.stringMatching(/^0x/) };
    async function buy() {
      const done = await send('Paid.', await payFor(await askCosts()));
      return { done, before: await received() };
    }

    test('is read whole in the same context by one message, and by nobody else', async () => {
      const { done, before } = await buy();
      const again = await send('view=full', { contextId: done.contextId });
      expect([again.state, textOf(again)]).toEqual([
        'completed',
        expect.stringContaining('nothing more was charged'),
      ]);
      expect(answerOf(again)).toMatchObject({ ...whole, charged: false, paidBefore });
      expect(answerOf(again)).not.toHaveProperty('view');
      expect(await received()).toBe(before);
      expect((await send('view=full')).state).toBe('input-required');
      expect((await send('view=full', { contextId: randomUUID() })).state).toBe('input-required');
    });

    test('is read as its brief form says, by naming its task', async () => {
      const { done } = await buy();
      await send('Paid.', await payFor(await send(`decode ${VIN}`, { contextId: done.contextId })));
      expect(Object(answerOf(done)).more).toMatch(/"view=full" .* referenceTaskIds/);
      const again = await send('view=full', { referenceTaskIds: [done.id] });
      expect(answerOf(again)).toMatchObject(whole);
      expect(again.contextId).toBe(done.contextId);
    });

    test('is not sold again to who asks for it with all its parameters in the same context', async () => {
      const { done, before } = await buy();
      const data = { skill: 'purchase-costs', parameters: { ...SALE, province: 'Ontario', view: 'full' } };
      const again = await send(data, { contextId: done.contextId });
      expect(answerOf(again)).toMatchObject({ ...whole, charged: false, paidBefore });
      const other = await send({ ...data, parameters: { ...SALE, price: 9 } }, { contextId: done.contextId });
      expect(other.metadata['x402.payment.status']).toBe('payment-required');
      expect(await received()).toBe(before);
    });

    test('is quoted elsewhere with the word that its wallet is not charged again, and it is not', async () => {
      const { before } = await buy();
      const asked = await askCosts({ ...SALE, view: 'full' });
      expect(textOf(asked)).toContain(
        'A wallet that paid for this in the last ten minutes is not charged again.',
      );
      const again = await send('Paid.', await payFor(asked));
      expect(answerOf(again)).toMatchObject({ ...whole, charged: false, paidBefore });
      expect(await received()).toBe(before);
    });

    test('is no secret of a context that its client has named, and may share with others', async () => {
      const asked = await send({ skill: 'purchase-costs', parameters: SALE }, { contextId: 'my-context' });
      await send('Paid.', await payFor(asked));
      expect((await send('view=full', { contextId: 'my-context' })).state).toBe('input-required');
      expect((await askCosts()).metadata['x402.payment.status']).toBe('payment-required');
    });

    test('takes no more messages, and the error says how to go on', async () => {
      const { done } = await buy();
      const refused = send('view=full', { taskId: done.id });
      await expect(refused).rejects.toThrow(/without taskId.*referenceTaskIds/);
      await expect(refused).rejects.toThrow(done.id);
    });
  });

  describe('a plain question', () => {
    test('about costs takes a private seller for granted, and says so', async () => {
      const asked = await send(`what will I pay in Ontario for ${SALE.price}`);
      expect(textOf(asked)).toContain('say \\"from a dealer\\" if it is not');
      const done = await send('Paid.', await payFor(asked));
      expect(answerOf(done)).toMatchObject({ province: 'ON', saleType: 'private', price: SALE.price });
      const other = await send(`what will I pay in Ontario for ${SALE.price}`);
      const dealer = await send('from a dealer', { taskId: other.id });
      expect(textOf(dealer)).not.toContain('if it is not');
      expect(answerOf(await send('Paid.', await payFor(dealer)))).toMatchObject({ saleType: 'dealer' });
    });

    test('may come after the car that it is about', async () => {
      const asked = await send(`decode or recalls of ${VIN}?`);
      expect(asked.state).toBe('input-required');
      const next = await send('the recalls', { taskId: asked.id });
      expect(next.metadata['x402.payment.status']).toBe('payment-required');
    });
  });

  describe('what is not clear is asked back', () => {
    test('which skill, with all that there are', async () => {
      const task = await send('Hello');
      expect(task.state).toBe('input-required');
      for (const { slug } of products) expect(textOf(task)).toContain(slug);
      const next = await send({ skill: 'purchase-costs', parameters: SALE }, { taskId: task.id });
      expect(next.metadata['x402.payment.status']).toBe('payment-required');
    });

    test('what is missing, before a payment is asked for; what was given stays known', async () => {
      const { province: _left, ...rest } = SALE;
      const task = await askCosts(rest);
      expect(task.state).toBe('input-required');
      expect(task.metadata).toEqual({});
      expect(textOf(task)).toContain('province');
      const next = await send('province=ON', { taskId: task.id });
      expect(next.metadata['x402.payment.status']).toBe('payment-required');
    });
  });

  describe('a payment that comes with another order', () => {
    test.each<[string, string | Record<string, unknown>]>([
      ['another sale', { skill: 'purchase-costs', parameters: { ...SALE, price: 31_000 } }],
      ['another skill', { skill: 'decode', parameters: { vin: VIN } }],
      ['another car', `for 1HGCM82633A004352`],
    ])('is not used: %s is asked for, and quoted', async (_name, content) => {
      const before = await received();
      const { taskId, metadata } = await payFor(await askCosts());
      const quoted = await send(content, { taskId, metadata });
      expect(quoted.state).toBe('input-required');
      expect(textOf(quoted)).toMatch(/was not used/);
      expect(await received()).toBe(before);
    });

    test('is used where it is the same order in other words', async () => {
      const { taskId, metadata } = await payFor(await askCosts());
      const parameters = { ...SALE, province: 'on', price: String(SALE.price) };
      const done = await send({ skill: 'purchase-costs', parameters }, { taskId, metadata });
      expect(done.state).toBe('completed');
    });
  });

  describe('a task', () => {
    test('keeps no more parameters than a skill could take', async () => {
      const asked = await askCosts();
      for (const name of ['one', 'two']) {
        const padded = { ...SALE, [name]: 'x'.repeat(3_000) };
        const next = await send({ skill: 'purchase-costs', parameters: padded }, { taskId: asked.id });
        expect(textOf(next)).toMatch(/longer than any skill takes/);
        expect(textOf(next)).not.toContain('xxx');
      }
      expect((await send('Here is the payment.', await payFor(asked))).state).toBe('completed');
    });

    test('can be gone on with for an hour', async () => {
      const asked = await askCosts();
      const later = async (ms: number) => {
        const { now } = systemClock;
        const clock = vi.spyOn(systemClock, 'now').mockImplementation(() => now() + ms);
        try {
          return await client.getTask(asked.id).then(
            ({ state }) => state,
            () => 'gone',
          );
        } finally {
          clock.mockRestore();
        }
      };
      expect(await later(3_590_000)).toBe('input-required');
      expect(await later(3_610_000)).toBe('gone');
    });

    test('keeps no long texts of what was said', async () => {
      const asked = await askCosts();
      await send('x'.repeat(20_000), { taskId: asked.id });
      const { whole } = await client.getTask(asked.id);
      expect(JSON.stringify(whole)).not.toContain('xxx');
    });
  });

  describe('a payment that comes without its task', () => {
    test('is not used; where it belongs is said, and there it is still good', async () => {
      const before = await received();
      const asked = await askCosts();
      const { taskId, metadata } = await payFor(asked);
      const lost = await send('Here is the payment.', { metadata });
      expect(lost.state).toBe('input-required');
      expect(textOf(lost)).toMatch(/with the taskId of the task that asked for it/);
      expect(await received()).toBe(before);
      const done = await send('Here is the payment.', { taskId, metadata });
      expect(done.state).toBe('completed');
    });
  });
});

describe('the first version of the payment extension', () => {
  beforeAll(openService);
  afterAll(closeService);

  test('is spoken with who activates it, and paid in its own shape', async () => {
    const call = async (message: object) => {
      const params = { message: { messageId: 'm', role: 'user', ...message } };
      const activated = { 'X-A2A-Extensions': x402Extensions.earlier };
      const { result, headers } = await rpc('message/send', params, activated);
      expect(headers.get('X-A2A-Extensions')).toBe(x402Extensions.earlier);
      return result as EarlierTask;
    };
    const data = { skill: 'purchase-costs', parameters: SALE };
    const asked = await call({ parts: [{ kind: 'data', data }] });
    expect(asked.status.message?.metadata?.['x402.payment.required']).toMatchObject({
      x402Version: 1,
      accepts: [{ network: 'base', maxAmountRequired: '20000' }],
    });
    const client = await clients['0.3'](service.url);
    const { metadata } = await payFor(await client.send(data));
    const { payload } = metadata['x402.payment.payload'];
    const flat = { x402Version: 1, scheme: 'exact', network: 'base', payload };
    const done = await call({
      parts: [{ kind: 'text', text: 'Paid.' }],
      taskId: asked.id,
      metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': flat },
    });
    expect(done.status.state).toBe('completed');
  });

  test('is not spoken with who activates both', async () => {
    const parts = [{ kind: 'data', data: { skill: 'purchase-costs', parameters: SALE } }];
    const { result } = await rpc(
      'message/send',
      { message: { messageId: 'm', role: 'user', parts } },
      { 'X-A2A-Extensions': Object.values(x402Extensions).join(', ') },
    );
    const { status } = result as EarlierTask;
    expect(status.message?.metadata?.['x402.payment.required']).toMatchObject({ x402Version: 2 });
  });
});

async function rpc(method: string, params: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/a2a`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof params === 'string' ? params : JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  });
  const body = (await response.json()) as {
    id: unknown;
    result?: unknown;
    error?: { code: number; data: object };
  };
  return { ...body, status: response.status, headers: response.headers };
}

describe("the protocol's own errors", () => {
  beforeAll(openService);
  afterAll(closeService);

  const FILE = 'https://x.example/a.png';
  const file = { messageId: 'm', role: 'user', parts: [{ kind: 'file', file: { uri: FILE } }] };
  const push = { taskId: 'x', pushNotificationConfig: {} };
  const picture = { acceptedOutputModes: ['image/png'] };
  const text = { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hello' }] };
  test.each([
    ['a method that there is not', 'message/shout', {}, -32601],
    ['parameters that are none', 'message/send', { hello: 'world' }, -32602],
    ['parts of no kind', 'message/send', { message: { ...text, parts: [{ kind: 'smell' }] } }, -32602],
    ['a task that there is not', 'tasks/get', { id: 'nothing' }, -32001],
    ['a message to no task', 'message/send', { message: { ...text, taskId: 'nothing' } }, -32001],
    ['push notifications', 'tasks/pushNotificationConfig/set', push, -32003],
    ['streaming', 'message/stream', { message: text }, -32004],
    ['subscribing again', 'tasks/resubscribe', { id: 'x' }, -32004],
    ['files', 'message/send', { message: file }, -32005],
    ['an answer as a picture', 'message/send', { message: text, configuration: picture }, -32005],
    ['an extended card', 'agent/getAuthenticatedExtendedCard', {}, -32007],
    ['a method that there is not, without parameters', 'message/shout', undefined, -32601],
    ['streaming without parameters', 'message/stream', undefined, -32004],
    ['push notifications without parameters', 'tasks/pushNotificationConfig/list', undefined, -32003],
    ['a method that needs parameters and has none', 'tasks/get', undefined, -32602],
    ['parameters in a list', 'message/send', [], -32602],
  ])('for %s', async (_name, method, params, code) => {
    const { status, id, error } = await rpc(method, params);
    expect([status, id, error?.code]).toEqual([200, 7, code]);
    expect(error?.data).toMatchObject({ disclaimer: expect.any(String) });
  });

  const current = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
  test.each([
    ['parameters that are none', 'SendMessage', { hello: 'world' }, -32602],
    ['a role of the version before', 'SendMessage', { message: { ...current, role: 'user' } }, -32602],
    ['a task that there is not', 'GetTask', { id: 'nothing' }, -32001],
    ['a list of tasks', 'ListTasks', {}, -32004],
    ['streaming', 'SendStreamingMessage', { message: current }, -32004],
    ['push notifications', 'CreateTaskPushNotificationConfig', { taskId: 'x' }, -32003],
    ['files', 'SendMessage', { message: { ...current, parts: [{ url: FILE }] } }, -32005],
    ['an extended card', 'GetExtendedAgentCard', undefined, -32007],
    ['a method that there is not', 'Shout', {}, -32601],
  ])('in version 1.0 for %s', async (_name, method, params, code) => {
    const { status, id, error } = await rpc(method, params, { 'A2A-Version': '1.0' });
    expect([status, id, error?.code]).toEqual([200, 7, code]);
    expect(JSON.stringify(error?.data)).toContain('"disclaimer"');
  });

  test('for a version that there is not', async () => {
    const { error } = await rpc('SendMessage', { message: current }, { 'A2A-Version': '2.0' });
    expect(error).toMatchObject({ code: -32009, message: 'The versions spoken here are 1.0 and 0.3.' });
  });

  test('for a body that is no JSON, or no request', async () => {
    expect((await rpc('', '{')).error?.code).toBe(-32700);
    expect((await rpc('', '[]')).error?.code).toBe(-32600);
    expect((await rpc('', `"${'x'.repeat(70_000)}"`)).error?.code).toBe(-32600);
    const odd = await rpc('', JSON.stringify({ jsonrpc: '2.0', id: { a: 1 }, method: 'tasks/get' }));
    expect([odd.id, odd.error?.code]).toEqual([null, -32600]);
  });

  test('for canceling what is over, and none for canceling what is not', async () => {
    const client = await clients['0.3'](service.url);
    const asked = await client.send({ skill: 'purchase-costs', parameters: SALE });
    expect((await rpc('tasks/cancel', { id: asked.id })).result).toMatchObject({
      status: { state: 'canceled' },
    });
    expect((await rpc('tasks/cancel', { id: asked.id })).error?.code).toBe(-32002);
    expect((await rpc('message/send', { message: { ...text, taskId: asked.id } })).error?.code).toBe(-32602);
    const late = { message: { ...current, taskId: asked.id } };
    expect((await rpc('SendMessage', late, { 'A2A-Version': '1.0' })).error?.code).toBe(-32004);
  });
});
