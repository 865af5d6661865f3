import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startFakeSource } from '../sources/fake-source.ts';

/**
 * The fate of a call: pass it on, drop its answer after the node acted, answer in the node's place, or do so after
 * the node acted, or ask the node something else.
 */
type Fault =
  | 'pass'
  | 'lose-answer'
  | { passAnd: { error: { code: number; message: string } } }
  | { error: { code: number; message: string } }
  | { result: unknown }
  | { status: number }
  | { params: unknown[] };

export interface RpcProxy extends AsyncDisposable {
  url: string;
  /** The number of answers to each method. */
  calls: Map<string, number>;
  fault: (method: string, params: readonly unknown[]) => Fault;
}

/** Stands between the service and a node, and makes it fail the way nodes do. */
export async function startRpcProxy(target: string): Promise<RpcProxy> {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { method, id, params } = JSON.parse(body) as { method: string; id: number; params: unknown[] };
    response.once('close', () => proxy.calls.set(method, (proxy.calls.get(method) ?? 0) + 1));
    const fault = proxy.fault(method, params);
    const headers = { 'content-type': 'application/json' };
    const ask = async (body: string) => (await fetch(target, { method: 'POST', headers, body })).text();
    if (typeof fault === 'object') {
      if ('passAnd' in fault) {
        await ask(body);
        return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...fault.passAnd }));
      }
      if ('status' in fault) return response.writeHead(fault.status).end('<html>secret-key-in-url</html>');
      if ('params' in fault)
        return response.end(await ask(JSON.stringify({ jsonrpc: '2.0', id, method, ...fault })));
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...fault }));
    }
    const answer = await ask(body);
    return fault === 'lose-answer' ? response.destroy() : response.end(answer);
  };
  const server = await startFakeSource((request, response) => {
    // A node that has ended meanwhile answers nobody.
    pass(request, response).catch(() => response.destroy());
  });
  const url = `${server.url}/secret-key-in-url`;
  const proxy: RpcProxy = { ...server, url, calls: new Map(), fault: () => 'pass' };
  return proxy;
}

/** A loopback address on which nobody listens any more. */
export async function addressOfNobody(): Promise<string> {
  const proxy = await startRpcProxy('');
  await proxy[Symbol.asyncDispose]();
  return proxy.url;
}
