import { checkDigitOf } from '@forecourt/vin/check-digit';
import { describe, expect, it } from 'vitest';
import {
  decodedVehicle,
  fromWholeRecord,
  harm,
  issueAnswer,
  issuesPart,
  knownIssue,
  NOW_MS,
  recallReport,
  recallsPart,
  report,
  unlisted,
  usAlone,
  usRecall,
  vehicles,
  warranties,
} from '../../../test/report/report-fixture.ts';
import { placeKeys } from '../../costs/places.ts';
import type { ReportParts } from '../../report/compose-report.ts';
import { type Purchase, typicalPurchase } from '../../report/purchase.ts';
import { reportPage } from '../../view/report.ts';
import { frenchTranslator } from '../in-locale.ts';

/** A word that no French sentence has; a number of a notice is the same in every language. */
function missingIn(parts: Partial<ReportParts>): string[] {
  const { missing } = frenchTranslator().page(reportPage(report(parts), new Date(NOW_MS)));
  return [...new Set(missing)].filter((words) => /\p{Ll}/u.test(words));
}

const recalled = (more: Parameters<typeof usRecall>[1]) => ({
  recalls: recallsPart(usAlone(usRecall('13V001000', more), usRecall('13V002000', more))),
});
const failing = (more: Parameters<typeof knownIssue>[1]) => ({
  recalls: recallsPart(usAlone()),
  knownIssues: issuesPart({
    knownIssues: [knownIssue('Engine stalls, hesitates or loses power', more)],
  }),
});
const unavailable = (reason: string) => ({ kind: 'unavailable', reason }) as const;
const withNames = (more: object) => {
  const { us, canada } = recallReport().provenance;
  return { recalls: recallsPart({ provenance: { us: { ...us, ...more }, canada } }) };
};
const filed = { unitsAffected: 1200, ownersToldOn: '2014-03-01', producedFrom: null, producedTo: null };

const situations: Record<string, Partial<ReportParts>> = {
  'a doubtful VIN': {
    decoded: decodedVehicle({ decode: { ...decodedVehicle().decode, checkDigitValid: false } }),
  },
  'a failure of ours': {
    recalls: unavailable('This part failed on our side; it can be tried again.'),
    knownIssues: unavailable(
      'There was no answer within 45 seconds; what arrives later is kept for the next call.',
    ),
  },
  'a car that is not to be sold': recalled({ stopSale: true }),
  'equipment that is recalled': recalled({ kind: 'equipment', parkIt: true }),
  'a version in doubt': recalled({ inDoubt: true, parkOutside: true }),
  'a notice that has gone': recalled({ missingSince: '2026-11-01T00:00:00Z' }),
  'advice that was not understood': recalled({ unreadAdvice: 'Keep it.' }),
  'a flag against the text': recalled({ parkIt: true, flags: { parkIt: false, parkOutside: false } }),
  'cars made on certain days': recalled({
    filing: { ...filed, producedFrom: '2012-08-01', producedTo: '2013-07-31' },
  }),
  'cars made from a day on': recalled({
    filing: { ...filed, unitsAffected: null, producedFrom: '2012-08-01' },
  }),
  'cars made until a day': recalled({ filing: { ...filed, ownersToldOn: null, producedTo: '2013-07-31' } }),
  'owners who were told': recalled({ filing: { ...filed, unitsAffected: null } }),
  'names that were not read': withNames({ notRead: ['HYUNDAI ELANTRA COUPE'] }),
  'a model that nobody lists': {
    recalls: recallsPart({ ...usAlone(), provenance: unlisted }),
    knownIssues: issuesPart({
      complaintCount: 0,
      modelListed: false,
      knownIssues: [],
      status: 'insufficient_data',
    }),
  },
  'a model that NHTSA does not list': {
    recalls: recallsPart({
      ...usAlone(),
      provenance: { us: unlisted.us, canada: recallReport().provenance.canada },
    }),
  },
  'no complaint': {
    knownIssues: issuesPart({ complaintCount: 0, knownIssues: [], status: 'insufficient_data' }),
  },
  'few complaints': { knownIssues: issuesPart({ knownIssues: [], status: 'insufficient_data' }) },
  'complaints without a pattern': {
    knownIssues: issuesPart({ knownIssues: [], status: 'no_clear_pattern' }),
  },
  'complaints that were not analysed': { knownIssues: issuesPart({ status: 'synthesis_unavailable' }) },
  'a rising failure': failing({ trend: 'rising', count: 30, alsoYears: fromWholeRecord.alsoYears }),
  'a rising danger': failing({ trend: 'rising', severitySignals: harm({ fires: 2, deaths: 1 }) }),
  'a falling failure': failing({ trend: 'falling', afterRepair: { notHelped: 1, partsUnavailable: 2 } }),
  'a car among its peers': {
    knownIssues: issuesPart({
      reliability: {
        ...issueAnswer().reliability,
        comparison: {
          ...fromWholeRecord.comparison,
          caveat:
            'How many of each were sold is not known: a car that sold well has more complaints without being worse. The share of severe ones does not depend on that, but on which failures owners bother to report.',
        },
      },
    }),
  },
};

