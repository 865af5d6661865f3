import { Failure } from './failure.ts';

const ECHO_LIMIT = 32;

export class InvalidVin extends Failure {
  readonly code = 'invalid_vin';
  override readonly name = 'InvalidVin';
  readonly vin: string;
  readonly reason: 'length' | 'characters';

  constructor(vin: string, reason: 'length' | 'characters') {
    super(
      reason === 'length'
        ? 'A VIN has exactly 17 characters; check for missing or extra ones.'
        : 'A VIN has only the digits 0-9 and the letters A-Z without I, O and Q; check for misread characters.',
    );
    this.vin = vin.slice(0, ECHO_LIMIT);
    this.reason = reason;
  }

  override get details() {
    return { vin: this.vin, reason: this.reason };
  }
}
