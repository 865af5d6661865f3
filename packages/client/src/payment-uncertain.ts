import { ForecourtError } from './forecourt-error.ts';

/**
 * The payment was sent and its end is not known. The client keeps it: the same call, made again within ten minutes,
 * sends the same payment and gets the kept answer.
 */
export class PaymentUncertain extends ForecourtError {
  override name = 'PaymentUncertain';

  constructor(cause: ForecourtError) {
    super('payment_uncertain', 'Payment outcome unknown; repeat the same call.', {
      charged: 'unknown',
      cause,
    });
  }
}
