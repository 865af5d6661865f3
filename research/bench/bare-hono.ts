import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** The limit that we are compared with: the same library with nothing around it. */
const app = new Hono();
app.get('/health', (c) => c.json({ status: 'ok' }));
const [file] = process.argv.slice(2);
const text = file === undefined ? '' : readFileSync(file, 'utf8');
app.get('/text', (c) => c.text(text));
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`bare Hono on localhost:${port}`);
});
process.once('SIGTERM', () => server.close());
