import { Failure } from './failure.ts';

/** What came is not HTTP, or names no host. */
export class BadRequest extends Failure {
  readonly code = 'bad_request';
  override readonly name = 'BadRequest';

  constructor() {
    super('This is not a request that HTTP knows; check its first line and its headers.');
  }
}
