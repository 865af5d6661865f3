import { z } from 'zod';
import { typicalSale } from '../costs/estimate-country.ts';
import type { Country } from '../costs/places.ts';
import { costsParameters, countryOfPlace, reportConflicts, requestOf } from '../costs/query.ts';
import { ServiceError } from '../errors/service-error.ts';
import { usualLimits, usualPrices } from '../lib/terms.ts';
import { availableSections, isModelKnown } from '../report/compose-report.ts';
import type { Purchase } from '../report/purchase.ts';
import { reportSampleSchema } from '../report/report-sample.ts';
import { type Report, reportSchema } from '../report/report-schema.ts';
import { reportInWords, reportPage } from '../view/report.ts';
import { briefReport, reportBriefSchema } from './brief/report-brief.ts';
import { ownCarParameters, readOwnCar, reportOdometer } from './decode.ts';
import { SAMPLE_VIN, vinParameter } from './parameters.ts';
import type { Knowledge, Product } from './product.ts';

type Known = Pick<Knowledge, 'reports'>;

interface PrepurchaseQuery {
  vin: string;
  purchase: Purchase;
}

/** Needed of recalls, known issues and purchase costs. */
const LEAST_SECTIONS = 2;
const DEFAULT_COUNTRY: Country = 'CA';

const { country, province, state, postal_code, city, price, sale_type } = costsParameters;

const parameters = z.strictObject({
  vin: vinParameter,
  country: country.exactOptional().meta({
    default: DEFAULT_COUNTRY,
    description: `Country of the purchase; default that of the place, else ${DEFAULT_COUNTRY}`,
    example: undefined,
  }),
  province: province.meta({
    description: 'Province or territory, by code or name: makes the costs the bill of that place',
    example: undefined,
  }),
  state: state.meta({ description: 'State or DC, by code or name: makes the costs the bill of that place' }),
  postal_code,
  city,
  price: price.exactOptional().meta({ example: undefined }),
  sale_type: sale_type.exactOptional().meta({ default: typicalSale.saleType, example: undefined }),
  ...ownCarParameters,
});

type Values = z.output<typeof parameters>;

const query = parameters
  // This runs although single parameters have problems: their values are then absent or raw text.
  .superRefine(
    (values: Partial<Values>, context) => {
      reportOdometer(values, context);
      const country = values.country ?? countryOfPlace(values);
      if (countryOfPlace(values) !== undefined && country !== undefined)
        reportConflicts({ ...values, country }, context);
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .transform(
    (values): PrepurchaseQuery => ({
      vin: values.vin,
      purchase: {
        ...readSale(values),
        ownCar: readOwnCar(values),
        assumed: (['country', 'price', 'sale_type'] as const).filter(
          (name) =>
            values[name] === undefined && (name !== 'country' || countryOfPlace(values) === undefined),
        ),
      },
    }),
  );

function readSale(values: Values): Pick<Purchase, 'country' | 'sale'> {
  const { price, sale_type = typicalSale.saleType } = values;
  const ofPlace = countryOfPlace(values);
  const country = values.country ?? ofPlace ?? DEFAULT_COUNTRY;
  if (price === undefined && ofPlace === undefined && sale_type === typicalSale.saleType)
    return { country, sale: typicalSale };
  const sale = price === undefined ? { ...typicalSale, saleType: sale_type } : { price, saleType: sale_type };
  if (ofPlace === undefined) return { country, sale };
  return { country, sale: { ...requestOf({ ...values, country, price: sale.price, sale_type }), ...sale } };
}

const isTypical = ({ sale, ownCar }: Purchase) => sale === typicalSale && Object.keys(ownCar).length === 0;

export const prepurchase = {
  slug: 'prepurchase',
  name: 'Pre-purchase report',
  question: `I am looking at ${SAMPLE_VIN} for $9,500 in Dallas 75201, 112,000 miles, private seller: should I buy it?`,
  askedFor: ['report', 'full report', 'full check', 'everything', 'should i buy', 'good deal', 'any good'],
  openedWith: ['looking at', 'thinking of buying', 'before i buy', 'before buying'],
  path: '/v1/prepurchase',
  priceUsd: usualPrices.prepurchase,
  summary: 'Decode, warranty, recalls, known issues and purchase costs of a VIN, with checks and questions.',
  parts: ['decode', 'recalls', 'known-issues', 'purchase-costs'],
  description:
    '`decision` has a verdict, what to check before going, at the car and at the counter, and what to ask; every ' +
    'sentence follows by a rule from a part of the answer and names its evidence. A part that fails or is late is ' +
    'named as unavailable with the reason. With fewer than two of the three parts beside the decode nothing is ' +
    'charged, nor for a model that no source lists. With a place the costs are its bill, as /v1/purchase-costs gives ' +
    'it, else an estimate for every place of the country; with an odometer the warranty that is left is exact.',
  query,
  response: reportSchema,
  brief: { response: reportBriefSchema, of: briefReport },
  failures: ['vehicle_not_resolved', 'upstream_unavailable', 'insufficient_sections'],
  sample: {
    path: '/v1/sample/prepurchase',
    limitPerMinute: usualLimits['/v1/sample/prepurchase'],
    response: reportSampleSchema,
    async read({ reportSamples }: Pick<Knowledge, 'reportSamples'>) {
      return reportSamples.current();
    },
  },
  // A report that was sold under a country alone is found again however a report can be told more.
  identityOf: ({ vin, purchase }) =>
    isTypical(purchase) ? { vin, country: purchase.country } : { vin, purchase },
  async compute({ reports }: Known, { vin, purchase }, { signal }) {
    const report = await reports.forVin(vin, purchase, { signal });
    if (availableSections(report) < LEAST_SECTIONS)
      throw new ServiceError('insufficient_sections', {
        sections: report.sections,
        sectionDetails: report.sectionDetails,
      });
    return { body: report, charge: isModelKnown(report) };
  },
  inWords: reportInWords,
  page(answer, writtenAt) {
    // Money has moved by now: an answer of an older shape is sent as JSON rather than not at all.
    const report = reportSchema.safeParse(answer).data;
    return report && reportPage(report, writtenAt);
  },
} satisfies Product<PrepurchaseQuery, Report>;
