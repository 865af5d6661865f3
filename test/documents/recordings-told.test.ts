import { describe, expect, it } from 'vitest';
import { clients } from '../a2a/clients.ts';
import { startOffline } from '../mcp/asked-offline.ts';
import { connectMcp } from '../mcp/connect.ts';
import { runService } from '../running-service.ts';

const VIN = '5NPDH4AE8DH100013';
const TOLD = /Answers may be recordings: not complete, not of today\./;

describe('a service that may answer from recordings says so beside the price,', async () => {
  await using service = await startOffline();
  await using mcp = await connectMcp(service.url);
  const a2a = await clients['1.0'](service.url);
  const tool = await mcp.call('get_recalls', { vin: VIN });
  const task = await a2a.send(`any recalls on ${VIN}?`);
  const read = async (path: string) => (await service.get(path)).text();
  const told = {
    'HTTP, in the challenge': JSON.parse(await read(`/v1/recalls?vin=${VIN}`)).notice,
    'HTTP, in the challenge of version 1': JSON.parse(await read(`/v1/recalls?vin=${VIN}&x402Version=1`))
      .notice,
    'MCP, in its structure': tool.body.notice,
    'MCP, in its words': tool.words,
    'A2A, in the words of the quote': task.said[0],
    ...Object.fromEntries(
      await Promise.all(
        [
          '/.well-known/catalog',
          '/.well-known/agent-card.json',
          '/discovery',
          '/llms.txt',
          '/llms-full.txt',
          '/skill.md',
        ].map(async (path) => [path, await read(path)]),
      ),
    ),
    'the page on which a person pays': await (
      await service.get(`/v1/recalls?vin=${VIN}`, { headers: { Accept: 'text/html' } })
    ).text(),
    'the instructions of MCP': mcp.client.getInstructions(),
  };

  it.each(Object.entries(told))('over or in %s', (_where, text) => {
    expect(text).toMatch(TOLD);
  });
});

it('a service that asks its sources alone says nothing of recordings', async () => {
  await using service = await runService();
  for (const path of ['/v1/recalls', '/llms.txt', '/.well-known/catalog'])
    expect(await (await service.get(path)).text()).not.toMatch(TOLD);
});
