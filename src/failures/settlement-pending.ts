import { RetryLater } from './retry-later.ts';

export class SettlementPending extends RetryLater {
  readonly code = 'settlement_pending';
  override readonly name = 'SettlementPending';

  constructor(retryAfterSeconds: number) {
    super(
      'The payment is on its way but not yet confirmed. Repeat this very request with the same payment; do not sign a new one. The answer is kept for you.',
      retryAfterSeconds,
    );
  }
}
