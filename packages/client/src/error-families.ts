import { ForecourtError } from './forecourt-error.ts';

/** Correct the call: a wrong VIN, a parameter, an option of the client. */
export class InvalidRequest extends ForecourtError {
  override name = 'InvalidRequest';
}

/** The VIN is well formed and names no vehicle that is known. */
export class VehicleNotResolved extends ForecourtError {
  override name = 'VehicleNotResolved';
}

/** The service did not take the payment, or the client did not make it. */
export class PaymentRefused extends ForecourtError {
  override name = 'PaymentRefused';
}

/** Too many requests; `retryAfterSeconds` says when there is room again. */
export class RateLimited extends ForecourtError {
  override name = 'RateLimited';
}

/** The service, or a source of its data, cannot answer just now. */
export class ServiceUnavailable extends ForecourtError {
  override name = 'ServiceUnavailable';
}

/** There was no answer of the service, and nothing was paid. */
export class ConnectionFailed extends ForecourtError {
  override name = 'ConnectionFailed';
}

/** The class of what the service reports, also by a code that this client does not know. */
export function familyOf(status: number, body: object) {
  // A challenge: also what is wrong with the payment header, as 400.
  if ('accepts' in body || status === 409) return PaymentRefused;
  if (status === 422) return VehicleNotResolved;
  if (status === 429) return RateLimited;
  return status < 500 ? InvalidRequest : ServiceUnavailable;
}
