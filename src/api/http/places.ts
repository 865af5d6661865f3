import { createTally } from '../../lib/tally.ts';

export interface PlaceLimits {
  perClient: number;
  inAll: number;
}

/** What only so many requests may hold at once, and of one client fewer. */
export interface Places {
  /** A place, to be left again; `theirs` where this client has too many, `all` where everybody together has. */
  enter(clientKey: string): (() => void) | 'theirs' | 'all';
}

export function createPlaces({ perClient, inAll }: PlaceLimits): Places {
  const byClient = createTally();
  let taken = 0;
  return {
    enter(clientKey) {
      if (byClient.countOf(clientKey) >= perClient) return 'theirs';
      if (taken >= inAll) return 'all';
      byClient.add(clientKey);
      taken += 1;
      return () => {
        taken -= 1;
        byClient.remove(clientKey);
      };
    },
  };
}
