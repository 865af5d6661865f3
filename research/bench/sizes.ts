import { createClient } from '@forecourt/client';
import { privateKeyToAccount } from 'viem/accounts';
import { x402Extensions } from '../../src/agents/a2a/x402-extension.ts';
import { toolName } from '../../src/agents/mcp/tool-offer.ts';
import { products } from '../../src/products/table.ts';
import { ASKED, argumentsOf, bytesOf, startOffline } from '../../test/mcp/asked-offline.ts';
import { connectMcp } from '../../test/mcp/connect.ts';

/** Tokens that a model reads of a text, as is usual to reckon. */
const BYTES_A_TOKEN = 4;

/** Prints what agents read, as a table: documents and lists, what a price takes, what an answer takes. */
export async function run(): Promise<void> {
  await using service = await startOffline();
  await using mcp = await connectMcp(service.url);
  const account = privateKeyToAccount(service.payments.wallet.privateKey);
  const buyer = createClient({ url: service.url, account, maxTotalUsd: 5 });
  const read = async (path: string) => (await service.get(path)).text();
  const a2a = async (data: object, extension: string) => {
    const response = await service.get('/a2a', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'A2A-Version': '1.0',
        'A2A-Extensions': extension,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: { message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ data }] } },
      }),
    });
    return response.text();
  };

  console.log('| read | bytes | tokens |\n|---|---|---|');
  for (const path of ['/llms.txt', '/llms-full.txt', '/openapi.json', '/discovery'])
    print(`\`${path}\``, await read(path));
  print('`/.well-known/agent-card.json`', await read('/.well-known/agent-card.json'));
  print('MCP `tools/list`', await mcp.client.listTools());
  print('MCP `resources/list`', await mcp.client.listResources());
  print('MCP `prompts/list`', await mcp.client.listPrompts());
  for (const { slug } of products) print(`\`/docs/${slug}.md\``, await read(`/docs/${slug}.md`));

  for (const product of products) {
    const { slug, path, name } = product;
    const given = argumentsOf(product);
    const search = new URLSearchParams(
      Object.entries(given).map(([key, value]): [string, string] => [key, `${value}`]),
    );
    const asked = await service.get(`${path}?${search}`);
    print(`${name}: price over HTTP, header`, asked.headers.get('PAYMENT-REQUIRED') ?? '');
    print(`${name}: price over HTTP, body`, await asked.text());
    print(
      `${name}: price over MCP`,
      await mcp.client.callTool({ name: toolName(product), arguments: given }),
    );
    const order = { skill: slug, parameters: given };
    print(`${name}: price over A2A`, await a2a(order, x402Extensions.current));
    print(`${name}: price over A2A, payments of version 1`, await a2a(order, x402Extensions.earlier));
    print(`${name}: sample over A2A`, await a2a({ skill: `sample-${slug}` }, x402Extensions.current));
    const call = { name: toolName(product), arguments: { sample: true } };
    print(`${name}: sample over MCP`, await mcp.client.callTool(call));
  }

  const { vin, odometer, country, state, price } = ASKED;
  const own = { vin, odometer, odometerUnit: 'mi' } as const;
  const sale = { country: 'US', state: 'TX', price, saleType: 'private' } as const;
  for (const [form, sold] of [
    ['brief', buyer.brief],
    ['whole', buyer],
  ] as const) {
    print(`Decode: ${form} answer`, await sold.decode(own));
    print(`Recalls: ${form} answer`, await sold.recalls(vin));
    print(`Known issues: ${form} answer`, await sold.knownIssues(vin));
    print(`Purchase costs: ${form} answer, ${country} ${state}`, await sold.purchaseCosts(sale));
    print(`Pre-purchase report: ${form} answer, Canada`, await sold.prepurchase({ vin }));
    const placed = { ...own, ...sale };
    print(`Pre-purchase report: ${form} answer, ${country} ${state}`, await sold.prepurchase(placed));
  }
}

function print(what: string, read: object | string): void {
  const bytes = bytesOf(read);
  const count = (number: number) => number.toLocaleString('en-US');
  console.log(`| ${what} | ${count(bytes)} | ${count(Math.ceil(bytes / BYTES_A_TOKEN))} |`);
}
