import { Failure } from './failure.ts';

export class PaymentServiceUnavailable extends Failure {
  readonly code = 'payment_service_unavailable';
  override readonly name = 'PaymentServiceUnavailable';
  readonly #retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super(
      'Payments cannot be checked or settled just now; nothing was taken. Repeat the request in a while.',
    );
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  override get retryAfterSeconds() {
    return this.#retryAfterSeconds;
  }
}
