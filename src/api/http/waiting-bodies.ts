import { createTally } from '../../lib/tally.ts';

/** Requests whose body is still on its way: they hold a connection and nothing else, and no client holds many. */
export interface WaitingBodies {
  /** A place to wait in; `theirs` where this client has too many, `all` where everybody together has. */
  enter(clientKey: string): (() => void) | 'theirs' | 'all';
}

export function createWaitingBodies({
  perClient,
  inAll,
}: {
  perClient: number;
  inAll: number;
}): WaitingBodies {
  const byClient = createTally();
  let waiting = 0;
  return {
    enter(clientKey) {
      if (byClient.countOf(clientKey) >= perClient) return 'theirs';
      if (waiting >= inAll) return 'all';
      byClient.add(clientKey);
      waiting += 1;
      return () => {
        waiting -= 1;
        byClient.remove(clientKey);
      };
    },
  };
}
