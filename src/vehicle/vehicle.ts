import { z } from 'zod';
import { provenanceSchema } from '../sources/cached.ts';

const text = (meaning: string) => z.string().nullable().describe(meaning);
const number = (meaning: string) => z.number().nullable().describe(meaning);
const count = (meaning: string) => z.number().int().nullable().describe(meaning);

const availability = z
  .enum(['Standard', 'Optional', 'Not Available'])
  .meta({ id: 'Availability', description: 'Whether cars of this build have it' });
const equipment = (meaning: string) => availability.nullable().describe(meaning);

const identity = {
  year: z.number().int().describe('Model year'),
  make: z.string().describe('Make in its usual spelling, such as "Honda"'),
  model: z.string().describe('Model'),
};

const plantSchema = z
  .object({
    city: text('City of the assembly plant'),
    state: text('State or province of the assembly plant'),
    country: text('Country of the assembly plant'),
    company: text('Company that runs the plant, where it is not the manufacturer'),
  })
  .meta({ id: 'VehiclePlant', description: 'Where the vehicle was assembled' });

const engineSchema = z
  .object({
    model: text('Engine model or code'),
    configuration: text('Arrangement of the cylinders'),
    cylinders: count('Number of cylinders'),
    displacementL: number('Displacement in litres, to one tenth'),
    displacementCc: number('Displacement in cubic centimetres'),
    horsepower: number('Brake horsepower (the lower figure where a range is given)'),
    fuelType: text('Primary fuel'),
    fuelTypeSecondary: text('Second fuel, for flexible-fuel, dual-fuel and hybrid vehicles'),
    fuelInjection: text('Kind of fuel injection'),
    turbo: z.boolean().nullable().describe('Whether the engine has a turbocharger'),
    valveTrain: text('Valve train design'),
    manufacturer: text('Maker of the engine'),
  })
  .meta({ id: 'VehicleEngine', description: 'The engine' });

const transmissionSchema = z
  .object({
    style: text('Kind of transmission'),
    speeds: count('Number of speeds'),
  })
  .meta({ id: 'VehicleTransmission', description: 'The transmission' });

const electrificationSchema = z
  .object({
    level: text('Degree of electrification, such as "BEV (Battery Electric Vehicle)"'),
    batteryType: text('Chemistry of the traction battery'),
    batteryKwh: number('Energy of the traction battery in kWh (the lower figure where a range is given)'),
    chargerLevel: text('Level of the charger on board'),
    chargerPowerKw: number('Power of the charger on board in kW'),
    driveUnit: text('Number of drive motors'),
  })
  .meta({ id: 'VehicleElectrification', description: 'The electric drive' });

const weightSchema = z
  .object({
    gvwrFrom: text('Gross vehicle weight rating class (lowest)'),
    gvwrTo: text('Gross vehicle weight rating class (highest)'),
    gvwrMinLb: number('Lower bound of the weight rating in pounds'),
    gvwrMaxLb: number('Upper bound of the weight rating in pounds'),
    curbLb: number('Curb weight in pounds'),
  })
  .meta({ id: 'VehicleWeight', description: 'Weights' });

const dimensionsSchema = z
  .object({
    wheelbaseIn: number('Wheelbase in inches (the shortest where several are offered)'),
    wheelbaseLongIn: number('Longest wheelbase in inches'),
    trackWidthIn: number('Track width in inches'),
    bedLengthIn: number('Length of the truck bed in inches'),
    bedType: text('Kind of truck bed'),
    cabType: text('Kind of truck cab'),
    wheels: count('Number of wheels'),
    wheelSizeFrontIn: number('Front wheel diameter in inches'),
    wheelSizeRearIn: number('Rear wheel diameter in inches'),
    axles: count('Number of axles'),
  })
  .meta({ id: 'VehicleDimensions', description: 'Dimensions' });

const airbagsSchema = z.object({
  front: text('Where front air bags are'),
  side: text('Where side air bags are'),
  curtain: text('Where curtain air bags are'),
  knee: text('Where knee air bags are'),
  seatCushion: text('Where seat-cushion air bags are'),
});

