import { describeWarranty } from './describe-warranty.ts';
import { findEntry, marketNames, onlyMarketOf } from './find-entry.ts';
import type { Maker } from './maker-schema.ts';
import { readOdometer } from './remaining.ts';
import type { OdometerUnit, Owner } from './remaining-schema.ts';
import {
  isLightVehicle,
  makeKey,
  type SoldVehicle,
  soldNamesOf,
  tractionBatteriesOf,
} from './sold-vehicle.ts';
import { type Market, markets, type Warranty } from './warranty.ts';

/** `warrantyNote` says why, where the terms of a vehicle are not known. */
export type WarrantyAnswer =
  | { warranty: Warranty; warrantyNote: null }
  | { warranty: null; warrantyNote: string };

/** Facts of a car beside its VIN; each may be left out. */
export interface OwnCar {
  /** The market in which it was sold new. */
  market?: Market;
  odometer?: { distance: number; unit: OdometerUnit };
  /** The first day in service, as an ISO date. */
  inService?: string;
  /** A later owner where left out: who asks is buying a used car. */
  owner?: Owner;
}

export interface WarrantyService {
  /** The factory warranty that a vehicle was sold with, and what remains of it. */
  find(vehicle: SoldVehicle, ownCar?: OwnCar, nowMs?: number): WarrantyAnswer;
}

const DEFAULT_MARKET: Market = 'US';
const notLight = 'The warranty data hold passenger cars and light trucks of up to 14,000 lb only.';

export function createWarrantyService({ makers }: { makers: readonly Maker[] }): WarrantyService {
  const byName = new Map(
    makers.flatMap((maker) =>
      [maker.make, ...(maker.alsoWritten ?? [])].map((name) => [makeKey(name), maker] as const),
    ),
  );

  return {
    find(vehicle, { market: asked, odometer, inService, owner = 'later' } = {}, nowMs = Date.now()) {
      if (!isLightVehicle(vehicle)) return notKnown(notLight);
      const maker = byName.get(makeKey(vehicle.make));
      if (!maker) return notKnown(`The warranty data do not hold the make ${vehicle.make}.`);
      const only = onlyMarketOf(maker, vehicle);
      const market = only ?? asked ?? DEFAULT_MARKET;
      const names = soldNamesOf(vehicle);
      const found = findEntry(maker, vehicle.year, names, market);
      if ('why' in found) {
        const others = markets.filter(
          (other) => other !== market && 'entry' in findEntry(maker, vehicle.year, names, other),
        );
        return notKnown([found.why, ...others.map(otherMarket)].join(' '));
      }
      return {
        warranty: describeWarranty(found.entry, {
          maker,
          vehicle,
          market,
          marketNote: only && `This model was sold new in ${marketNames[only]} only.`,
          batteries: tractionBatteriesOf(vehicle, maker),
          usage: {
            owner,
            odometer: odometer && readOdometer(odometer.distance, odometer.unit),
            inService,
            today: new Date(nowMs).toISOString().slice(0, 10),
          },
        }),
        warrantyNote: null,
      };
    },
  };
}

function otherMarket(market: Market): string {
  return `The terms of a car that was sold new in ${marketNames[market]} are known: ask for market ${market}.`;
}

function notKnown(warrantyNote: string): WarrantyAnswer {
  return { warranty: null, warrantyNote };
}
