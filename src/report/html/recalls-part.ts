import { notListedNote } from '../../recalls/names-note.ts';
import { isAgainstFlag } from '../../recalls/urgency.ts';
import type { RecallItem, RecallsSection } from '../recalls-section.ts';
import { counted, grouped, listed } from '../wording.ts';
import { recallTimeline } from './charts/recall-timeline.ts';
import { type Html, html, link } from './html.ts';
import { sourceNote } from './source-note.ts';

interface Time {
  modelYear: number | null;
  writtenAt: Date;
}

export function recallsPart(
  { count, items, scopeNote, namesNote, provenance, attribution }: RecallsSection,
  { modelYear, writtenAt }: Time,
): Html {
  const { text, licenceUrl } = attribution.canada;
  const notListed = notListedNote(provenance);
  return html`<p>${counted(count, 'notice')} in the United States and Canada.</p>
${notListed !== null && html`<p>${notListed}</p>`}
${namesNote !== null && html`<p>${namesNote}</p>`}
${recallTimeline(items, modelYear, writtenAt)}
${items.map(itemPart)}
<p><small>${scopeNote}</small></p>
${sourceNote(provenance.us)}${sourceNote(provenance.canada)}
<p><small>${link(licenceUrl, text)}</small></p>`;
}

const COUNTRIES = { US: 'United States', CA: 'Canada' } as const;

function itemPart(item: RecallItem): Html {
  const numbers = item.sameDefect.map(({ campaign }) => campaign ?? 'number not known');
  return html`<article>
<h3>${link(item.url, item.campaign ?? 'Number not known')} · ${COUNTRIES[item.country]} · ${item.reportedOn}</h3>
${item.parkIt === true && html`<p class="tag">Do not drive</p>`}
${item.parkOutside === true && html`<p class="tag">Park outside, away from buildings</p>`}
${item.stopSale === true && html`<p class="tag">Not to be sold before the repair</p>`}
${item.warningText !== null && html`<p>“${item.warningText}”</p>`}
${isAgainstFlag(item) && html`<p class="soft">Its text warns; NHTSA’s own flag does not.</p>`}
${item.inDoubt && html`<p class="soft">Filed only for a version of the model; the VIN does not say whether this car is one.</p>`}
${item.missingSince !== null && html`<p class="soft">The source’s newest answer lacks this notice; it is kept until a second reading agrees.</p>`}
<p class="soft">${item.component}${item.kind === 'vehicle' ? '' : ' · only for cars fitted with this part'}${item.unitsAffected === null ? '' : ` · ${grouped(item.unitsAffected)} vehicles in Canada`}</p>
<p>${item.summary}</p>
${item.consequence !== null && html`<p>${item.consequence}</p>`}
${item.remedy !== null && html`<p>${item.remedy}</p>`}
${numbers.length > 0 && html`<p class="soft">Probably the same defect in the other country: ${listed(numbers)}</p>`}
</article>
`;
}
