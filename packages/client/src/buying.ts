/** For who buys over another protocol, or shows a purchase by other means: the parts that the client is made of. */
export { ATOMIC_PER_USD, type Budget, createBudget } from './budget.ts';
export { type Bought, type CallOptions, createBuyer } from './buyer.ts';
export { InvalidRequest } from './error-families.ts';
export { ForecourtError } from './forecourt-error.ts';
export { PaymentCapExceeded } from './payment-cap-exceeded.ts';
export { PaymentUncertain } from './payment-uncertain.ts';
export { readTerms, type Signer, type TransferData } from './wallet.ts';
