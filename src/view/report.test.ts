import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodedVehicle,
  fromWholeRecord,
  issueAnswer,
  issuesPart,
  knownIssue,
  recallReport,
  recallsPart,
  report,
  usRecall,
} from '../../test/report/report-fixture.ts';
import { computeCosts } from '../costs/costs-service.ts';
import { loadJurisdiction } from '../costs/load-jurisdictions.ts';
import { costsQuery } from '../costs/query.ts';
import { knownIssuesSection } from '../report/known-issues-section.ts';
import { typicalPurchase } from '../report/purchase.ts';
import { recallsSection } from '../report/recalls-section.ts';
import { wholeBillPart } from './bill.ts';
import { html, link } from './html.ts';
import { reportPage } from './report.ts';

const WRITTEN_AT = new Date('2026-11-21T12:00:00Z');

describe('a bill', () => {
  it.each([
    [{}, true],
    [{ book_value: '18000' }, false],
  ])('of a private sale with %o says why its tax is a range: %s', (guide, isSaid) => {
    const sale = { country: 'CA', province: 'ON', price: '18500', sale_type: 'private', ...guide };
    const ontario = loadJurisdiction({ country: 'CA', code: 'ON' });
    const { text } = wholeBillPart(computeCosts(ontario, costsQuery.parse(sale)));
    expect(text.includes('The tax is a range because')).toBe(isSaid);
  });
});

