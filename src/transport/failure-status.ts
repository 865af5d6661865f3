/**
 * Which HTTP status each failure code has. The one table behind HTTP answers, OpenAPI and the documents;
 * MCP and A2A carry the same codes in their own envelopes.
 */
export const failureStatus = {
  invalid_vin: 400,
  invalid_parameters: 400,
  invalid_payment_payload: 400,
  bad_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  payment_identifier_conflict: 409,
  body_too_large: 413,
  url_too_long: 414,
  vehicle_not_resolved: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  upstream_unavailable: 502,
  insufficient_sections: 502,
  synthesis_unavailable: 503,
  settlement_pending: 503,
  payment_service_unavailable: 503,
  overloaded: 503,
  shutting_down: 503,
  deadline_exceeded: 504,
} as const satisfies Record<string, number>;

export type FailureCode = keyof typeof failureStatus;

export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(failureStatus, code);
}
