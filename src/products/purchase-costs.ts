import { z } from 'zod';
import { carOfVehicle } from '../costs/car.ts';
import { sampleBills } from '../costs/estimate-country.ts';
import {
  type Costs,
  canadaCostsSchema,
  costsSchema,
  publishBill,
  usCostsSchema,
} from '../costs/published.ts';
import { type CostsRequest, costsQuery } from '../costs/query.ts';
import { type CostsQuery, contradictionsOf } from '../costs/sale.ts';
import { ServiceError } from '../errors/service-error.ts';
import { usualLimits, usualPrices } from '../lib/terms.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';
import { costsInWords, costsPage } from '../view/costs.ts';
import { briefCosts, costsBriefSchema } from './brief/costs-brief.ts';
import type { Knowledge, Product } from './product.ts';

type Known = Pick<Knowledge, 'vehicles' | 'costs'>;

const sampleSchema = z.object({
  sample: z.literal(true),
  note: z.string(),
  ca: canadaCostsSchema,
  us: usCostsSchema,
});

export const purchaseCosts = {
  slug: 'purchase-costs',
  name: 'Purchase costs',
  question: 'What do I pay in taxes and fees for a car at $9,500 from a private seller in Dallas 75201?',
  askedFor: ['cost', 'tax', 'fee', 'what will i pay', 'what do i pay', 'how much will i pay', 'registration'],
  path: '/v1/purchase-costs',
  priceUsd: usualPrices['purchase-costs'],
  summary:
    'Taxes and government fees of buying a used car in any Canadian province or US state, line by line.',
  description:
    'Itemized sales, use or excise tax, title, transfer, first registration, plates and inspection for 10 provinces, ' +
    '3 territories, 50 states and DC. Every line says how it was computed and carries its source, its confidence and ' +
    'its date; what the query cannot decide is a range and stays out of the known total. A vin, or model_year, fuel, ' +
    'weight and list price, make the lines exact that depend on the car; `narrowing` says which parameter would help.',
  query: costsQuery,
  response: costsSchema,
  brief: { response: costsBriefSchema, of: briefCosts },
  failures: ['vehicle_not_resolved', 'upstream_unavailable'],
  sample: {
    path: '/v1/sample/purchase-costs',
    limitPerMinute: usualLimits['/v1/sample/purchase-costs'],
    response: sampleSchema,
    async read({ costs }: Known) {
      const { ca, us } = sampleBills(costs);
      return {
        sample: true,
        note: 'Fixed inputs: a private sale at 25,000, which is also the value in the guide, in Ontario and in California. The paid path takes any place and price.',
        ca: publishBill(ca),
        us: publishBill(us),
      };
    },
  },
  page(answer, writtenAt) {
    const costs = costsSchema.safeParse(answer).data;
    return costs && costsPage(costs, writtenAt);
  },
  async compute({ costs, vehicles }: Known, { vin, ...query }, { signal }) {
    if (vin === undefined) return { body: publishBill(costs.compute(query)), charge: true };
    const { vehicle, vinWarning } = await vehicles.decode(vin, { signal });
    const bill = publishBill(costs.compute(withVehicle(query, vehicle)));
    return { body: vinWarning === undefined ? bill : { vinWarning, ...bill }, charge: true };
  },
  inWords: costsInWords,
} satisfies Product<CostsRequest, Costs>;

/** Adds what the VIN says of the car; what was given and contradicts it is refused. */
export function withVehicle(query: CostsQuery, vehicle: Vehicle): CostsQuery {
  const known = carOfVehicle(vehicle);
  const issues = contradictionsOf(query.car ?? {}, known);
  if (issues.length > 0) throw new ServiceError('invalid_parameters', { issues });
  return { ...query, car: { ...known, ...query.car } };
}
