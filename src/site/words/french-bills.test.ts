import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { computeCosts } from '../../costs/costs-service.ts';
import { loadJurisdiction } from '../../costs/load-jurisdictions.ts';
import { countryFacts, type PlaceKey, placeKeys } from '../../costs/places.ts';
import { costsQuery } from '../../costs/query.ts';
import { checkQuoteText } from '../../costs/quote/check-quote.ts';
import { wholeBillPart } from '../../view/bill.ts';
import { browserScript } from '../browser-script.ts';
import { wordsSaidIn } from '../in-locale.ts';
import { frenchValue } from './french-values.ts';
import { createTranslator } from './translate.ts';

const words = JSON.parse(readFileSync(new URL('../../../data/words/fr-CA.json', import.meta.url), 'utf8'));
/** Words that come with a script of a page. */
const ofScript = (name: string) =>
  wordsSaidIn(browserScript(`site/browser/${name}.js`).text(), words.scripts);
const ofBills = ofScript('report-bill');
/** Knows what a browser does that has the figures of all places. */
const ofAll = createTranslator(
  { ...ofScript('quote'), ...ofScript('quote-check'), ...words.costs },
  frenchValue,
);

it('has no sentence among those of scripts that none of them says', () => {
  const scripts = readdirSync(new URL('../browser/', import.meta.url)).filter((name) => name.endsWith('.js'));
  const said = scripts.flatMap((name) => Object.keys(ofScript(name.slice(0, -3))));
  expect(Object.keys(words.scripts).filter((sentence) => !said.includes(sentence))).toEqual([]);
});

/** Words that no French sentence has. */
const ENGLISH = /\b(?:the|and|for|with|is|are|when|which|fees?)\b/i;
/** Names of programs and of fees as the law of their place calls them. */
const OFFICIAL = /Passport to the Parks|\(conveyance fee\)|processing fee/g;

const cars: Record<string, string>[] = [
  { fuel: 'gasoline', model_year: '1995', weight_lb: '3500', msrp: '30000', book_value: '28000' },
  { fuel: 'hybrid', model_year: '2015' },
  { fuel: 'plug_in_hybrid', model_year: '2022' },
  { fuel: 'electric', model_year: '2023' },
];
const ofCountry = {
  CA: { dealer: { buyer_has_plates: 'true' }, private: { family_gift: 'true' } },
  US: { dealer: { local_rate: '2.5' }, private: { city: 'Nowhere', trade_in: '5000' } },
};

function salesIn({ country, code }: PlaceKey) {
  const place = { country, [countryFacts[country].placeParameter]: code, price: '25000' };
  return (['private', 'dealer'] as const).flatMap((sale_type) =>
    cars.map((car) => costsQuery.parse({ ...place, sale_type, ...car, ...ofCountry[country][sale_type] })),
  );
}

/** Words that stay English in a text or a page, but for the names of sources. */
function leftIn(english: string, kind: 'text' | 'page', translator = ofAll): string[] {
  const { text, missing } = translator[kind](english);
  const seen = text.replace(/<a [^>]*>[^<]*<\/a>/g, '').replace(OFFICIAL, '');
  return [...missing, ...seen.split(/<[^>]*>|(?<=[.;]) /).filter((sentence) => ENGLISH.test(sentence))];
}

describe.each(placeKeys)('of $code, who reads French', (place) => {
  const figures = loadJurisdiction(place);
  const sales = salesIn(place);

  it('can read whole bills', () => {
    const pages = sales.map((sale) => `<main>${wholeBillPart(computeCosts(figures, sale)).text}</main>`);
    // By what a browser has that computes bills of this place alone.
    const ofPlace = createTranslator(
      { ...ofBills, ...wordsSaidIn(JSON.stringify({ ...figures, sources: {} }), words.costs) },
      frenchValue,
    );
    expect([...new Set(pages.flatMap((page) => leftIn(page, 'page', ofPlace)))]).toEqual([]);
  });

  it('can read what is found in a quote', () => {
    const sources = Object.values(figures.sources).map(({ title, url }) => `${title}: ${url}`);
    const withoutSources = (sentence: string) =>
      sources
        .reduce((text, source) => text.replace(source, ''), sentence)
        .replace(/ https:\S+$/, '')
        .trim();
    const ofDealers = sales.filter(({ saleType }) => saleType === 'dealer');
    const sentences = ofDealers.flatMap((sale) => {
      const { lines } = computeCosts(figures, sale);
      const quotes = [
        lines.map(({ label, amount, range }) => `${label} ${amount ?? range?.high}`),
        lines.map(({ label }) => `${label} 12345.67`),
        [...figures.fees, ...figures.dealerSaleTaxes].map(({ label }) => `${label} 0.50`),
        ['GAP 900', `Total tax ${((lines[0]?.amount ?? 0) * 1.036).toFixed(2)}`],
        ['Mystery 42', 'Trade-in 4,000', 'Sale price 26,000'],
      ];
      return quotes.flatMap((quote) => {
        const { findings, notes } = checkQuoteText(quote.join('\n'), figures, sale);
        return [...findings.map(({ sentence }) => sentence), ...notes];
      });
    });
    const left = [...new Set(sentences.map(withoutSources))].flatMap((text) => leftIn(text, 'text'));
    expect([...new Set(left)]).toEqual([]);
  });
});

it('says in French what can be asked of a dealer', () => {
  const figures = loadJurisdiction({ country: 'CA', code: 'QC' });
  const sale = costsQuery.parse({ country: 'CA', province: 'QC', price: '15000', sale_type: 'dealer' });
  const quote = 'TPS 825,00\nTVQ 1 971,25\nFrais de dossier 299,00';
  const { closing } = checkQuoteText(quote, figures, sale);
  expect(ofAll.text(closing?.sentence ?? '').text.replaceAll('\u00a0', ' ')).toBe(
    "Vous pouvez réclamer 175,94 $; 299 $ viennent du vendeur et se négocient. Vous pourriez dire : « Veuillez retirer 75 $ de TPS et 100,94 $ de TVQ, et me dire ce que j'obtiens pour ceci et si j'en ai besoin : Frais de dossier. »",
  );
});
