import { Failure } from './failure.ts';

export class ShuttingDown extends Failure {
  readonly code = 'shutting_down';
  override readonly name = 'ShuttingDown';

  constructor() {
    super('The service is being restarted; try again in a few seconds.');
  }

  override get retryAfterSeconds() {
    return 5;
  }
}
