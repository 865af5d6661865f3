import { describeWarranty } from './describe-warranty.ts';
import { findEntry } from './find-entry.ts';
import type { Maker } from './maker-schema.ts';
import { makeKey } from './names.ts';
import { isLightVehicle, namesOf, type SoldVehicle } from './sold-vehicle.ts';
import { tractionBatteriesOf } from './traction-battery.ts';
import type { Market, Warranty } from './warranty.ts';

/** `warrantyNote` says why, where the terms of a vehicle are not known. */
export type WarrantyAnswer =
  | { warranty: Warranty; warrantyNote: null }
  | { warranty: null; warrantyNote: string };

export interface WarrantyService {
  /** The factory warranty that a vehicle was sold with. */
  find(vehicle: SoldVehicle, market?: Market): WarrantyAnswer;
}

const notLight = 'The warranty data hold passenger cars and light trucks of up to 14,000 lb only.';

export function createWarrantyService({ makers }: { makers: readonly Maker[] }): WarrantyService {
  const byName = new Map(
    makers.flatMap((maker) =>
      [maker.make, ...(maker.alsoWritten ?? [])].map((name) => [makeKey(name), maker] as const),
    ),
  );

  return {
    find(vehicle, market = 'US') {
      if (!isLightVehicle(vehicle)) return notKnown(notLight);
      const maker = byName.get(makeKey(vehicle.make));
      if (!maker) return notKnown(`The warranty data do not hold the make ${vehicle.make}.`);
      const found = findEntry(maker, vehicle.year, namesOf(vehicle), market);
      if ('why' in found) return notKnown(found.why);
      const batteries = tractionBatteriesOf(vehicle, maker);
      return {
        warranty: describeWarranty(found.entry, { maker, year: vehicle.year, market, batteries }),
        warrantyNote: null,
      };
    },
  };
}

function notKnown(warrantyNote: string): WarrantyAnswer {
  return { warranty: null, warrantyNote };
}
