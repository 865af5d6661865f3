import { disclaimer } from '../lib/disclaimer.ts';
import type { Advice, Decision, Matter, Report, Statement } from '../report/report-schema.ts';
import { nameOfCar } from '../vehicle/vehicle.ts';
import { carOf, carPart, commaJoined, factsPart, litresOf } from './car.ts';
import { recallTimeline } from './charts/recall-timeline.ts';
import { placesLines, placesPart } from './costs.ts';
import { type Html, html, withDays } from './html.ts';
import { issuesView } from './issues.ts';
import { recallsView } from './recalls.ts';
import { sectionHtml } from './section.ts';
import { standalonePage } from './standalone-page.ts';
import { INDENT, sectionLines, wrapped } from './text.ts';
import { warrantyCard, warrantyPart } from './warranty.ts';

export function reportPage(report: Report, writtenAt: Date): string {
  return standalonePage(`${carOf(report)}: pre-purchase report`, reportContent(report, writtenAt));
}

/** Additions of a page with a frame of its own. */
interface Additions {
  /** Limits of a section, said at its foot. */
  notes?: { recalls: string; knownIssues: string };
  /** Beside the general costs. */
  costs?: Html;
}

/** The anchor of each section, and the words of a link to it. */
const ANCHORS: Record<Statement['section'], readonly [id: string, words: string]> = {
  decode: ['facts', 'Facts'],
  recalls: ['recalls', 'Recalls'],
  knownIssues: ['known-issues', 'Known issues'],
  purchaseCosts: ['purchase-costs', 'Costs'],
  warranty: ['warranty', 'Warranty'],
};

/** Draws what stands in `main`. */
export function reportContent(report: Report, writtenAt: Date, { notes, costs }: Additions = {}): Html {
  const { vehicle, sectionDetails, recalls, knownIssues, purchaseCosts } = report;
  const { country } = report.purchase;
  const parts = [
    [ANCHORS.decode[0], 'The car', factsPart(report)],
    [
      ANCHORS.recalls[0],
      'Recalls',
      recalls === null
        ? missing(sectionDetails.recalls)
        : html`${sectionHtml(recallsView(recalls, country, recallTimeline(recalls, vehicle.modelYear, writtenAt)))}${noteOf(notes?.recalls)}`,
    ],
    [
      ANCHORS.knownIssues[0],
      'Known issues',
      knownIssues === null
        ? missing(sectionDetails.knownIssues)
        : html`${sectionHtml(issuesView(knownIssues, country))}${noteOf(notes?.knownIssues)}`,
    ],
    [ANCHORS.warranty[0], 'Factory warranty', warrantyPart(report, { writtenAt, country })],
    [
      ANCHORS.purchaseCosts[0],
      'Costs of the purchase',
      purchaseCosts === null
        ? missing(sectionDetails.purchaseCosts)
        : html`${placesPart(purchaseCosts)}${costs ?? null}`,
    ],
  ] as const;
  return withDays(
    html`<div class="report">
${carPart(report)}
${decisionPart(report.decision)}
<nav class="contents" aria-label="Contents of the report"><ul><li><a href="#to-do">What to do</a></li>${parts.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${part('to-do', 'What to check, and what to ask', advicePart(report.decision))}
${parts.map(([id, title, content]) => part(id, title, content))}
<div class="foot">
<p>Written on ${writtenAt.toISOString().slice(0, 10)}. ${disclaimer}</p>
<p>Decoded by ${report.decode.provenance.source}${report.decode.errorText !== null && !isClean(report.decode.errorCodes) && html`: <span lang="en">${report.decode.errorText}</span>`}</p>
</div>
</div>`,
  );
}

function part(id: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}
</section>
`;
}

function noteOf(text: string | undefined): Html | null {
  return text === undefined ? null : html`<p><small>${text}</small></p>`;
}

function missing(reason = ''): Html {
  return html`<p><strong>Not available.</strong> ${reason}</p>`;
}

/** The decoder's code for nothing to remark. */
const isClean = (codes: readonly number[]) => codes.every((code) => code === 0);

/** The report in one line, and the three things that matter most. */
function decisionPart({ level, verdict, matters }: Decision): Html {
  return html`<p class="verdict ${level}"><strong>${verdict}</strong></p>
