import { Failure } from './failure.ts';

export class DeadlineExceeded extends Failure {
  readonly code = 'deadline_exceeded';
  override readonly name = 'DeadlineExceeded';

  constructor() {
    super('The answer took longer than a request may take; try again, what was done so far makes it faster.');
  }

  override get retryAfterSeconds() {
    return 5;
  }
}
