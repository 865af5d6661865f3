import type { Clock } from '../lib/clock.ts';
import { createSource, type Source, type SourceHealth } from './http.ts';
import { createNhtsa, type Nhtsa } from './nhtsa/nhtsa.ts';
import { createTransportCanada, type TransportCanada } from './transport-canada/transport-canada.ts';

/** Whom the service asks. */
export interface Sources extends AsyncDisposable {
  vpic: Source;
  nhtsa: Nhtsa;
  transportCanada: TransportCanada;
  /** Never waits. */
  health(): SourceHealth[];
}

interface Options {
  urls: { vpicUrl: string; nhtsaUrl: string; transportCanadaUrl: string };
  userAgent: string;
  clock?: Clock;
  /** Shorter times make fault tests quick. */
  timing?: { attemptTimeoutMs: number; timeoutMs: number };
  /** Without it vPIC is never asked, and its health says nothing. */
  asksVpic?: boolean;
}

export function createSources({ urls, asksVpic = true, ...shared }: Options): Sources {
  const vpic = createSource({ name: 'NHTSA vPIC', baseUrl: urls.vpicUrl, ...shared });
  const nhtsa = createNhtsa({ baseUrl: urls.nhtsaUrl, ...shared });
  const transportCanada = createTransportCanada({ baseUrl: urls.transportCanadaUrl, ...shared });
  return {
    vpic,
    nhtsa,
    transportCanada,
    health: () => [...(asksVpic ? [vpic.health()] : []), ...nhtsa.health(), ...transportCanada.health()],
    async [Symbol.asyncDispose]() {
      await Promise.all([vpic, nhtsa, transportCanada].map((source) => source[Symbol.asyncDispose]()));
    },
  };
}
