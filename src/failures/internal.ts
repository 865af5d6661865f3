import { Failure } from './failure.ts';

/** Stands for anything unforeseen; says nothing about the inside. */
export class Internal extends Failure {
  readonly code = 'internal';
  override readonly name = 'Internal';

  constructor(options?: ErrorOptions) {
    super('Something went wrong on our side; try again, and report the requestId if it stays.', options);
  }
}
