import * as api from '@opentelemetry/api';
import type { Registry } from 'prom-client';
import { systemClock, withDeadline } from '../lib/clock.ts';
import { startTracing } from '../lib/tracing.ts';
import { version } from '../lib/version.ts';

const PACKAGES = [
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/exporter-metrics-otlp-http',
];

/** OpenTelemetry itself would wait ten seconds for a collector that hangs. */
const LAST_SENDING_MS = 3_000;

class TelemetryError extends Error {
  override readonly name = 'TelemetryError';
}

/** Loads packages that only those who use them install. */
async function loadPackages() {
  try {
    const [resources, tracing, traceExport, metering, metricExport] = await Promise.all([
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
    ]);
    return { ...resources, ...tracing, ...traceExport, ...metering, ...metricExport };
  } catch (cause) {
    throw new TelemetryError(
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry is not there: npm install ${PACKAGES.join(' ')}`,
      { cause },
    );
  }
}

/**
 * Sends traces and metrics by OTLP. Address, headers, sampling and name stand in OpenTelemetry's own variables, which its
 * packages read. `read` gives the metrics as Prometheus has them.
 */
export async function startTelemetry(read: () => Registry): Promise<AsyncDisposable> {
  const otel = await loadPackages();
  const named = otel.resourceFromAttributes({ 'service.name': 'forecourt', 'service.version': version });
  const given = otel.detectResources({ detectors: [otel.envDetector] });
  const resource = otel.defaultResource().merge(named).merge(given);
  const tracing = new otel.NodeTracerProvider({
    resource,
    spanProcessors: [new otel.BatchSpanProcessor(new otel.OTLPTraceExporter())],
  });
  tracing.register();
  const metering = new otel.MeterProvider({
    resource,
    readers: [new otel.PeriodicExportingMetricReader({ exporter: new otel.OTLPMetricExporter() })],
  });
  api.metrics.setGlobalMeterProvider(metering);
  observe(read);
  startTracing(api);
  return {
    async [Symbol.asyncDispose]() {
      // Undelivered telemetry must not keep the service from its end.
      const sent = Promise.allSettled([tracing.shutdown(), metering.shutdown()]);
      await withDeadline(sent, { clock: systemClock, ms: LAST_SENDING_MS, late: () => undefined });
    },
  };
}

function observe(read: () => Registry): void {
  const meter = api.metrics.getMeter('forecourt');
  const observed = new Map<string, api.Observable>();
  for (const { name, help: description, type } of read().getMetricsAsArray()) {
    const isHistogram = String(type) === 'histogram';
    for (const part of isHistogram ? ['_bucket', '_sum', '_count'] : ['']) {
      const create = String(type) === 'gauge' ? 'createObservableGauge' : 'createObservableCounter';
      observed.set(`${name}${part}`, meter[create](`${name}${part}`, { description }));
    }
  }
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { name, values } of await read().getMetricsAsJSON())
        for (const { value, labels, ...more } of values) {
          const of = 'metricName' in more && typeof more.metricName === 'string' ? more.metricName : name;
          const instrument = observed.get(of);
          if (instrument) result.observe(instrument, value, labels);
        }
    },
    [...observed.values()],
  );
}
