export type * from './answers.ts';
export type { Bought, CallOptions, Paid, Reply } from './buyer.ts';
export type { OpenChannel } from './channel.ts';
export { type ClientOptions, createClient, type ForecourtClient } from './client.ts';
export {
  ConnectionFailed,
  InvalidRequest,
  PaymentRefused,
  RateLimited,
  ServiceUnavailable,
  VehicleNotResolved,
} from './error-families.ts';
export type { DebugEvent } from './exchange.ts';
export { ForecourtError, type ForecourtErrorCode } from './forecourt-error.ts';
export { PaymentCapExceeded } from './payment-cap-exceeded.ts';
export { PaymentUncertain } from './payment-uncertain.ts';
export type * from './queries.ts';
export type { Signer, TransferData } from './wallet.ts';
