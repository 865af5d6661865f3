import { counted, grouped, listed } from '../../lib/wording.ts';
import { notListedNote } from '../../recalls/names-note.ts';
import { filingSentence } from '../../recalls/recall-schemas.ts';
import { isAgainstFlag } from '../../recalls/urgency.ts';
import { componentWords } from '../decision/component-words.ts';
import type { RecallItem, RecallsSection } from '../recalls-section.ts';
import { recallTimeline } from './charts/recall-timeline.ts';
import { type Html, html, link } from './html.ts';
import { sourceNote } from './source-note.ts';

interface Time {
  modelYear: number | null;
  writtenAt: Date;
}

const SHOWN_AT_ONCE = 8;

export function recallsPart(
  { count, counts, items, scopeNote, namesNote, provenance, attribution }: RecallsSection,
  { modelYear, writtenAt }: Time,
): Html {
  const { text, licenceUrl } = attribution.canada;
  const notListed = notListedNote(provenance);
  const more = items.slice(SHOWN_AT_ONCE);
  return html`<p>${count === 0 ? 'No notice is filed in the United States or Canada.' : `${counted(count, 'notice')} for this make, model and year: ${counts.us} in the United States, ${counts.canada} in Canada.`}</p>
${notListed !== null && html`<p>${notListed}</p>`}
${recallTimeline(items, modelYear, writtenAt)}
<div class="columns">${items.slice(0, SHOWN_AT_ONCE).map(itemPart)}</div>
${more.length > 0 && html`<details><summary>${counted(more.length, 'more notice')}</summary>${more.map(itemPart)}</details>`}
<p><small>${scopeNote} ${namesNote}</small></p>
${sourceNote(provenance.us)}${sourceNote(provenance.canada)}
<p><small>${link(licenceUrl, text)}</small></p>`;
}

const COUNTRIES = { US: 'United States', CA: 'Canada' } as const;

function itemPart(item: RecallItem): Html {
  const { campaign, country, url, reportedOn } = item;
  const numbers = item.sameDefect.map(({ campaign }) => campaign ?? 'one without a known number');
  const told = item.filing && filingSentence(item.filing);
  return html`<article>
<h3>${componentWords(item.component)}</h3>
<p class="soft">${COUNTRIES[country]}, ${reportedOn} · ${campaign === null ? 'number not published' : link(url, campaign)}${item.kind === 'vehicle' ? '' : ' · only for cars fitted with this part'}${item.unitsAffected === null ? '' : ` · ${grouped(item.unitsAffected)} vehicles in Canada`}</p>
${item.parkIt === true && html`<p class="tag">Do not drive</p>`}
${item.parkOutside === true && html`<p class="tag">Park outside, away from buildings</p>`}
${item.stopSale === true && html`<p class="tag">Not to be sold before the repair</p>`}
${item.warningText !== null && html`<p>“${item.warningText}”</p>`}
${isAgainstFlag(item) && html`<p class="soft">Its text warns, and NHTSA’s own flag does not.</p>`}
${item.inDoubt && html`<p class="soft">Filed only for a version of the model, and the VIN does not say whether this car is one.</p>`}
${item.missingSince !== null && html`<p class="soft">The source’s newest answer lacks this notice. It is kept until a second reading agrees.</p>`}
<p>${item.summary}${item.consequence !== null && html` ${item.consequence}`}</p>
${item.remedy !== null && html`<p>${item.remedy}</p>`}
${told !== undefined && html`<p class="soft">${told}</p>`}
${numbers.length > 0 && html`<p class="soft">Probably the same defect in the other country: ${listed(numbers)}</p>`}
</article>
`;
}
