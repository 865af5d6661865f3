import { Failure } from './failure.ts';

interface Resolution {
  vpicErrorText: string;
  vpicErrorCodes: readonly number[];
  suggestedVin?: string;
  /** What did resolve, for a caller who can go on with less. */
  vehicle: object;
}

export class VehicleNotResolved extends Failure {
  readonly code = 'vehicle_not_resolved';
  override readonly name = 'VehicleNotResolved';
  readonly resolution: Resolution;

  constructor(resolution: Resolution) {
    super(
      'Make, model and year of this VIN could not all be resolved; compare it with the car and try again.',
    );
    this.resolution = resolution;
  }

  override get details() {
    return { ...this.resolution };
  }
}
