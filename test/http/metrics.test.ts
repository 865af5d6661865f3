import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import type { Facilitator } from '../../src/payments/facilitators/facilitator.ts';
import { freePort } from '../free-port.ts';
import { runService } from '../running-service.ts';

/** The decoder, recalls and complaints of NHTSA, and Transport Canada. */
const SOURCES = 4;

const port = await freePort();
const service = await runService({ METRICS_PORT: String(port), DECODER: 'auto' });
afterAll(() => service[Symbol.asyncDispose]());
await service.get('/v1/decode');
const operatorUrl = `http://127.0.0.1:${port}`;
const metrics = await (await fetch(`${operatorUrl}/metrics`)).text();

const operations = ['alarms', 'watch', 'prices']
  .map((page) => readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), 'utf8'))
  .join('\n');
const documented = [...new Set(operations.match(/\bforecourt_[a-z_]+/g))];

it('the operators’ page names metrics', () => {
  expect(documented.length).toBeGreaterThan(2);
});

it.each(documented)('%s, on which operators are advised to set an alarm, is there', (name) => {
  expect(metrics).toMatch(new RegExp(`^# TYPE ${name} `, 'm'));
});

const monitored = ['forecourt.rules.yaml', 'grafana-dashboard.json'].flatMap((name) => {
  const text = readFileSync(new URL(`../../deploy/monitoring/${name}`, import.meta.url), 'utf8');
  return text.match(/\b(?:forecourt|process|nodejs)_[a-z0-9_]+/g) ?? [];
});

it.each([...new Set(monitored)])('%s, which an alarm or the board reads, is there', (name) => {
  expect(metrics).toMatch(new RegExp(`^# TYPE ${name.replace(/_bucket$/, '')} `, 'm'));
});

it('says of every source whether it answers', () => {
  const up = metrics.match(/^forecourt_source_up\{source="[^"]+"\} [01]$/gm) ?? [];
  expect(up).toHaveLength(SOURCES);
});

it('watches the process before it is first asked', () => {
  const lag = /^nodejs_eventloop_lag_min_seconds (\S+)$/m.exec(metrics)?.[1];
  expect(Number(lag)).toBeLessThan(60);
});

it('counts requests by route', () => {
  expect(metrics).toMatch(/forecourt_requests_total\{route="\/v1\/decode",method="GET",status="402"\} 1/);
});

it('shows probes on the same port, and nothing else', async () => {
  const statusOf = async (path: string) => (await fetch(operatorUrl + path)).status;
  expect(await statusOf('/livez')).toBe(200);
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  expect(await statusOf('/health')).toBe(404);
  expect((await service.get('/readyz')).status).toBe(404);
});

it('is not ready where nothing can be sold, and lives all the same', async () => {
  const port = await freePort();
  const facilitator: Facilitator = {
    verify: async () => ({ kind: 'unavailable' }),
    settle: async () => ({ kind: 'unknown' }),
    support: async () => ({ ready: false }),
  };
  await using idle = await runService({ METRICS_PORT: String(port) }, { facilitator });
  expect((await idle.get('/health')).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503);
});
