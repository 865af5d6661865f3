import { disclaimer } from '../lib/disclaimer.ts';

/** The codes of JSON-RPC 2.0. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

export type RpcId = string | number | null;

/** An error in the form of JSON-RPC. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  /** Has the disclaimer: the envelope around it has no room for one. */
  readonly data: object;

  constructor(code: number, message: string, data: object = {}) {
    super(message);
    this.code = code;
    this.data = { ...data, disclaimer };
  }
}

export function errorMessage(id: RpcId, { code, message, data }: RpcError) {
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}
