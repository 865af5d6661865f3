/** A source, and a small question of the kind that the service asks. */
export interface AskedSource {
  name: string;
  /** The setting that names its address. */
  variable: string;
  url: string;
  path: string;
  /** What cannot be had without it, in words for whoever runs the service. */
  gives: string;
}

interface Urls {
  vpicUrl: string;
  nhtsaUrl: string;
  transportCanadaUrl: string;
}

/** Whom the service asks, in the order in which they are named to people. */
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

const PATIENCE_MS = 5_000;

/** Those that cannot be reached from here, each asked once at the same time as the others. */
export async function unreachableSources(sources: readonly AskedSource[]): Promise<AskedSource[]> {
  const asked = await Promise.all(
    sources.map(async (source) => {
      const address = `${source.url.replace(/\/+$/, '')}/${source.path}`;
      const signal = AbortSignal.timeout(PATIENCE_MS);
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
