import { z } from 'zod';
import { type Country, countries } from '../costs/places.ts';
import { ServiceError } from '../errors/service-error.ts';
import { usualLimits, usualPrices } from '../lib/terms.ts';
import { availableSections, isModelKnown } from '../report/compose-report.ts';
import { reportSampleSchema } from '../report/report-sample.ts';
import { type Report, reportSchema } from '../report/report-schema.ts';
import { reportInWords, reportPage } from '../view/report.ts';
import type { Knowledge, Product } from './product.ts';
import { oneOf, vinParameter } from './vin-parameter.ts';

type Known = Pick<Knowledge, 'reports' | 'reportSamples'>;

interface PrepurchaseQuery {
  vin: string;
  country: Country;
}

/** Needed of recalls, known issues and purchase costs. */
const LEAST_SECTIONS = 2;

const query = z
  .strictObject({
    vin: vinParameter,
    country: oneOf(countries, (text) => text.toUpperCase())
      .exactOptional()
      .meta({
        enum: countries,
        default: 'CA',
        description: 'Country of the purchase, for the costs; default CA',
      }),
  })
  .transform(({ vin, country = 'CA' }): PrepurchaseQuery => ({ vin, country }));

export const prepurchase = {
  slug: 'prepurchase',
  name: 'Pre-purchase report',
  askedFor: [
    'report',
    'full report',
    'full check',
    'everything',
    'should i buy',
    'before i buy',
    'before buying',
    'prepurchase',
    'looking at',
    'thinking of buying',
    'good deal',
    'any good',
  ],
  holdsOthers: true,
  path: '/v1/prepurchase',
  priceUsd: usualPrices.prepurchase,
  summary:
    'Decode, warranty, recalls, known issues and purchase costs of one VIN, with what to look at first.',
  description:
    'Decodes the VIN, then reads recalls, known issues and the costs of a purchase at the same time. Its summary names ' +
    'what a buyer should look at first; every sentence follows by a rule from a part of the answer and points to it. A ' +
    'part that fails or is late is named as unavailable, with the reason, and does not hold up the others. With fewer ' +
    'than two of the three parts beside the decode nothing is charged, nor for a model that no source lists. The costs ' +
    'are an estimate for the whole country; /v1/purchase-costs gives the exact lines of one place and price.',
  query,
  response: reportSchema,
  failures: ['vehicle_not_resolved', 'upstream_unavailable', 'insufficient_sections'],
  sample: {
    path: '/v1/sample/prepurchase',
    limitPerMinute: usualLimits['/v1/sample/prepurchase'],
    response: reportSampleSchema,
    async read({ reportSamples }: Known) {
      return reportSamples.current();
    },
  },
  async compute({ reports }: Known, { vin, country }, { signal }) {
    const report = await reports.forVin(vin, country, { signal });
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
