import { z } from 'zod';
import { provenanceSchema } from '../sources/cached.ts';
import type { Vehicle } from './vehicle.ts';

/** The judgement of the decoder on the VIN itself. */
export const decodeVerdictSchema = z.object({
  checkDigitValid: z.boolean().describe('Whether position 9 is what the other characters demand'),
  errorCodes: z.array(z.number().int()).describe("NHTSA's error codes; [0] is a clean decode"),
  errorText: z.string().nullable().describe("NHTSA's words for the codes"),
  suggestedVin: z.string().nullable().describe('A corrected VIN; "!" marks a wrong character'),
  possibleValues: z
    .string()
    .nullable()
    .describe('Characters possible at the marked positions, as "(position:characters)"'),
});

const completionSchema = provenanceSchema
  .extend({ fields: z.array(z.string()).describe('Element codes of vPIC that were taken from here') })
  .describe('The part that came from the live service');

/** The origin of the decode; a completion by the live service is listed apart. */
export const decodeProvenanceSchema = provenanceSchema.extend({
  completion: completionSchema.nullable().describe('null where the answer has one source only'),
  completionNote: z.string().nullable().describe('Why the live service added nothing, where it was asked'),
});

export type DecodeVerdict = z.infer<typeof decodeVerdictSchema>;
export type DecodeProvenance = z.infer<typeof decodeProvenanceSchema>;

export interface DecodedVehicle {
  vin: string;
  vehicle: Vehicle;
  decode: DecodeVerdict;
  provenance: DecodeProvenance;
}
