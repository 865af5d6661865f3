import type { PurchaseCostsQuery } from '@forecourt/client';
import type { Command } from 'commander';
import type { z } from 'zod';
import { createCostsService } from '../../costs/costs-service.ts';
import { loadJurisdiction, loadJurisdictions } from '../../costs/load-jurisdictions.ts';
import { countries, countryFacts } from '../../costs/places.ts';
import { type Bill, publishBill, readBill } from '../../costs/published.ts';
import { type CostsRequest, codeOfPlace, costsQuery, countryOfPlace } from '../../costs/query.ts';
import type { CostsQuery } from '../../costs/sale.ts';
import { isServiceError, type ServiceError } from '../../errors/service-error.ts';
import { parseParameters } from '../../products/product.ts';
import { withVehicle } from '../../products/purchase-costs.ts';
import { billText, comparisonText } from '../../view/costs.ts';
import { decodeHere } from '../here.ts';
import { addRemoteOptions, openRemote, type RemoteOptions } from '../remote.ts';

export interface PurchaseOptions {
  country?: string;
  province?: string;
  state?: string;
  postalCode?: string;
  city?: string;
  price?: string;
  saleType?: string;
}

export interface CostsOptions extends PurchaseOptions, RemoteOptions {
  familyGift?: string | true;
  buyerHasPlates?: string | true;
  tradeIn?: string;
  bookValue?: string;
  on?: string;
  localRate?: string;
  vin?: string;
  modelYear?: string;
  fuel?: string;
  weightLb?: string;
  weightKg?: string;
  msrp?: string;
  compare?: true;
  json?: true;
}

export function addCostsCommand(program: Command): void {
  const command = program
    .command('costs')
    .description('Taxes and government fees of buying a used car')
    .option('--compare', 'the same sale in every province or state of the country, as a table')
    .action(async (options: CostsOptions) => {
      if (options.compare && options.url !== undefined) {
        command.error('--compare is computed on this machine; leave out --url.');
      }
      const { province, state, postalCode, city, localRate } = options;
      if (options.compare && (province ?? state ?? postalCode ?? city ?? localRate) !== undefined) {
        command.error('--compare is for every place of the country; give --country and no other place.');
      }
      const query = readQuery(options, command);
      const remote = await openRemote(options, command, false);
      if (options.compare) process.stdout.write(`${compared(await withCar(query, command), options)}\n`);
      else {
        const costs = remote
          ? await remote.purchaseCosts(forService(options))
          : publishBill(computed(await withCar(query, command)));
        process.stdout.write(
          `${options.json ? JSON.stringify(costs, null, 2) : billText(readBill(costs))}\n`,
        );
      }
    });
  addCostsOptions(command);
  addRemoteOptions(command);
}

/** Adds where, at which price and from whom the car is bought. */
export function addPurchaseOptions(command: Command): Command {
  return command
    .option('--country <code>', 'CA or US; a province, a state or a postal code says it too')
    .option('--province <name>', 'province or territory of Canada, by its code or name')
    .option('--state <name>', 'state or DC, by its code or name')
    .option('--postal-code <code>', 'ZIP code or Canadian postal code, instead of or with province or state')
    .option('--city <name>', 'US: city, with a state or a ZIP code: its local tax and county')
    .option('--price <amount>', 'sale price in the currency of the country')
    .option('--sale-type <type>', 'private or dealer');
}

