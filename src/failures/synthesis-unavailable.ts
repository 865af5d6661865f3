import { Failure } from './failure.ts';

export class SynthesisUnavailable extends Failure {
  readonly code = 'synthesis_unavailable';
  override readonly name = 'SynthesisUnavailable';
  readonly vehicle: object;
  readonly reliability: object;

  constructor(vehicle: object, reliability: object) {
    super('The complaints of this vehicle could not be clustered just now; try again in a while.');
    this.vehicle = vehicle;
    this.reliability = reliability;
  }

  override get details() {
    return { vehicle: this.vehicle, reliability: this.reliability };
  }

  override get retryAfterSeconds() {
    return 60;
  }
}