const safetySchema = z
  .object({
    abs: equipment('Anti-lock brakes'),
    esc: equipment('Electronic stability control'),
    tractionControl: equipment('Traction control'),
    tpms: text('Kind of tire-pressure monitoring'),
    seatBelts: text('Kind of seat belts'),
    airbags: airbagsSchema,
    backupCamera: equipment('Backup camera'),
    parkingAssist: equipment('Parking assistance'),
    blindSpotWarning: equipment('Blind-spot warning'),
    blindSpotIntervention: equipment('Blind-spot intervention'),
    forwardCollisionWarning: equipment('Forward-collision warning'),
    automaticEmergencyBraking: equipment('Crash-imminent braking'),
    pedestrianEmergencyBraking: equipment('Automatic braking for pedestrians'),
    rearEmergencyBraking: equipment('Automatic braking in reverse'),
    dynamicBrakeSupport: equipment('Dynamic brake support'),
    laneDepartureWarning: equipment('Lane-departure warning'),
    laneKeeping: equipment('Lane-keeping assistance'),
    laneCentering: equipment('Lane-centering assistance'),
    rearCrossTrafficAlert: equipment('Rear cross-traffic alert'),
    adaptiveCruiseControl: equipment('Adaptive cruise control'),
    daytimeRunningLights: equipment('Daytime running lights'),
    headlamps: text('Light source of the headlamps'),
    automaticCrashNotification: equipment('Automatic crash notification'),
    eventDataRecorder: equipment('Event data recorder'),
    keylessIgnition: equipment('Keyless ignition'),
  })
  .meta({ id: 'VehicleSafety', description: 'Safety equipment as filed' });

const particulars = {
  trim: text('Trim level'),
  trim2: text('Second trim level'),
  series: text('Series'),
  series2: text('Second series'),
  bodyClass: text('Body class'),
  vehicleType: text('Vehicle type, such as "Passenger Car"'),
  doors: count('Number of doors'),
  windows: count('Number of windows'),
  seats: count('Number of seats'),
  seatRows: count('Number of seat rows'),
  driveType: text('Driven wheels'),
  steering: text('Side of the steering wheel'),
  manufacturer: text('Manufacturer as registered with NHTSA'),
  plant: plantSchema,
  engine: engineSchema,
  transmission: transmissionSchema,
  electrification: electrificationSchema
    .nullable()
    .describe('null where nothing says that the vehicle has a traction battery'),
  weight: weightSchema,
  dimensions: dimensionsSchema,
  safety: safetySchema.describe(
    'null means that the manufacturer filed nothing, never that the vehicle lacks it',
  ),
  basePriceUsd: number('Base price when new, in US dollars'),
  additional: z
    .record(z.string(), z.string())
    .describe(
      "What else NHTSA states, by the element codes of vPIC and in NHTSA's words; no key where it is silent",
    ),
};

/** A vehicle as its VIN describes it. Every key is always present; null is "not known". */
export const vehicleSchema = z.object({ ...identity, ...particulars }).meta({
  id: 'Vehicle',
  description: 'The decoded vehicle. Every key is always present; null means that the data does not say.',
});

export type Vehicle = z.infer<typeof vehicleSchema>;

/** A decode that may lack what identifies a vehicle. */
export type PartialVehicle = Omit<Vehicle, 'year' | 'make' | 'model'> & {
  year: number | null;
  make: string | null;
  model: string | null;
};

export type Availability = z.infer<typeof availability>;

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
export const decodeProvenanceSchema = provenanceSchema
  .extend({
    completion: completionSchema.nullable().describe('null where the answer has one source only'),
    completionNote: z
      .string()
      .nullable()
      .describe(
        'Why the live service added nothing, where it was asked; where the source is the Forecourt supplement, for cars that NHTSA does not know, what it rests on',
      ),
  })
  .meta({ id: 'DecodeProvenance', description: 'Where the decode came from' });

export type DecodeVerdict = z.infer<typeof decodeVerdictSchema>;
export type DecodeProvenance = z.infer<typeof decodeProvenanceSchema>;

/** The first member of every answer for a VIN that may be misread. */
export const vinWarning = {
  vinWarning: z
    .string()
    .exactOptional()
    .describe(
      'Present only where the check digit of the VIN is wrong, so that the answer may be about another car: compare it with the car',
    ),
};

export interface DecodedVehicle extends z.infer<z.ZodObject<typeof vinWarning>> {
  vin: string;
  vehicle: Vehicle;
  decode: DecodeVerdict;
  provenance: DecodeProvenance;
}

interface Named {
  year: number | string | undefined;
  make: string | undefined;
  model: string | undefined;
}

/** The name by which people call the car, such as "2013 Hyundai Elantra"; a trailer's model is often its maker's name again. */
export function nameOfCar({ year, make, model }: Named): string {
  const isNamedTwice = make?.toLowerCase() === model?.toLowerCase();
  return [year, make, isNamedTwice ? undefined : model].filter((part) => part !== undefined).join(' ');
}
