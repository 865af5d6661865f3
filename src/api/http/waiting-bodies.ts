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
  const byClient = new Map<string, number>();
  let waiting = 0;
  return {
    enter(clientKey) {
      const theirs = byClient.get(clientKey) ?? 0;
      if (theirs >= perClient) return 'theirs';
      if (waiting >= inAll) return 'all';
      byClient.set(clientKey, theirs + 1);
      waiting += 1;
      return () => {
        waiting -= 1;
        const left = (byClient.get(clientKey) ?? 1) - 1;
        if (left === 0) byClient.delete(clientKey);
        else byClient.set(clientKey, left);
      };
    },
  };
}
