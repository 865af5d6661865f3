import { describeWarranty } from './describe-warranty.ts';
import { findEntry } from './find-entry.ts';
import { findMaker } from './makers.ts';
import { isLightVehicle, namesOf, type SoldVehicle } from './sold-vehicle.ts';
import { tractionBatteriesOf } from './traction-battery.ts';
import type { Market, Warranty } from './warranty.ts';

/** `warrantyNote` says why, where the terms of a vehicle are not known. */
export type WarrantyAnswer =
  | { warranty: Warranty; warrantyNote: null }
  | { warranty: null; warrantyNote: string };

const notLight = 'The warranty data hold passenger cars and light trucks of up to 14,000 lb only.';

/** The factory warranty that a vehicle was sold with. */
export function findWarranty(vehicle: SoldVehicle, market: Market = 'US'): WarrantyAnswer {
  if (!isLightVehicle(vehicle)) return { warranty: null, warrantyNote: notLight };
  const maker = findMaker(vehicle.make);
  if (!maker)
    return { warranty: null, warrantyNote: `The warranty data do not hold the make ${vehicle.make}.` };
  const found = findEntry(maker, vehicle.year, namesOf(vehicle), market);
  if ('why' in found) return { warranty: null, warrantyNote: found.why };
  const batteries = tractionBatteriesOf(vehicle, maker);
  return {
    warranty: describeWarranty(found.entry, { maker, year: vehicle.year, market, batteries }),
    warrantyNote: null,
  };
}
