import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

type Arguments = Record<string, unknown>;

/** The official client, connected to the service at this address. */
export async function connectMcp(url: string) {
  const client = new Client({ name: 'forecourt-test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return {
    client,
    async call(name: string, parameters: Arguments = {}, payment?: object) {
      const meta = payment && { _meta: { 'x402/payment': payment } };
      const result = await client.callTool({ name, arguments: parameters, ...meta });
      return readResult(result as CallToolResult);
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export function readResult({
  isError = false,
  structuredContent = {},
  content,
  _meta: meta,
}: CallToolResult) {
  const [first] = content;
  return {
    isError,
    body: structuredContent,
    text: first?.type === 'text' ? first.text : undefined,
    receipt: meta?.['x402/payment-response'],
  };
}
