import type { Maker } from './maker-schema.ts';
import { bestName } from './names.ts';
import { type SoldVehicle, soldNamesOf } from './sold-vehicle.ts';
import { type Market, markets } from './warranty.ts';

/** The market in which a model was sold only, where that is so. */
export function onlyMarketOf(maker: Maker, vehicle: SoldVehicle): Market | undefined {
  const names = soldNamesOf(vehicle);
  return markets.find((market) =>
    maker.soldOnlyIn?.some(
      ({ models, years: [first, last] = [0, 9999], ...sold }) =>
        sold.market === market &&
        vehicle.year >= first &&
        vehicle.year <= last &&
        bestName(models, names) !== undefined,
    ),
  );
}
