import { administrativeModes, assistanceModes, hybridModes } from './assistance.ts';
import { bodyModes } from './body.ts';
import { brakeModes } from './brakes.ts';
import { climateModes, electricalModes, infotainmentModes, lightingModes } from './electrical.ts';
import { engineModes } from './engine.ts';
import { fuelModes } from './fuel.ts';
import type { Mode } from './mode.ts';
import { restraintModes } from './restraints.ts';
import { speedControlModes } from './speed-control.ts';
import { steeringModes, suspensionModes } from './steering-suspension.ts';
import { transmissionModes } from './transmission.ts';

/** Every failure the embedded engine can name. */
export const MODES: readonly Mode[] = [
  ...engineModes,
  ...fuelModes,
  ...speedControlModes,
  ...transmissionModes,
  ...brakeModes,
  ...steeringModes,
  ...suspensionModes,
  ...restraintModes,
  ...electricalModes,
  ...lightingModes,
  ...infotainmentModes,
  ...climateModes,
  ...bodyModes,
  ...assistanceModes,
  ...hybridModes,
  ...administrativeModes,
];
