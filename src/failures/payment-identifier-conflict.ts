import { Failure } from './failure.ts';

export class PaymentIdentifierConflict extends Failure {
  readonly code = 'payment_identifier_conflict';
  override readonly name = 'PaymentIdentifierConflict';

  constructor() {
    super('This payment identifier was used for another request; use a new identifier for a new request.');
  }
}
