import { Failure } from './failure.ts';

/** The caller began a request and did not end it. */
export class RequestTimeout extends Failure {
  readonly code = 'request_timeout';
  override readonly name = 'RequestTimeout';

  constructor() {
    super('The request did not arrive in time; send it again in one go.');
  }
}
