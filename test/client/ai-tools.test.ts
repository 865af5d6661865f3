import { readFile } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';
import { afterAll, expect, test, vi } from 'vitest';
import { startDevService } from '../payments/dev-service.ts';
import { startFakeSource } from '../sources/fake-source.ts';
import { createCarTools } from './examples/ai-tools.ts';

const VIN = '5NPDH4AE8DH100013';

const service = await startDevService();
afterAll(() => service[Symbol.asyncDispose]());
vi.stubEnv('FORECOURT_URL', service.url);
afterAll(() => vi.unstubAllEnvs());

/** A model that calls one tool, then repeats what it was given. */
async function startModel(toolName: string, given: object) {
  const called = { name: toolName, arguments: JSON.stringify(given) };
  const server = await startFakeSource(async (request, response) => {
    const { messages } = (await json(request)) as { messages: { role: string; content: unknown }[] };
    const last = messages.at(-1);
    const message =
      last?.role === 'tool'
        ? { role: 'assistant', content: last.content }
        : {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'one', type: 'function', function: called }],
          };
    const choices = [{ index: 0, message, finish_reason: last?.role === 'tool' ? 'stop' : 'tool_calls' }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'x', choices }));
  });
  return { ...server, model: createOpenAICompatible({ name: 'scripted', baseURL: server.url })('x') };
}

async function ask(toolName: string, given: object): Promise<string> {
  await using scripted = await startModel(toolName, given);
  const { text } = await generateText({
    model: scripted.model,
    tools: createCarTools(service.payments.wallet.privateKey),
    stopWhen: stepCountIs(3),
    prompt: 'What car is this?',
  });
  return text;
}

test('a model buys with the tools of the recipe', async () => {
  const answer = JSON.parse(await ask('decodeVin', { vin: VIN }));
  expect(answer).toMatchObject({ vin: VIN, charged: true, vehicle: { model: 'Elantra' } });
});

test('a model reads what was wrong, and nothing is paid', async () => {
  const before = await service.payments.chain.balanceOf(service.payments.payTo);
  expect(await ask('decodeVin', { vin: 'short' })).toContain('A VIN has exactly 17 characters');
  expect(await service.payments.chain.balanceOf(service.payments.payTo)).toBe(before);
});

test('the recipe shows what is run here', async () => {
  const recipe = await readFile('docs/recipes/ai-sdk.md', 'utf8');
  const code = await readFile('test/client/examples/ai-tools.ts', 'utf8');
  expect(recipe).toContain(code);
});
