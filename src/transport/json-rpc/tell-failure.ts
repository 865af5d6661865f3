import type { RateLimited } from '../../failures/rate-limited.ts';
import type { RequestTooLarge } from '../../failures/request-too-large.ts';
import { failureStatus } from '../failure-status.ts';
import { failureBody } from '../http/reply-failure.ts';
import { RpcError } from './rpc-error.ts';

/**
 * A failure of the whole service in the envelope of JSON-RPC. Codes outside the range that JSON-RPC reserves are ours
 * to give: the HTTP status of the same failure, where the protocol has no code of its own.
 */
export function tellFailure(
  failure: RateLimited | RequestTooLarge,
  requestId: string,
  code: number = failureStatus[failure.code],
): RpcError {
  return new RpcError(code, failure.message, failureBody(failure, requestId));
}
