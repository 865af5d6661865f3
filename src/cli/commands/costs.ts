import type { Command } from 'commander';
import { createCostsService } from '../../costs/costs-service.ts';
import { loadJurisdiction, loadJurisdictions } from '../../costs/load-jurisdictions.ts';
import { type CostsQuery, costsQuery } from '../../costs/query.ts';
import type { Costs } from '../../costs/result-schema.ts';
import { InvalidParameters } from '../../failures/invalid-parameters.ts';
import { parseParameters } from '../../products/parameters.ts';
import { billText, comparisonText } from '../costs-text.ts';

interface CostsOptions {
  country?: string;
  province?: string;
  state?: string;
  price?: string;
  saleType?: string;
  familyGift?: string | true;
  buyerHasPlates?: string | true;
  tradeIn?: string;
  localRate?: string;
  compare?: true;
  json?: true;
}

export function addCostsCommand(program: Command): void {
  program
    .command('costs')
    .description('Taxes and government fees of buying a used car')
    .option('--country <code>', 'CA or US')
    .option('--province <code>', 'province or territory, with --country CA')
    .option('--state <code>', 'state or DC, with --country US')
    .option('--price <amount>', 'sale price in the currency of the country')
    .option('--sale-type <type>', 'private or dealer')
    .option('--family-gift [true|false]', 'CA, private sales: a gift within the family')
    .option('--buyer-has-plates [true|false]', 'CA: the buyer has plates to move to the car')
    .option('--trade-in <amount>', 'US: value of the car given in trade')
    .option('--local-rate <percent>', 'US: exact county and city tax rate')
    .option('--compare', 'the same sale in every province or state of the country, as a table')
    .option('--json', 'the result as the service returns it')
    .action((options: CostsOptions, command: Command) => {
      const query = readQuery(options, command);
      process.stdout.write(`${options.compare ? compared(query, options) : computed(query, options)}\n`);
    });
}

function computed(query: CostsQuery, { json }: CostsOptions): string {
  const jurisdictions = [
    loadJurisdiction(query.country, query.country === 'CA' ? query.province : query.state),
  ];
  const costs = createCostsService({ jurisdictions }).compute(query);
  return json ? asJson(costs) : billText(costs);
}

function compared(query: CostsQuery, { json }: CostsOptions): string {
  const costs = createCostsService({ jurisdictions: loadJurisdictions() }).compare(query);
  return json ? asJson(costs) : comparisonText(costs);
}

function asJson(value: Costs | Costs[]): string {
  return JSON.stringify(value, null, 2);
}

function readQuery(options: CostsOptions, command: Command): CostsQuery {
  const given: Record<string, string | true | undefined> = {
    country: options.country,
    ...placeOf(options),
    price: options.price,
    sale_type: options.saleType,
    family_gift: options.familyGift,
    buyer_has_plates: options.buyerHasPlates,
    trade_in: options.tradeIn,
    local_rate: options.localRate,
  };
  const raw: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) if (value !== undefined) raw[name] = String(value);
  try {
    return parseParameters(costsQuery, { values: raw, repeated: [] });
  } catch (error) {
    if (!(error instanceof InvalidParameters)) throw error;
    return command.error(error.issues.map(problemText).join('\n'));
  }
}

/** A comparison runs over all places, so that any place of the country stands for it. */
function placeOf({ compare, country, province, state }: CostsOptions) {
  if (!compare || province !== undefined || state !== undefined) return { province, state };
  return country?.toUpperCase() === 'US' ? { state: 'AK' } : { province: 'AB' };
}

function problemText({ parameter, message, allowed }: InvalidParameters['issues'][number]): string {
  const option = `--${parameter.replaceAll('_', '-')}`;
  return `${option} ${message}${allowed === undefined ? '' : `; one of ${allowed.join(', ')}`}`;
}
