import { z } from 'zod';
import { BadRequest } from '../../failures/bad-request.ts';
import { DeadlineExceeded } from '../../failures/deadline-exceeded.ts';
import type { Failure } from '../../failures/failure.ts';
import { InsufficientSections } from '../../failures/insufficient-sections.ts';
import { Internal } from '../../failures/internal.ts';
import { InvalidParameters } from '../../failures/invalid-parameters.ts';
import { InvalidVin } from '../../failures/invalid-vin.ts';
import { MethodNotAllowed } from '../../failures/method-not-allowed.ts';
import { NotFound } from '../../failures/not-found.ts';
import { Overloaded } from '../../failures/overloaded.ts';
import { PaymentIdentifierConflict } from '../../failures/payment-identifier-conflict.ts';
import { PaymentServiceUnavailable } from '../../failures/payment-service-unavailable.ts';
import { RateLimited } from '../../failures/rate-limited.ts';
import { RequestTimeout } from '../../failures/request-timeout.ts';
import { RequestTooLarge } from '../../failures/request-too-large.ts';
import { SettlementPending } from '../../failures/settlement-pending.ts';
import { ShuttingDown } from '../../failures/shutting-down.ts';
import { SynthesisUnavailable } from '../../failures/synthesis-unavailable.ts';
import { UpstreamUnavailable } from '../../failures/upstream-unavailable.ts';
import { VehicleNotResolved } from '../../failures/vehicle-not-resolved.ts';
import type { FailureCode } from '../failure-status.ts';
import { MAX_URL_BYTES } from '../http/entrance.ts';
import { MAX_MESSAGE_BYTES } from '../json-rpc/read-message.ts';

interface ErrorEntry {
  when: string;
  /** What the body has besides the members of every error. */
  details?: z.ZodRawShape;
  /** One as it is thrown; the payment header's own error is no failure of a product. */
  example?: Failure;
}

const sectionStates = z.record(z.string(), z.enum(['ok', 'unavailable']));

/** Every error code: when it comes and what its body holds. A code that is missing here does not compile. */
export const errorTable: Record<FailureCode, ErrorEntry> = {
  invalid_vin: {
    when: 'The VIN does not have 17 characters, or has others than 0-9 and A-Z without I, O and Q.',
    details: {
      vin: z.string().max(32).describe('As received, cut at 32 characters'),
      reason: z.enum(['length', 'characters']),
    },
    example: new InvalidVin('1HGCM82633A00435', 'length'),
  },
  invalid_parameters: {
    when: 'Parameters are missing, unknown, repeated, out of range or do not go together; all problems are told at once.',
    details: {
      issues: z.array(
        z.object({
          parameter: z.string(),
          message: z.string(),
          allowed: z.array(z.string()).optional().describe('The values that are taken'),
        }),
      ),
    },
    example: new InvalidParameters([{ parameter: 'colour', message: 'is not a parameter of this path' }]),
  },
  invalid_payment_payload: {
    when: 'The payment header cannot be read. The answer carries a fresh challenge, as body and as PAYMENT-REQUIRED.',
    details: { reason: z.string().describe('empty, too_long, not_base64, not_json, malformed and the like') },
  },
  not_found: {
    when: 'There is nothing at this path.',
    details: { path: z.string() },
    example: new NotFound('/v1/colour'),
  },
  method_not_allowed: {
    when: 'The path does not take this method; Allow lists those it takes.',
    example: new MethodNotAllowed(['GET', 'HEAD', 'OPTIONS']),
  },
  payment_identifier_conflict: {
    when: 'The id of the payment-identifier extension was already used for another request.',
    example: new PaymentIdentifierConflict(),
  },
  body_too_large: {
    when: `The message to an agent protocol is larger than ${MAX_MESSAGE_BYTES} bytes; told in the \`error.data\` of JSON-RPC.`,
    details: { limitBytes: z.number().int() },
    example: new RequestTooLarge('body', MAX_MESSAGE_BYTES),
  },
  url_too_long: {
    when: `The URL is longer than ${MAX_URL_BYTES} bytes.`,
    details: { limitBytes: z.number().int() },
    example: new RequestTooLarge('url', MAX_URL_BYTES),
  },
  vehicle_not_resolved: {
    when: 'The VIN is well formed, but make, model and year could not all be resolved.',
    details: {
      vpicErrorText: z.string().describe("The decoder's words for what is wrong"),
      vpicErrorCodes: z.array(z.number().int()),
      suggestedVin: z.string().optional().describe('A corrected VIN, where one is known'),
      vehicle: z.looseObject({}).describe('What did resolve'),
    },
    example: new VehicleNotResolved({
      vpicErrorText: '7 - Manufacturer is not registered with NHTSA for sale or importation in the U.S.',
      vpicErrorCodes: [7],
      vehicle: { year: 2013, make: null, model: null },
    }),
  },
  rate_limited: {
    when: 'One client sent more requests to a limited path than it takes in a minute.',
    example: new RateLimited(42),
  },
  headers_too_large: {
    when: 'The headers are larger than 16 KiB.',
    details: { limitBytes: z.number().int() },
    example: new RequestTooLarge('headers', 16_384),
  },
  internal: {
    when: 'A fault of ours.',
    example: new Internal(),
  },
  upstream_unavailable: {
    when: 'A public data source cannot be reached and no older copy of its answer is at hand.',
    details: { source: z.string() },
    example: new UpstreamUnavailable('NHTSA recalls', 30),
  },
  insufficient_sections: {
    when: 'The decode worked, but fewer than two of the three other sections of the report are available.',
    details: { sections: sectionStates, sectionDetails: z.record(z.string(), z.string()) },
    example: new InsufficientSections(
      { decode: 'ok', recalls: 'unavailable', knownIssues: 'unavailable', purchaseCosts: 'ok' },
      { recalls: 'NHTSA recalls cannot be reached', knownIssues: 'NHTSA complaints cannot be reached' },
    ),
  },
  synthesis_unavailable: {
    when: 'The complaints could not be clustered and no earlier result is at hand; what needs no clustering is in the body.',
    details: {
      vehicle: z.looseObject({}),
      reliability: z.looseObject({}).describe('Counts that need no clustering'),
    },
    example: new SynthesisUnavailable({ year: 2013, make: 'Hyundai' }, { complaintCount: 496 }),
  },
  settlement_pending: {
    when: 'The payment was sent to the chain but is not confirmed yet. Repeat the identical request with the same payment; sign no new one.',
    example: new SettlementPending(5),
  },
  payment_service_unavailable: {
    when: 'Payments can be neither checked nor settled just now; nothing was taken.',
    example: new PaymentServiceUnavailable(30),
  },
  bad_request: {
    when: 'The request is not HTTP, or names no host or an impossible one.',
    example: new BadRequest(),
  },
  request_timeout: {
    when: 'The headers of the request did not arrive in time.',
    example: new RequestTimeout(),
  },
  overloaded: {
    when: 'More requests are being answered than there is room for.',
    example: new Overloaded(),
  },
  shutting_down: {
    when: 'The service is being restarted.',
    example: new ShuttingDown(),
  },
  deadline_exceeded: {
    when: 'The answer took longer than a request may take.',
    example: new DeadlineExceeded(),
  },
};