describe('a report for who reads French', () => {
  it.each(Object.entries(situations))('has no English sentence about %s', (_, parts) => {
    for (const country of ['CA', 'US'] as const)
      expect(missingIn({ purchase: typicalPurchase(country), ...parts })).toEqual([]);
  });

  it.each(['private', 'dealer'] as const)('names the bill of a %s sale in any place', (saleType) => {
    const missing = placeKeys.flatMap((place) => {
      const sale = { place, price: 1_850_000, saleType, familyGift: false, buyerHasPlates: false };
      const assumed: Purchase['assumed'] = place.code < 'N' ? [] : ['price'];
      const purchase = { country: place.country, sale, ownCar: {}, assumed };
      return missingIn({ purchase, ...situations['few complaints'], recalls: recallsPart(usAlone()) });
    });
    expect([...new Set(missing)]).toEqual([]);
  });

  it.each([0, 1, 2])('sums up %d recalls and as many failures, dangerous or not', (many) => {
    const notices = Array.from({ length: many }, (_, at) => usRecall(`13V00${at}000`));
    for (const dangerous of [0, 1, 2]) {
      const failures = [0, 1].map((at) =>
        knownIssue(['Fuel pump fails', 'Turbocharger or intercooler fails'][at] ?? '', {
          severitySignals: harm(at < dangerous ? { crashes: 3 } : {}),
        }),
      );
      for (const knownIssues of [failures, failures.slice(0, 1)])
        expect(
          missingIn({ recalls: recallsPart(usAlone(...notices)), knownIssues: issuesPart({ knownIssues }) }),
        ).toEqual([]);
    }
  });

  it('compares places for a purchase from a dealer', () => {
    const sale = { price: 1_850_000, saleType: 'dealer' } as const;
    for (const country of ['CA', 'US'] as const)
      expect(missingIn({ purchase: { country, sale, ownCar: {}, assumed: [] } })).toEqual([]);
  });

  // Without their check digit: a pickup, an electric and a hybrid car, one with all aids, a van, a car of a carmaker of Europe.
  it.each([
    '1GKS2GKC_LR000001',
    '5YJSA1CP_CF000001',
    'JTDKAMFP_M3000001',
    '1N4AL4CW_PN000001',
    'W1W4VFHK_RT000001',
    'WBA8E9C5_GK000001',
    '1FTPW14V_9K000001',
    '2T1BURHE_JC000001',
    '7SAYGAEE_NF000001',
  ])('says in French what the VIN %s says', async (pattern) => {
    const vin = pattern.replace('_', checkDigitOf(pattern.replace('_', '0'), false));
    const decoded = await vehicles.decode(vin);
    for (const market of ['CA', 'US'] as const) {
      const warranty = warranties.find(decoded.vehicle, { market }, NOW_MS);
      expect(missingIn({ decoded, warranty, purchase: typicalPurchase(market) })).toEqual([]);
    }
  });
});
