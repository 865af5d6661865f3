import type { Events } from '../events/events.ts';
import type { Exchange } from '../http/reply.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

export type Guard = <Result>(answer: () => Result | Promise<Result>) => Promise<Result>;

/** Lets errors through that were made for callers; anything else is a fault of ours, and its text stays inside. */
export function createGuard(exchange: Exchange, events: Pick<Events, 'requestFaulted'>): Guard {
  return async (answer) => {
    try {
      return await answer();
    } catch (error) {
      if (error instanceof RpcError) throw error;
      const { requestId, route } = exchange;
      events.requestFaulted({ requestId, route, error });
      throw new RpcError(rpcCodes.internalError, 'Something went wrong on our side; nothing was charged.', {
        requestId,
      });
    }
  };
}
