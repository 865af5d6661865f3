import { Failure } from './failure.ts';

export class SettlementPending extends Failure {
  readonly code = 'settlement_pending';
  override readonly name = 'SettlementPending';
  readonly #retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(
      'The payment is on its way but not yet confirmed. Repeat this very request with the same payment; do not sign a new one. The answer is kept for you.',
    );
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  override get retryAfterSeconds() {
    return this.#retryAfterSeconds;
  }
}
