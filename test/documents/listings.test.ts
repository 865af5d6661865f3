import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { products } from '../../src/products/table.ts';
import { runCommand } from '../run-command.ts';
import { runService } from '../running-service.ts';

const PUBLIC_URL = 'https://forecourt.example';

const service = await runService({ PUBLIC_URL });
afterAll(() => service[Symbol.asyncDispose]());

const named = { name: z.string(), description: z.string() };
const argument = z.union([
  z.strictObject({ type: z.literal('positional'), value: z.string() }),
  z.strictObject({ ...named, type: z.literal('named'), default: z.string() }),
]);

/**
 * The demands of the registry of the MCP project on a server.json (its schema of 2025-12-11), of the members that are used
 * here; written anew, since its own file is not ours to pass on.
 */
const serverSchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
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
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }).optional(),
  remotes: z
    .array(z.strictObject({ type: z.literal('streamable-http'), url: z.url() }))
    .min(1)
    .optional(),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        registryBaseUrl: z.literal('https://registry.npmjs.org'),
        identifier: z.string(),
        version: z.string().regex(/^\d+\.\d+\.\d+$/),
        runtimeHint: z.literal('npx'),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(argument),
        environmentVariables: z.array(z.strictObject({ ...named, isSecret: z.boolean() })),
      }),
    )
    .optional(),
  _meta: z
    .strictObject({
      'io.modelcontextprotocol.registry/publisher-provided': z.strictObject({ notice: z.string() }),
    })
    .optional(),
  disclaimer: z.string().optional(),
});

test('server.json lists the command on npm: its name, version and options are those that there are', async () => {
  const { packages = [], ...server } = serverSchema.parse(JSON.parse(await readFile('server.json', 'utf8')));
  const { name, version, mcpName, repository } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(server).toMatchObject({ name: mcpName, version });
  expect(repository.url).toBe(`git+${server.repository?.url}.git`);
  const [listed] = packages;
  expect(listed).toMatchObject({ identifier: name, version });
  const options = listed?.packageArguments.filter((one) => one.type === 'named') ?? [];
  const { stdout } = await runCommand(['mcp', '--help']);
  for (const option of options) {
    const [line = ''] = stdout.split('\n').filter((text) => text.includes(`${option.name} <`));
    const described = `${line}${stdout.split(line)[1]?.split('--')[0]}`;
    expect(described.replaceAll(/\s+/g, ' ')).toContain(option.default);
  }
  expect(options.length).toBe(3);
  expect(stdout).toContain(listed?.environmentVariables[0]?.name);
});

test('the card of the MCP server is what registries take, and leads to the server', async () => {
  const response = await service.get('/.well-known/mcp/server-card.json');
  const card = serverSchema.parse(await response.json());
  const remotes = [{ url: `${PUBLIC_URL}/mcp` }];
  expect(card).toMatchObject({ name: 'example.forecourt/forecourt', remotes });
  const { pathname } = new URL(card.remotes?.[0]?.url ?? '');
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
