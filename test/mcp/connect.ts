import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';

type Arguments = Record<string, unknown>;

/** The revisions that the official client speaks: the one before of its own accord, the current one when it is asked to. */
export const eras = { '2025-11-25': 'legacy', '2026-07-28': 'auto' } as const;

/** The official client, connected to the service at this address. */
export async function connectMcp(
  url: string,
  era: keyof typeof eras = '2026-07-28',
  options: ClientOptions = {},
) {
  const versionNegotiation = { mode: eras[era] };
  const client = new Client({ name: 'forecourt-test', version: '1.0.0' }, { versionNegotiation, ...options });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return {
    client,
    async call(name: string, parameters: Arguments = {}, payment?: object) {
      const meta = payment && { _meta: { 'x402/payment': payment } };
      const result = await client.callTool({ name, arguments: parameters, ...meta });
      return readResult(result);
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
  const [words = ''] = content.map((part) => (part.type === 'text' ? part.text : undefined));
  return {
    isError,
    body: structuredContent as Record<string, unknown>,
    words,
    receipt: meta?.['x402/payment-response'],
  };
}
