import { Failure } from './failure.ts';

export class NotFound extends Failure {
  readonly code = 'not_found';
  override readonly name = 'NotFound';
  readonly path: string;

  constructor(path: string) {
    super('There is nothing at this path; /openapi.json and /llms.txt list what there is.');
    this.path = path;
  }

  override get details() {
    return { path: this.path };
  }
}
