import { driveWords, powerWords, transmissionWords } from '../../vehicle/buyer-words.ts';
import type { Advice } from '../decision/advice.ts';
import { advise } from '../decision/advise.ts';
import { type Decision, decide } from '../decision/decide.ts';
import type { Report } from '../report-schema.ts';
import type { Statement } from '../summary/statement.ts';
import { type Html, html } from './html.ts';

/** Which car it is, in one line of facts. */
export function carPart(report: Report): Html {
  return html`<div class="car"><div>
<h1>${carOf(report)}</h1>
<p class="soft">${particulars(report)}</p></div>
<p class="soft">VIN <code>${report.vin}</code></p>
</div>`;
}

export function carOf({ vehicle }: Pick<Report, 'vehicle'>): string {
  return [vehicle.modelYear, vehicle.make, vehicle.model].filter((word) => word !== null).join(' ');
}

function particulars({ vehicle }: Report): string {
  const { bodyClass, engine } = vehicle;
  return [
    bodyClass,
    engine.displacementL === null ? null : `${engine.displacementL.toFixed(1)} L`,
    engine.fuelType,
    powerWords(vehicle),
    driveWords(vehicle),
    transmissionWords(vehicle),
  ]
    .filter((text) => text !== null)
    .join(', ');
}

/** The report in one line, and the three things that matter most. */
export function decisionPart(report: Report): Html {
  const { level, verdict, matters } = decide(report);
  return html`<p class="verdict ${level}"><strong>${verdict}</strong></p>
<div class="tiles three">${matters.map(matterTile)}</div>`;
}

export const ANCHORS: Record<Statement['section'], string> = {
  decode: 'facts',
  recalls: 'recalls',
  knownIssues: 'known-issues',
  purchaseCosts: 'purchase-costs',
  warranty: 'warranty',
};

const WORDS: Record<Statement['section'], string> = {
  decode: 'Facts',
  recalls: 'Recalls',
  knownIssues: 'Known issues',
  purchaseCosts: 'Costs',
  warranty: 'Warranty',
};

function matterTile({ level, title, text, section }: Decision['matters'][number]): Html {
  return html`<div class="${level}"><h2 class="tile-title">${title}</h2>
<p>${text}</p>
<p class="noprint"><a href="#${ANCHORS[section]}">${WORDS[section]}<span class="unseen">: more on ${title}</span></a></p></div>
`;
}

/** What to do before, at the car and at the counter. */
export function advicePart(report: Report): Html {
  const { beforeYouGo, atTheCar, atTheCounter } = advise(report);
  const lists = [
    ['Before you go', beforeYouGo],
    ['At the car', atTheCar],
    ['At the counter', atTheCounter],
  ] as const;
  return html`<div class="advice">${lists
    .filter(([, items]) => items.length > 0)
    .map(([title, items]) => html`<div><h3>${title}</h3><ul>${items.map(adviceItem)}</ul></div>`)}</div>`;
}

function adviceItem({ kind, text, because }: Advice): Html {
  return html`<li class="${kind}"><span class="unseen">${kind === 'question' ? 'Ask: ' : 'Check: '}</span>${text} <small>${because}</small></li>`;
}
