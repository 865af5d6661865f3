import { Failure } from './failure.ts';

export class MethodNotAllowed extends Failure {
  readonly code = 'method_not_allowed';
  override readonly name = 'MethodNotAllowed';
  readonly allowed: readonly string[];

  constructor(allowed: readonly string[]) {
    super(`This path answers only ${allowed.join(', ')}.`);
    this.allowed = allowed;
  }
}
