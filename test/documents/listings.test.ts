import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { products } from '../../src/products/table.ts';
import { type RunningService, runService } from '../running-service.ts';

const PUBLIC_URL = 'https://forecourt.example';

let service: RunningService;
beforeAll(async () => {
  service = await runService({ PUBLIC_URL });
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** What the registry of the MCP project asks of a server.json, of the members that are used here. */
const serverSchema = z.strictObject({
  $schema: z.url(),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+/),
  websiteUrl: z.url(),
  remotes: z.array(z.strictObject({ type: z.literal('streamable-http'), url: z.url() })).min(1),
  disclaimer: z.string(),
});

test('the card of the MCP server is what registries take, and leads to the server', async () => {
  const response = await service.get('/.well-known/mcp/server-card.json');
  const card = serverSchema.parse(await response.json());
  expect(card).toMatchObject({
    name: 'example.forecourt/forecourt',
    remotes: [{ url: `${PUBLIC_URL}/mcp` }],
  });
  const { pathname } = new URL(card.remotes[0]?.url ?? '');
  expect((await service.get(pathname)).status).toBe(405);
});

test('the skill file names itself as skills do, and every product with its price', async () => {
  const text = await (await service.get('/skill.md')).text();
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const members = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
  expect(members).toEqual({ name: 'forecourt', description: expect.any(String) });
  expect(members.name).toMatch(/^[a-z0-9-]{1,64}$/);
  expect(members.description.length).toBeLessThanOrEqual(1_024);
  for (const { path, priceUsd } of products) {
    expect(body).toContain(`$${priceUsd} | GET ${PUBLIC_URL}${path}?`);
  }
});
