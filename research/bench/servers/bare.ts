import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** The limit that we are compared with: the same library with nothing around it. bare.ts [<status> <file of a text> [<challenge>]] */
const [status = '200', file, challenge] = process.argv.slice(2);
const text = file === undefined ? '{"status":"ok"}' : readFileSync(file, 'utf8');
const body: unknown = file === undefined || status === '402' ? JSON.parse(text) : undefined;
const app = new Hono();
app.get('/bare', (c) =>
  body === undefined
    ? c.text(text)
    : challenge === undefined
      ? c.json(Object(body))
      : c.json(Object(body), 402, { 'PAYMENT-REQUIRED': challenge }),
);
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`bare Hono on localhost:${port}`);
});
process.once('SIGTERM', () => server.close());
