import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';

/** The limit that our challenge is compared with: the same library answering the same body with nothing around it. */
const body: unknown = JSON.parse(process.argv[2] ?? '{}');
const app = new Hono();
app.get('/bare', (c) => c.json(body as object, 402));

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`localhost:${typeof address === 'object' && address ? address.port : 0}`);
});
process.once('SIGTERM', () => {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
});
