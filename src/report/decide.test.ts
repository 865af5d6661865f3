import { describe, expect, it } from 'vitest';
import {
  decodedVehicle,
  harm,
  issuesPart,
  knownIssue,
  recallsPart,
  report,
  usAlone,
  usRecall,
} from '../../test/report/report-fixture.ts';
import { typicalSale } from '../costs/estimate-country.ts';
import type { KnownIssue } from '../issues/schemas.ts';
import type { UsRecall } from '../recalls/recall-schemas.ts';
import { decide } from './decide.ts';
import { typicalPurchase } from './purchase.ts';
import { componentWords } from './words.ts';

/** A report in which nothing is found but these. */
const found = (us: UsRecall[] = [], knownIssues: KnownIssue[] = []) =>
  report({ recalls: recallsPart(usAlone(...us)), knownIssues: issuesPart({ knownIssues }) });

describe('the verdict', () => {
  it('forbids to drive before all else, and names the recall', () => {
    const recalls = [usRecall('20V001000', { parkOutside: true }), usRecall('21V001000', { parkIt: true })];
    const fire = knownIssue('Fire', { severitySignals: harm({ fires: 9, deaths: 1 }) });
    const { level, verdict, matters } = decide(found(recalls, [fire]));
    expect(level).toBe('urgent');
    expect(verdict).toMatch(/^Do not drive this car.* recall 21V001000 was repaired\.$/);
    expect(matters.map(({ title }) => title)).toEqual([
      'Do not drive: engine',
      'Park outside, away from buildings: engine',
      'Fire',
    ]);
  });

  it('asks for the VIN first where its check digit is wrong', () => {
    const decoded = decodedVehicle();
    const doubtful = report({
      decoded: {
        ...decoded,
        vinWarning: 'The check digit is wrong.',
        decode: { ...decoded.decode, checkDigitValid: false },
      },
    });
    expect(decide(doubtful).verdict).toContain('Make sure of the VIN first');
  });

  it('never passes over what is missing', () => {
    const missing = report({
      recalls: { kind: 'unavailable', reason: 'The source is down.' },
      knownIssues: issuesPart({ knownIssues: [] }),
    });
    expect(decide(missing).verdict).toContain('A part of this report is missing');
    expect(decide(missing).matters[0]).toMatchObject({ title: 'Missing: recalls', section: 'recalls' });
  });

  it('names every section that is missing', () => {
    const unavailable = { kind: 'unavailable', reason: 'The source is down.' } as const;
    const { verdict } = decide(report({ recalls: unavailable, knownIssues: unavailable }));
    expect(verdict).toMatch(/ Missing from this report: the recalls and the known issues\.$/);
  });

  it('counts what is dangerous where no notice warns', () => {
    const fire = knownIssue('Fire', { severitySignals: harm({ fires: 4 }) });
    const { level, verdict } = decide(found([usRecall('20V001000')], [fire]));
    expect(level).toBe('important');
    expect(verdict).toBe(
      'No notice warns against driving it. Look hard at 1 failure that owners report as dangerous, and have 1 recall notice checked by its VIN.',
    );
  });

  it('does not warn of a car about which nothing was found', () => {
    const { level, verdict } = decide(found());
    expect(level).toBe('calm');
    expect(verdict).toBe('Nothing in these sources speaks against seeing it. An inspection still decides.');
  });

  it('says of one defect that both countries recalled once what to do, under the number that can be looked up', () => {
    const { verdict, matters } = decide(report());
    expect(verdict).toContain('recall 23V651000 was repaired');
    expect(matters.filter(({ section }) => section === 'recalls')).toHaveLength(1);
  });
});

describe('a component', () => {
  it.each([
    ['SERVICE BRAKES, HYDRAULIC:ANTILOCK:ABS MODULE', 'Service brakes, hydraulic: antilock: ABS module'],
    ['abs module', 'ABS module'],
    ['FUEL/PROPULSION SYSTEM', 'Fuel or propulsion system'],
  ])('%s is %s', (component, words) => {
    expect(componentWords(component)).toBe(words);
  });
});

/** Follows a JSON pointer. */
const at = (answer: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => Object.entries(part ?? {}).find(([key]) => key === name)?.[1], answer);

describe('what matters most', () => {
  it('is a decision: no second notice of one defect, no sum of another place, and nothing that few owners say', () => {
    const at = { p25: 1_000, median: 2_000, p75: 3_000, stated: 6 };
    const { matters } = report({
      knownIssues: issuesPart({
        knownIssues: [knownIssue('Leaks', { trend: 'rising', typicalMileage: at })],
      }),
    }).decision;
    expect(matters.map(({ title }) => title)).toEqual([
      'Park outside, away from buildings: service brakes, hydraulic: antilock',
      'Leaks',
    ]);
    expect(matters[1]?.text).toBe('2 owner complaints, more often in the latest year of complaints.');
  });

  it('is three things, the gravest, however many there are', () => {
    const burning = ['One', 'Two', 'Three', 'Four'].map((title) =>
      knownIssue(title, { severitySignals: harm({ fires: 4 }) }),
    );
    const { matters } = decide(found([usRecall('21V001000', { parkIt: true })], burning));
    expect(matters.map(({ title }) => title)).toEqual(['Do not drive: engine', 'One', 'Two']);
  });
});

describe('the evidence', () => {
  const sale = { ...typicalSale, place: { country: 'CA', code: 'ON' }, familyGift: false } as const;
  const ontario = { ...typicalPurchase('CA'), sale: { ...sale, buyerHasPlates: false } };

  it.each([typicalPurchase('CA'), typicalPurchase('US'), ontario])(
    'of every sentence stands in the answer where its pointer says',
    (purchase) => {
      const made = report({ purchase });
      const { verdict, evidence, matters, beforeYouGo, atTheCar, atTheCounter } = made.decision;
      const all = [{ text: verdict, evidence }, ...matters, ...beforeYouGo, ...atTheCar, ...atTheCounter];
      expect(all.length).toBeGreaterThan(10);
      for (const { text, evidence } of all) {
        const { pointer = '', campaigns = [], odiNumbers = [], lines = [], coverages = [] } = evidence ?? {};
        const place = JSON.stringify(at(made, pointer));
        expect(place, text).toBeDefined();
        for (const cited of [...campaigns, ...odiNumbers, ...lines, ...coverages])
          expect(place).toContain(cited);
      }
      expect(evidence?.campaigns).toContain('23V651000');
      expect(atTheCar[0]?.evidence.odiNumbers).toHaveLength(5);
      const due =
        purchase === ontario
          ? ['rst', 'vehicle-permit', 'new-plates', 'safety-standards-certificate']
          : undefined;
      expect(atTheCounter[0]?.evidence.lines).toEqual(due);
    },
  );
});
