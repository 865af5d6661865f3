import {
  airBagWords,
  assistanceWords,
  driveWords,
  powerWords,
  transmissionWords,
} from '../../vehicle/buyer-words.ts';
import type { RecallItem, RecallsSection } from '../recalls-section.ts';
import type { Report } from '../report-schema.ts';
import type { Statement } from '../summary/statement.ts';
import { listed } from '../wording.ts';
import { type Html, html } from './html.ts';

/** Which car it is, and the warnings that cannot wait. */
export function carPart(report: Report, heading: 'h1' | 'h3'): Html {
  return html`<div class="car">
<${heading}>${carOf(report)}</${heading}>
<p class="soft">${particulars(report)}</p>
${assistancePart(report)}<p class="soft">VIN <code>${report.vin}</code></p>
</div>
${report.recalls !== null && warningPart(report.recalls)}`;
}

/** @param page where the parts are that the statements point to; the same page where left out. */
export function summaryPart({ summary }: Report, page = ''): Html {
  return html`<ul class="summary">${summary.map((statement) => summaryItem(statement, page))}</ul>`;
}

export function carOf({ vehicle }: Report): string {
  return [vehicle.modelYear, vehicle.make, vehicle.model].filter((word) => word !== null).join(' ');
}

function particulars({ vehicle }: Report): string {
  const { trim, bodyClass, engine, plant } = vehicle;
  const airBags = airBagWords(vehicle);
  return [
    trim,
    bodyClass,
    engine.displacementL === null ? null : `${engine.displacementL.toFixed(1)} L`,
    engine.fuelType,
    powerWords(vehicle),
    driveWords(vehicle),
    transmissionWords(vehicle),
    airBags === null ? null : `${airBags} air bags`,
    plant.country === null ? null : `made in ${plant.country}`,
  ]
    .filter((text) => text !== null)
    .join(', ');
}

function assistancePart({ vehicle }: Report): Html | null {
  const standard = assistanceWords(vehicle, 'Standard');
  const optional = assistanceWords(vehicle, 'Optional');
  if (standard === null && optional === null) return null;
  const parts = [
    standard === null ? [] : `Driver assistance: ${standard}.`,
    optional === null ? [] : `On some cars of this build: ${optional}.`,
  ].flat();
  return html`<p class="soft">${parts.join(' ')}</p>
`;
}

function warningPart({ items }: RecallsSection): Html {
  const noDriving = items.filter(({ parkIt }) => parkIt === true);
  const outside = items.filter(({ parkIt, parkOutside }) => parkOutside === true && parkIt !== true);
  return html`${warning('Do not drive', noDriving)}${warning('Park outside, away from buildings', outside)}`;
}

function warning(words: string, items: readonly RecallItem[]): Html | null {
  if (items.length === 0) return null;
  const campaigns = listed(items.map(({ campaign }) => campaign ?? 'number not known'));
  return html`<p class="banner"><strong>${words}</strong> Recall ${campaigns}. Ask a dealer, with the VIN, whether this car is in it and was repaired.</p>`;
}

const ANCHORS: Record<Statement['section'], string> = {
  decode: 'first',
  recalls: 'recalls',
  knownIssues: 'known-issues',
  purchaseCosts: 'purchase-costs',
  warranty: 'warranty',
};

const WORDS: Record<Statement['section'], string> = {
  decode: 'the decoded VIN',
  recalls: 'recalls',
  knownIssues: 'known issues',
  purchaseCosts: 'purchase costs',
  warranty: 'the warranty',
};

function summaryItem({ level, statement, section }: Statement, page: string): Html {
  return html`<li class="${level}">${statement} <a href="${page}#${ANCHORS[section]}">Details<span class="unseen"> of ${WORDS[section]}</span></a></li>
`;
}
