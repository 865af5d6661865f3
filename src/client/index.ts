export type * from './answers.ts';
export type { Paid } from './buyer.ts';
export { type CallOptions, type ClientOptions, createClient, type ForecourtClient } from './client.ts';
export { ForecourtError, type ForecourtErrorCode } from './forecourt-error.ts';
export { PaymentCapExceeded } from './payment-cap-exceeded.ts';
export { PaymentUncertain } from './payment-uncertain.ts';
export type { Signer, TransferData } from './wallet.ts';
