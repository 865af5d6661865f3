import { Failure } from './failure.ts';

export interface ParameterIssue {
  parameter: string;
  message: string;
  allowed?: readonly string[];
}

export class InvalidParameters extends Failure {
  readonly code = 'invalid_parameters';
  override readonly name = 'InvalidParameters';
  readonly issues: readonly ParameterIssue[];

  constructor(issues: readonly ParameterIssue[]) {
    const names = [...new Set(issues.map(({ parameter }) => parameter))];
    super(`Correct ${names.length === 1 ? 'this parameter' : 'these parameters'}: ${names.join(', ')}.`);
    this.issues = issues;
  }

  override get details() {
    return { issues: this.issues };
  }
}
