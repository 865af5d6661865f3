import type { Command } from 'commander';
import type { PurchaseCostsQuery } from '../../client/index.ts';
import { createCostsService } from '../../costs/costs-service.ts';
import { loadJurisdiction, loadJurisdictions } from '../../costs/load-jurisdictions.ts';
import { type CostsQuery, costsQuery } from '../../costs/query.ts';
import type { Costs } from '../../costs/result-schema.ts';
import { InvalidParameters } from '../../failures/invalid-parameters.ts';
import { parseParameters } from '../../products/parameters.ts';
import { billText, comparisonText } from '../costs-text.ts';
import { addRemoteOptions, openRemote, type RemoteOptions } from '../remote.ts';

interface CostsOptions extends RemoteOptions {
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
  const command = program
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
    .action(async (options: CostsOptions) => {
      if (options.compare && options.url !== undefined) {
        command.error('--compare is computed on this machine; leave out --url.');
      }
      const query = readQuery(options, command);
      const remote = await openRemote(options, command);
      if (options.compare) process.stdout.write(`${compared(query, options)}\n`);
      else {
        const costs = remote ? await remote.purchaseCosts(forService(options)) : computed(query);
        process.stdout.write(`${options.json ? asJson(costs) : billText(costs)}\n`);
      }
    });
  addRemoteOptions(command);
}

function computed(query: CostsQuery): Costs {
  const jurisdictions = [
    loadJurisdiction(query.country, query.country === 'CA' ? query.province : query.state),
  ];
  return createCostsService({ jurisdictions }).compute(query);
}

/** The words of the command line are those of the service; they have been checked as the service does. */
function forService({ json: _json, compare: _compare, url: _url, maxSpend: _max, ...query }: CostsOptions) {
  return query as PurchaseCostsQuery;
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
  const values = allowed?.join(', ');
  const more = values === undefined || message.includes(values) ? '' : `; one of ${values}`;
  return `--${parameter.replaceAll('_', '-')} ${message}${more}`;
}
