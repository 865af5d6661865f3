import type { Clock } from '../lib/clock.ts';
import { createSource, type SourceHealth } from './http.ts';
import { createNhtsa } from './nhtsa/nhtsa.ts';
import { createTransportCanada } from './transport-canada/transport-canada.ts';

interface Urls {
  vpicUrl: string;
  nhtsaUrl: string;
  transportCanadaUrl: string;
}

interface Options {
  urls: Urls;
  userAgent: string;
  clock?: Clock;
  /** Shorter times make fault tests quick. */
  timing?: { attemptTimeoutMs: number; timeoutMs: number };
  /** False where vPIC is never asked, so that its health says nothing. */
  asksVpic?: boolean;
}

/** Opens the sources that the service asks. */
export function createSources({ urls, asksVpic = true, ...shared }: Options) {
  const vpic = createSource({ name: 'NHTSA vPIC', baseUrl: urls.vpicUrl, ...shared });
  const nhtsa = createNhtsa({ baseUrl: urls.nhtsaUrl, ...shared });
  const transportCanada = createTransportCanada({ baseUrl: urls.transportCanadaUrl, ...shared });
  return {
    vpic,
    nhtsa,
    transportCanada,
    /** Never waits. */
    health: (): SourceHealth[] => [
      ...(asksVpic ? [vpic.health()] : []),
      ...nhtsa.health(),
      ...transportCanada.health(),
    ],
    async [Symbol.asyncDispose]() {
      await Promise.all([vpic, nhtsa, transportCanada].map((source) => source[Symbol.asyncDispose]()));
    },
  };
}

/** A source, and the path of a small question of the kind that the service asks. */
export interface AskedSource {
  name: string;
  /** The setting that names its address. */
  variable: string;
  url: string;
  path: string;
  /** The loss without it, in words for whoever runs the service. */
  gives: string;
}

/** Lists the sources that the service asks, in the order in which they are named to people. */
export function askedSources(urls: Urls, asksVpic: boolean): AskedSource[] {
  const vpic: AskedSource = {
    name: 'NHTSA vPIC',
    variable: 'VPIC_URL',
    url: urls.vpicUrl,
    path: 'vehicles/DecodeWMI/1HG?format=json',
    gives: 'decodes are not completed by it',
  };
  const others: AskedSource[] = [
    {
      name: 'NHTSA recalls',
      variable: 'NHTSA_URL',
      url: urls.nhtsaUrl,
      path: 'recalls/recallsByVehicle?make=hyundai&model=elantra&modelYear=2013',
      gives: 'no recalls and no known issues but from an own copy (npx forecourt mirror sync makes one)',
    },
    {
      name: 'Transport Canada',
      variable: 'TRANSPORT_CANADA_URL',
      url: urls.transportCanadaUrl,
      path: 'recall/make-name/hyundai/year-range/2013-2013/count?format=json',
      gives: 'no Canadian recalls but from an own copy',
    },
  ];
  return asksVpic ? [vpic, ...others] : others;
}

const REACH_DEADLINE_MS = 5_000;

/** Finds those that cannot be reached from here, each asked once at the same time as the others. */
export async function unreachableSources(sources: readonly AskedSource[]): Promise<AskedSource[]> {
  const asked = await Promise.all(
    sources.map(async (source) => {
      const address = `${source.url.replace(/\/+$/, '')}/${source.path}`;
      const signal = AbortSignal.timeout(REACH_DEADLINE_MS);
      const reached = await fetch(address, { signal, redirect: 'manual' }).then(
        async (response) => {
          await response.body?.cancel();
          return response.status < 500;
        },
        () => false,
      );
      return reached ? [] : [source];
    }),
  );
  return asked.flat();
}
