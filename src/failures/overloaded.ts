import { Failure } from './failure.ts';

export class Overloaded extends Failure {
  readonly code = 'overloaded';
  override readonly name = 'Overloaded';

  constructor() {
    super('The service has more work than it can do just now; try again in a few seconds.');
  }

  override get retryAfterSeconds() {
    return 5;
  }
}
