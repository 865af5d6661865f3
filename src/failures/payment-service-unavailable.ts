import { RetryLater } from './retry-later.ts';

export class PaymentServiceUnavailable extends RetryLater {
  readonly code = 'payment_service_unavailable';
  override readonly name = 'PaymentServiceUnavailable';

  constructor(retryAfterSeconds: number) {
    super(
      'Payments cannot be checked or settled just now; nothing was taken. Repeat the request in a while.',
      retryAfterSeconds,
    );
  }
}
