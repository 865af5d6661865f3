import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startReplayServer } from '../../src/sources/recordings.ts';
import { startStandIn } from '../fleet/stand-in.ts';
import { askRequirements, createPayer } from '../payments/payer.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { startServiceProcess } from '../service-process.ts';
import { startFakeSource } from '../sources/fake-source.ts';

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
});
const Traces = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({}).loose(), scopeSpans: z.array(z.object({ spans: z.array(Span) })) }),
  ),
});

/** Takes what a collector takes. */
async function startReceiver() {
  const bodies = new Map<string, string[]>([
    ['/v1/traces', []],
    ['/v1/metrics', []],
  ]);
  const server = await startFakeSource(async (request, response) => {
    bodies.get(request.url ?? '')?.push(await text(request));
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  return { ...server, of: (path: string) => bodies.get(path) ?? [] };
}

it('sends the parts of a paid call and the metrics by OTLP, under the trace of the caller and without the VIN', async () => {
  await using receiver = await startReceiver();
  await using standIn = await startStandIn();
  await using world = await startReplayServer(worldOf(elantra2013));
  const traceparents: (string | undefined)[] = [];
  await using sources = await startFakeSource(async (request, response) => {
    traceparents.push(request.headers.traceparent?.toString());
    const answer = await fetch(`${world.url}${request.url}`);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await using service = await startServiceProcess({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_SERVICE_NAME: 'cars',
    PAY_TO: '0x00000000000000000000000000000000feedbeef',
    FACILITATOR_URL: standIn.url,
    RPC_URL: standIn.url,
    NHTSA_URL: `${sources.url}/nhtsa`,
    TRANSPORT_CANADA_URL: `${sources.url}/transport-canada`,
  });
  const path = `/v1/recalls?vin=${elantra2013.vin}`;
  const requirements = await askRequirements(service.url, path);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const answer = await fetch(`${service.url}${path}`, {
    headers: {
      'PAYMENT-SIGNATURE': createPayer(requirements).sign(),
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      baggage: 'secret=of-the-caller',
    },
  });
  expect(answer.status).toBe(200);
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);

  const traces = receiver.of('/v1/traces').map((body) => Traces.parse(JSON.parse(body)));
  const spans = traces.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const paid = spans.filter((span) => span.traceId === traceId);
  const named = (name: string) => paid.find((span) => span.name === name);
  const request = named('GET /v1/recalls');
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  for (const part of ['verify', 'compute', 'settle']) expect(named(part)?.parentSpanId).toBe(request?.spanId);
  expect(named('NHTSA recalls')).toBeDefined();
  expect(named('Transport Canada recalls')).toBeDefined();
  expect(spans.filter(({ name }) => name === 'challenge')).toHaveLength(1);
  expect(JSON.stringify(traces[0]?.resourceSpans[0]?.resource)).toContain('"cars"');

  // Whether sources can be reached is looked at when the service starts, under nobody's trace.
  const passedOn = traceparents.filter((sent) => sent !== undefined);
  expect(passedOn.length).toBeGreaterThan(0);
  expect(passedOn.filter((sent) => !sent.includes(traceId))).toEqual([]);
  const measured = receiver.of('/v1/metrics').join('\n');
  for (const name of ['payments_total', 'ready', 'request_duration_seconds_count'])
    expect(measured).toContain(`"name":"forecourt_${name}"`);
  const sent = [...receiver.of('/v1/traces'), measured].join('\n');
  expect(sent).not.toContain(elantra2013.vin);
  expect(sent).not.toContain('of-the-caller');
});

it('sends nothing and passes no trace on where nobody collects', async () => {
  await using sources = await startFakeSource((request, response) => {
    traceparents.push(request.headers.traceparent?.toString());
    response.writeHead(503).end();
  });
  const traceparents: (string | undefined)[] = [];
  await using standIn = await startStandIn();
  await using service = await startServiceProcess({
    PAY_TO: '0x00000000000000000000000000000000feedbeef',
    FACILITATOR_URL: standIn.url,
    RPC_URL: standIn.url,
    NHTSA_URL: sources.url,
    TRANSPORT_CANADA_URL: sources.url,
  });
  const path = `/v1/recalls?vin=${elantra2013.vin}`;
  const payment = createPayer(await askRequirements(service.url, path)).sign();
  await fetch(`${service.url}${path}`, {
    headers: {
      'PAYMENT-SIGNATURE': payment,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  });
  expect(traceparents.length).toBeGreaterThan(0);
  expect(new Set(traceparents)).toEqual(new Set([undefined]));
});

it('a collector that hangs does not keep the service from its end', async () => {
  await using collector = createTcpServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  await using service = await startServiceProcess({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  });
  service.child.kill('SIGTERM');
  const stoppedMs = performance.now();
  expect(await service.ended).toBe(0);
  // OpenTelemetry itself waits ten seconds.
  expect(performance.now() - stoppedMs).toBeLessThan(9_000);
});
