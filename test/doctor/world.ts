import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { answerAsBase } from '../payments/answers-of-base.ts';
import { startFakeSource } from '../sources/fake-source.ts';

type Reply = { status?: number; body: unknown; date?: Date };

export interface World extends AsyncDisposable {
  url: string;
  /** Answers of the node by method; those of everybody else by the beginning of the path. */
  replies: Record<string, Reply>;
  /** The method that the node refuses. */
  refused?: string;
  /** Put in front of everything that this world says. */
  clockLeadsSeconds: number;
}

const quantity = (value: number | bigint) => `0x${value.toString(16)}`;

/** Sources, a facilitator and a node of Base, all well until a test says otherwise. */
export async function startWorld(): Promise<World> {
  const replies: World['replies'] = {
    '/vpic/': { body: { Count: 1, Results: [] } },
    '/nhtsa/': { body: { Count: 0, results: [] } },
    '/canada/': { body: { ResultSet: [] } },
    '/facilitator/supported': {
      body: { kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }], extensions: [] },
    },
    eth_getLogs: { body: [] },
    eth_getBalance: { body: quantity(10n ** 18n) },
    eth_maxPriorityFeePerGas: { body: quantity(0) },
  };
  const server = await startFakeSource(async (request, response) => {
    const { method, params = [] } = request.method === 'POST' ? await rpcCall(request) : {};
    const key = method ?? Object.keys(replies).find((prefix) => request.url?.startsWith(prefix)) ?? '';
    const asBase = method !== undefined && answerAsBase(method, params);
    const nothing = method === 'eth_call' ? { body: '0x' } : { status: 404, body: {} };
    const usual = asBase ? { body: asBase } : nothing;
    const { status = 200, body }: Reply = replies[key] ?? usual;
    const said = method === world.refused ? { error: { code: -32_601, message: 'no' } } : { result: body };
    const answer = method === undefined ? body : { jsonrpc: '2.0', id: 1, ...said };
    response.setHeader('date', new Date(Date.now() + world.clockLeadsSeconds * 1000).toUTCString());
    response.writeHead(status).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
  });
  const world: World = { ...server, replies, clockLeadsSeconds: 0 };
  return world;
}

const rpcCall = async (request: IncomingMessage) =>
  (await json(request)) as { method: string; params?: unknown[] };
