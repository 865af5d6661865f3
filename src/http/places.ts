import { createTally } from '../lib/tally.ts';
import type { Exchange } from './reply.ts';

export interface PlaceLimits {
  perClient: number;
  inAll: number;
}

type Client = Pick<Exchange, 'clientKey'>;

/** What only so many requests may hold at once, and of one client fewer. */
export interface Places {
  /** Why there is no place for one more: `theirs` where this client has too many, `all` where everybody together has. */
  refusal(client: Client): 'theirs' | 'all' | undefined;
  /** Takes a place until it is left. */
  take(client: Client): () => void;
}

export function createPlaces({ perClient, inAll }: PlaceLimits): Places {
  const byClient = createTally();
  let taken = 0;
  return {
    refusal(client) {
      if (taken >= inAll) return 'all';
      // Who it is need not be found out while there are fewer of everybody.
      return taken >= perClient && byClient.countOf(client.clientKey) >= perClient ? 'theirs' : undefined;
    },
    take({ clientKey }) {
      byClient.add(clientKey);
      taken += 1;
      return () => {
        taken -= 1;
        byClient.remove(clientKey);
      };
    },
  };
}
