import { Failure } from './failure.ts';

type Reason = 'malformed' | 'slow';

const KINDS = {
  malformed: {
    code: 'bad_request',
    message: 'This is not a request that HTTP knows; check how the client builds it.',
  },
  slow: { code: 'request_timeout', message: 'The request did not arrive whole in time; send it again.' },
} as const;

/** What never became a request. */
export class UnreadableRequest extends Failure {
  readonly code: (typeof KINDS)[Reason]['code'];
  override readonly name = 'UnreadableRequest';

  constructor(reason: Reason) {
    super(KINDS[reason].message);
    this.code = KINDS[reason].code;
  }
}