describe('the page', () => {
  it('has every part of the report, and names what is missing', () => {
    const page = reportPage(
      report({ recalls: { kind: 'unavailable', reason: 'The source is down.' } }),
      WRITTEN_AT,
    );
    expect(page).toContain('<h1>2013 Hyundai Elantra</h1>');
    expect(page).toContain('The source is down.');
    expect(page).toContain('Air bags do not deploy in a crash');
    expect(page).toContain('Newfoundland and Labrador');
    expect(page).toContain('160,934 km');
    expect(page).toContain('For information only');
    expect(page).toContain('Written on Nov 21, 2026.');
  });

  it('has one entry for a defect that both countries recall, and no row that says nothing', () => {
    const page = reportPage(report({ purchase: typicalPurchase('US') }), WRITTEN_AT);
    expect(page.match(/<h3>Service brakes, hydraulic: antilock<\/h3>/g)).toHaveLength(1);
    expect(page).toMatch(/United States, Sep \d+, 2023 · <a [^>]*>23V651000<\/a> · Canada, Sep \d+, 2023/);
    expect(page).not.toMatch(/none, or not known|Check digit|VIN decoded clean|Class 1:|GLS\/GLS/);
  });

  it('speaks in the units and the money of the country of the purchase, and in no codes', () => {
    const inCanada = reportPage(report(), WRITTEN_AT);
    const inUs = reportPage(report({ purchase: typicalPurchase('US') }), WRITTEN_AT);
    expect(inCanada).toMatch(
      /half had it before [\d,]+ km, and the middle half between [\d,]+ and [\d,]+ km\./,
    );
    expect(inUs).toMatch(
      /half had it before [\d,]+ miles, and the middle half between [\d,]+ and [\d,]+ miles\./,
    );
    expect(inCanada).toContain('Taxes and fees, CAD');
    expect(inUs).toContain('Taxes and fees, USD');
    expect(inCanada).not.toMatch(/\d miles/);
    expect(inUs).not.toMatch(/\d km/);
    for (const page of [inCanada, inUs]) {
      expect(page).not.toMatch(/>[^<]*\b\d{4}-\d\d-\d\d\b/);
      const [, main = ''] = page.split('<main>');
      expect(main).toContain('Service brakes, hydraulic: antilock');
      expect(main).not.toMatch(/[A-Z]{4,}:[A-Z]|`|\/v1\/|confidence 0\./);
    }
  });

  it('leaves no fire and nobody hurt unsaid, though no failure cites it', () => {
    const severitySignals = { fires: 1, crashes: 0, injuries: 0, deaths: 0 };
    const answer = issueAnswer({ alsoReported: [{ component: 'seats', count: 2, severitySignals }] });
    expect(reportPage(report({ knownIssues: knownIssuesSection(answer) }), WRITTEN_AT)).toContain(
      '2 more complaints belong to none of these failures: about seats (2, with 1 fire).',
    );
  });

  it('says how the car compares, with the caveat, and which other model years have a failure', () => {
    const { comparison, alsoYears } = fromWholeRecord;
    const answer = issueAnswer({ knownIssues: [knownIssue('Stalls', { alsoYears })] });
    const reliability = { ...answer.reliability, comparison };
    const page = reportPage(
      report({ knownIssues: knownIssuesSection({ ...answer, reliability }) }),
      WRITTEN_AT,
    );
    expect(page).toContain('more than about 90% of 40 models of its kind (car) and year');
    expect(page).toContain('place 2 of 6 within the make');
    expect(page).toContain(comparison.caveat);
    expect(page).toContain('Also 2011 to 2014');
    expect(reportPage(report(), WRITTEN_AT)).not.toMatch(/of its kind|Also \d{4} to/);
  });

  it('says between which days the cars were made that a recall concerns', () => {
    const filing = {
      unitsAffected: 1200,
      ownersToldOn: null,
      producedFrom: '2012-08-01',
      producedTo: '2013-07-31',
    };
    const us = [usRecall('14V001000', { filing })];
    const page = reportPage(report({ recalls: recallsPart({ us }) }), WRITTEN_AT);
    expect(page).toContain('cars of this model made between Aug 1, 2012 and Jul 31, 2013');
  });

  it('says where finding no recall means nothing, because the source knows no such model', () => {
    const { provenance } = recallReport();
    const pageWith = (modelListed: boolean) => {
      const us = { ...provenance.us, modelListed };
      const section = recallsSection(recallReport({ us: [], provenance: { ...provenance, us } }));
      return reportPage(report({ recalls: { kind: 'ok', section } }), WRITTEN_AT);
    };
    const sentence =
      '<p>NHTSA lists no such model and year, so that finding no recall there says nothing about the car.</p>';
    expect(pageWith(false)).toContain(sentence);
    expect(pageWith(true)).not.toMatch(/lists no such model|<p><\/p>/);
  });

  it('attributes the Canadian data', () => {
    expect(reportPage(report(), WRITTEN_AT)).toContain('Open Government Licence – Canada');
  });

  it('fetches nothing and runs nothing', () => {
    const page = reportPage(report(), WRITTEN_AT);
    expect(page).not.toMatch(/<script|<img|<link|<iframe|\ssrc=|url\(|@import|\son\w+=/i);
    expect(page).toContain("default-src 'none'");
  });

  it("shows strangers' words as words and never follows their addresses", () => {
    const hostile = '<img src=x onerror="alert(1)">&\'';
    const page = reportPage(
      report({
        decoded: decodedVehicle({ vehicle: { ...decodedVehicle().vehicle, trim: hostile } }),
        recalls: recallsPart({
          us: [usRecall(hostile, { summary: hostile, component: hostile, url: 'javascript:alert(1)' })],
        }),
        knownIssues: issuesPart({ knownIssues: [knownIssue(hostile)] }),
      }),
      WRITTEN_AT,
    );
    expect(page).not.toContain('<img');
    expect(page).not.toContain('javascript:');
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;');
  });
});

describe('the template', () => {
  it('lets no value out of its place, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const { text } = html`<p title="${value}">${value}</p>`;
        expect(text.match(/[<>"]/g)?.join('')).toBe('<"">' + '<>');
      }),
    );
  });

  it('leaves nothing of null and false, and joins lists', () => {
    expect(html`<ul>${null}${false}${[html`<li>1</li>`, html`<li>2</li>`]}</ul>`.text).toBe(
      '<ul><li>1</li><li>2</li></ul>',
    );
  });

  it('makes links of web addresses only', () => {
    expect(link('https://example.org/?a=1&b="', 'x').text).toContain(
      'href="https://example.org/?a=1&amp;b=&quot;"',
    );
    expect(link('data:text/html,x', 'x').text).toBe('x');
  });
});
