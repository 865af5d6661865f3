import { identifiedVehicle, normaliseVehicle } from '../vehicle/normalise.ts';
import { verdictOf } from '../vehicle/verdict-of.ts';
import { vinProblem } from '../vehicle/vin-input.ts';
import type { VinEngine } from '../vin/engine.ts';
import type { VinLine } from './decode-stream.ts';
import { vehicleCard } from './vehicle-card.ts';

interface PrintOptions {
  engine: VinEngine;
  nowMs: number;
  asJson: boolean;
  trace: boolean;
  onFailure(exitCode: number, message: string): void;
}

const WRONG_INPUT = 2;
const NOT_RESOLVED = 1;
/** Of what is no VIN: it may be a whole file. */
const SHOWN = 32;

const HINTS = {
  length: 'A VIN has exactly 17 characters; --raw also decodes partial ones.',
  characters: 'A VIN has only digits and letters without I, O and Q; check for misread characters.',
};

/** The vehicle of a VIN as a card or as JSON. Reports what is no VIN and what cannot be resolved. */
export function createVehiclePrint({ engine, nowMs, asJson, trace, onFailure }: PrintOptions) {
  return ({ vin: given, modelYear }: VinLine): string => {
    const problem = vinProblem(given);
    if (problem !== undefined) {
      onFailure(WRONG_INPUT, `"${given.trim().slice(0, SHOWN)}" is no VIN. ${HINTS[problem]}`);
      return asJson ? `${JSON.stringify({ vin: given, error: 'invalid_vin', reason: problem })}\n` : '';
    }
    const {
      vin,
      fields,
      trace: traced,
    } = engine.decode(given, {
      nowMs,
      trace,
      ...(modelYear === undefined ? {} : { modelYear }),
    });
    const vehicle = normaliseVehicle(fields);
    const decode = verdictOf(fields);
    if (identifiedVehicle(vehicle) === undefined) {
      onFailure(
        NOT_RESOLVED,
        `${vin}: make, model and year could not all be resolved: ${decode.errorText ?? 'no reason given'}`,
      );
    }
    if (!asJson) return vehicleCard({ vin, vehicle, decode, trace: traced });
    return `${JSON.stringify({ vin, vehicle, decode, ...(traced === undefined ? {} : { trace: traced }) })}\n`;
  };
}
