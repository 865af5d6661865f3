import { createMcpHandler } from '../../../src/agents/mcp/serve-mcp.ts';
import { createEntrance } from '../../../src/http/entrance.ts';
import { addRoutes, createHttpApp } from '../../../src/http/routes.ts';
import { startHttpServer } from '../../../src/http/server.ts';
import { createLimits } from '../../../src/limits/limits.ts';
import { createFixtureServer } from './fixtures.ts';

const quiet = { requestFinished() {}, requestFaulted() {} };

/** The route of the service with what the suite calls by name behind it. */
export async function serveFixtures() {
  const app = createHttpApp(quiet);
  const door = { leaving: false, closing: false, app };
  const limits = createLimits(undefined);
  const server = await startHttpServer({
    fetch: createEntrance({ events: quiet, trustedProxies: 0, door }),
    events: quiet,
    host: '127.0.0.1',
    port: 0,
    door,
    trustedProxies: 0,
    drainDeadlineMs: 1_000,
  });
  const url = `http://localhost:${server.port}`;
  const options = { publicUrl: url, origins: [], limits, createServer: createFixtureServer };
  addRoutes(app, [{ path: '/mcp', post: createMcpHandler(options) }]);
  return { url: `${url}/mcp`, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
