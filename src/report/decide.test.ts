import { describe, expect, it } from 'vitest';
import {
  decodedVehicle,
  issueAnswer,
  knownIssue,
  recallReport,
  report,
  usRecall,
} from '../../test/report/report-fixture.ts';
import { decide } from './decide.ts';
import { knownIssuesSection } from './known-issues-section.ts';
import { recallsSection } from './recalls-section.ts';
import type { Report } from './report-schema.ts';
import { componentWords } from './words.ts';

type Recalls = Parameters<typeof recallReport>[0];
type Issues = Parameters<typeof issueAnswer>[0];

/** Nothing at all is found, but for what is said. */
function found({ recalls, issues }: { recalls?: Recalls; issues?: Issues } = {}): Report {
  const none = { us: [], canada: [], related: [], counts: { us: 0, canada: 0 } };
  return report({
    recalls: { kind: 'ok', section: recallsSection(recallReport({ ...none, ...recalls })) },
    knownIssues: knownIssuesSection(issueAnswer({ knownIssues: [], ...issues })),
  });
}

const us = (...all: ReturnType<typeof usRecall>[]) => ({ us: all, counts: { us: all.length, canada: 0 } });

describe('the verdict', () => {
  it('forbids to drive before all else, and names the recall', () => {
    const { level, verdict, matters } = decide(
      found({
        recalls: us(usRecall('20V001000', { parkOutside: true }), usRecall('21V001000', { parkIt: true })),
        issues: {
          knownIssues: [
            knownIssue('Fire', { severitySignals: { fires: 9, crashes: 0, injuries: 0, deaths: 1 } }),
          ],
        },
      }),
    );
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
      decoded: { ...decoded, decode: { ...decoded.decode, checkDigitValid: false } },
    });
    expect(decide(doubtful).verdict).toContain('Make sure of the VIN first');
  });

  it('never passes over what is missing', () => {
    const missing = report({
      recalls: { kind: 'unavailable', reason: 'The source is down.' },
      knownIssues: knownIssuesSection(issueAnswer({ knownIssues: [] })),
    });
    expect(decide(missing).verdict).toContain('A part of this report is missing');
    expect(decide(missing).matters[0]).toMatchObject({ title: 'Missing: recalls', section: 'recalls' });
  });

  it('counts what is dangerous where no notice warns', () => {
    const issues = {
      knownIssues: [
        knownIssue('Fire', { severitySignals: { fires: 4, crashes: 0, injuries: 0, deaths: 0 } }),
      ],
    };
    const { level, verdict } = decide(found({ recalls: us(usRecall('20V001000')), issues }));
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