<div class="tiles three">${matters.map(matterTile)}</div>`;
}

function matterTile({ level, title, text, section }: Matter): Html {
  const [anchor, words] = ANCHORS[section];
  return html`<div class="${level}"><h2 class="tile-title">${title}</h2>
<p>${text}</p>
<p class="noprint"><a href="#${anchor}">${words}<span class="unseen">: more on ${title}</span></a></p></div>
`;
}

/** Says what to do before, at the car and at the counter. */
function advicePart(decision: Decision): Html {
  return html`<div class="advice">${adviceLists(decision).map(([title, items]) => html`<div><h3>${title}</h3><ul>${items.map(adviceItem)}</ul></div>`)}</div>`;
}

function adviceLists({ beforeYouGo, atTheCar, atTheCounter }: Decision) {
  const lists = [
    ['Before you go', beforeYouGo],
    ['At the car', atTheCar],
    ['At the counter', atTheCounter],
  ] as const;
  return lists.filter(([, items]) => items.length > 0);
}

function adviceItem({ kind, text, because }: Advice): Html {
  return html`<li class="${kind}"><span class="unseen">${kind === 'question' ? 'Ask: ' : 'Check: '}</span>${text} <small>${because}</small></li>`;
}

const MARKS: Record<Statement['level'], string> = { urgent: '!!', important: ' *', note: ' -' };
const ISSUES_IN_A_TERMINAL = 8;

/** Writes the report as a person reads it in a terminal: what to look at first, then each section. */
export function reportText(report: Report): string {
  const { vin, vehicle, decision, purchase, recalls, knownIssues, purchaseCosts, sectionDetails } = report;
  const { modelYear: year, make, model, trim, bodyClass, engine } = vehicle;
  return [
    `${nameOfCar({ year, make, model })}  ${vin}`,
    ...wrapped(commaJoined([trim, bodyClass, litresOf(engine), engine.fuelType]) ?? '', ''),
    ...wrapped(purchase.sentence, ''),
    ...heading('Look at this first'),
    ...wrapped(decision.verdict, ''),
    '',
    ...decision.matters.flatMap(({ level, title, text }) => markedLines(MARKS[level], `${title}. ${text}`)),
    ...adviceLists(decision).flatMap(([title, items]) => [
      ...heading(title),
      ...items.flatMap(({ kind, text, because }) =>
        markedLines(kind === 'question' ? ' ?' : ' -', `${text} (${because})`),
      ),
    ]),
    ...heading('Recalls'),
    ...(recalls === null
      ? missingLines(sectionDetails.recalls)
      : sectionLines(recallsView(recalls, purchase.country))),
    ...heading('Known issues'),
    ...(knownIssues === null
      ? missingLines(sectionDetails.knownIssues)
      : sectionLines(issuesView(knownIssues, purchase.country), ISSUES_IN_A_TERMINAL)),
    ...heading('Purchase costs'),
    ...(purchaseCosts === null ? missingLines(sectionDetails.purchaseCosts) : placesLines(purchaseCosts)),
    ...heading('Factory warranty'),
    warrantyCard(report, { make, model, year }),
    '',
    ...wrapped(disclaimer, ''),
  ].join('\n');
}

function heading(text: string): string[] {
  return ['', text.toUpperCase(), '-'.repeat(text.length)];
}

function missingLines(reason = ''): string[] {
  return wrapped(`Not available. ${reason}`, '');
}

function markedLines(mark: string, text: string): string[] {
  const [first = '', ...rest] = wrapped(text, INDENT);
  return [`${mark}  ${first.trimStart()}`, ...rest];
}

export function reportInWords({ vehicle, decision, purchase }: Report): string {
  const { verdict, matters } = decision;
  const car = nameOfCar({ ...vehicle, year: vehicle.modelYear });
  return [
    `${car}: ${verdict}`,
    ...matters.map(({ title, text }) => `${title}. ${text}`),
    purchase.sentence,
  ].join(' ');
}
