import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

export interface FakeSource extends AsyncDisposable {
  readonly url: string;
  /** Path and query of every request so far. */
  readonly requests: string[];
  behave(behaviour: Behaviour): void;
}

/** A real HTTP server on a free loopback port whose behaviour a test can change. */
export async function startFakeSource(behaviour: Behaviour, host = '127.0.0.1'): Promise<FakeSource> {
  let current = behaviour;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    current(request, response);
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    requests,
    behave(behaviour) {
      current = behaviour;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Behaviour {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
}

/** The ways a source fails, each over a real connection. */
export const faults = {
  slow: () => undefined,
  serverError: json({ error: 'broken' }, 500),
  refused: json({ message: 'Forbidden' }, 403),
  truncated: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[{"a":');
  },
  cutOff: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4000' });
    response.write('{"results":[');
    setImmediate(() => response.destroy());
  },
  empty: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end();
  },
  html: (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Maintenance</h1>');
  },
  tenMegabytes: (_request, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    response.writeHead(200, { 'content-type': 'application/json' });
    let sent = 0;
    const more = () => {
      sent += 1;
      if (response.destroyed) return;
      if (sent > 10) response.end('{}');
      else response.write(chunk, more);
    };
    more();
  },
} satisfies Record<string, Behaviour>;