export function addCostsOptions(command: Command): void {
  addPurchaseOptions(command)
    .option('--family-gift [true|false]', 'CA, private sales: a gift within the family')
    .option('--buyer-has-plates [true|false]', 'CA: the buyer has plates to move to the car')
    .option('--trade-in <amount>', 'value of the car given in trade; in Canada at a dealer only')
    .option('--book-value <amount>', 'value in the guide of the place, where its law taxes that')
    .option('--on <day>', 'day of the purchase, whose figures hold; today by default')
    .option('--local-rate <percent>', 'US: exact county and city tax rate')
    .option('--vin <vin>', 'VIN of the car: its model year, fuel and weight make lines exact')
    .option('--model-year <year>', 'model year of the car')
    .option('--fuel <kind>', 'gasoline, diesel, hybrid, plug_in_hybrid or electric')
    .option('--weight-lb <pounds>', 'weight of the empty car')
    .option('--weight-kg <kilograms>', 'weight of the empty car')
    .option('--msrp <amount>', 'list price when the car was new')
    .option('--json', 'the result as JSON');
}

/** A place is in one country, so that who names the place need not name both. */
function countryOf({ country, postalCode, ...place }: CostsOptions): string | undefined {
  return (
    country ?? countryOfPlace({ ...place, ...(postalCode !== undefined && { postal_code: postalCode }) })
  );
}

/** Adds the facts of the car that its VIN says, decoded on this machine. */
export async function withCar({ vin, ...query }: CostsRequest, command: Command): Promise<CostsQuery> {
  if (vin === undefined) return query;
  const vehicle = await decodeHere(vin);
  return orRefused(command, () => withVehicle(query, vehicle));
}

function computed(query: CostsQuery): Bill {
  return createCostsService({ jurisdictions: [loadJurisdiction(query.place)] }).compute(query);
}

/** Takes away what describes the call and not the sale. */
function saleOf({ json: _, compare: __, url: ___, maxSpend: ____, timeout: _____, ...sale }: CostsOptions) {
  return sale;
}

/** The words of the command line are those of the service; they have been checked as the service does. */
export function forService(options: CostsOptions) {
  return { ...saleOf(options), country: countryOf(options) } as PurchaseCostsQuery;
}

function compared(query: CostsQuery, { json }: CostsOptions): string {
  const { place, ...sale } = query;
  const bills = createCostsService({ jurisdictions: loadJurisdictions() }).compare(place.country, sale);
  return json ? JSON.stringify(bills.map(publishBill), null, 2) : comparisonText(bills);
}

export function readQuery(options: CostsOptions, command: Command): CostsRequest {
  const given = { ...saleOf(options), country: countryOf(options), ...placeOf(options) };
  return readOptions(costsQuery, given, command);
}

/** Reads options by the rules of the service, whose parameters are the same words. */
export function readOptions<Query>(
  query: z.ZodType<Query, Record<string, string>>,
  given: object,
  command: Command,
): Query {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined)
      values[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = String(value);
  }
  return orRefused(command, () => parseParameters(query, { values, repeated: [] }));
}

function orRefused<Made>(command: Command, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (isServiceError(error, 'invalid_vin')) return command.error(`--vin: ${error.message}`);
    if (!isServiceError(error, 'invalid_parameters')) throw error;
    return command.error(error.details.issues.map((issue) => problemText(issue, command)).join('\n'));
  }
}

/** A comparison runs over all places, so that any place of the country stands for it. */
function placeOf({ compare, country, province, state }: CostsOptions) {
  if (!compare) return { province, state };
  const code = codeOfPlace(country ?? '');
  const { placeParameter, codes } = countryFacts[countries.find((one) => one === code) ?? 'CA'];
  return { [placeParameter]: codes[0] };
}

type Issue = ServiceError<'invalid_parameters'>['details']['issues'][number];

const optionOf = (parameter: string) => `--${parameter.replaceAll('_', '-')}`;

function problemText({ parameter, message: words, allowed }: Issue, { options }: Command): string {
  const isOption = (word: string) => options.some(({ long }) => long === optionOf(word));
  const message = words.replace(/\w+_\w+/g, (word) => (isOption(word) ? optionOf(word) : word));
  const values = allowed?.join(', ');
  const more = values === undefined || message.includes(values) ? '' : `; one of ${values}`;
  return `${optionOf(parameter)} ${message}${more}`;
}
