import type { AnyServiceError } from '../errors/service-error.ts';
import { RpcError } from './rpc-error.ts';

/**
 * An error of the whole service in the envelope of JSON-RPC. Codes outside the range that JSON-RPC reserves are ours
 * to give: the HTTP status of the same error, where the protocol has no code of its own.
 */
export function toRpcError(error: AnyServiceError, requestId: string, code: number = error.status): RpcError {
  return new RpcError(code, error.message, error.body(requestId));
}
