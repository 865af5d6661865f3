import { type Country, countryFacts } from '../costs/places.ts';
import { counted, grouped, listed } from '../lib/wording.ts';
import type { RecallBody } from '../recalls/recall-sample.ts';
import { filingSentence } from '../recalls/recall-schemas.ts';
import { isAgainstFlag, notListedNote, unreadNote } from '../recalls/statements.ts';
import {
  type Defect,
  defectsOf,
  type RecallItem,
  type RecallsSection,
  recallsSection,
  standingFor,
  usualCountry,
} from '../report/recalls-section.ts';
import { componentWords } from '../report/words.ts';
import { ageWords, type Provenance } from '../sources/cached.ts';
import { nameOfCar } from '../vehicle/vehicle.ts';
import { type Html, html, link } from './html.ts';
import { type Item, type Section, styled } from './section.ts';
import { sectionLines } from './text.ts';

/**
 * Shows recalls; a page has their timeline too. For a buyer, notices of both countries about one defect are one entry,
 * under that of his own country.
 */
export function recallsView(section: RecallsSection, buyer?: Country, timeline?: Html): Section {
  const { count, counts, items, scopeNote, namesNote, provenance, attribution } = section;
  const { text, licenceUrl } = attribution.canada;
  const unread = unreadNote(provenance.us, provenance.canada);
  const none =
    unread === null && section.missing === null
      ? 'No notice is filed in the United States or Canada.'
      : 'No notice was found.';
  const defects =
    buyer === undefined ? items.map((item): Defect => ({ notices: [item] })) : defectsOf(section, buyer);
  return {
    facts: [
      {
        terminal: `${counted(count, 'notice')}${defects.length < items.length && items.length === count ? ` about ${counted(defects.length, 'defect')}` : ''}`,
      },
      html`<p>${count === 0 ? none : `${counted(count, 'notice')} for this make, model and year: ${countsWords(counts)}.`}</p>`,
      section.missing && html`<p><strong>${section.missing} There may be more.</strong></p>`,
      { terminal: section.missing ?? '' },
      unread && html`<p><strong>${unread}</strong></p>`,
      notListedNote(provenance),
      { terminal: namesNote ?? '' },
      timeline ?? null,
    ],
    items: defects.map(itemView),
    notes: [
      { terminal: scopeNote },
      html`<p><small>${scopeNote} ${namesNote}</small></p>`,
      ...[provenance.us, provenance.canada].flatMap((source) =>
        source === null
          ? []
          : [
              html`<p><small>${sourceWords(source)}</small></p>`,
              { terminal: `${sourceWords(source)}: ${askedWords(source)}` },
            ],
      ),
      counts.canada === null ? null : { words: text, url: licenceUrl },
    ],
    one: buyer === undefined ? 'notice' : 'defect',
    shownAtOnce: 8,
  };
}

function countsWords({ us, canada }: RecallsSection['counts']): string {
  return `${us ?? 'not read'} in the United States, ${canada ?? 'not read'} in Canada`;
}

function itemView({ notices }: Defect): Item {
  const [item, ...abroad] = notices;
  const { component, reportedOn, kind, unitsAffected } = item;
  const numbers = item.sameDefect.map((same) => same.campaign ?? 'one without a known number');
  const french = notices.find(({ inFrench }) => inFrench)?.inFrench;
  const warning = notices.find(({ warningText }) => warningText !== null)?.warningText ?? '';
  const says = (member: 'parkIt' | 'parkOutside' | 'stopSale') =>
    notices.some((notice) => notice[member] === true);
  const units = unitsAffected === null ? null : `${grouped(unitsAffected)} vehicles`;
  return {
    title: componentWords(component),
    about: html`${notices.map((notice, at) => html`${at > 0 && ' · '}${countryFacts[notice.country].name}, ${notice.reportedOn} · ${notice.campaign === null ? 'number not published' : link(notice.url, notice.campaign)}`)}${kind === 'vehicle' ? '' : ' · only for cars fitted with this part'}${units === null ? '' : ` · ${units} in Canada`}`,
    heading: [
      ...notices.map((notice) => `${notice.country} ${notice.campaign ?? 'number not known'}`),
      reportedOn,
      component,
      units,
    ]
      .filter((part) => part !== null)
      .join('  '),
    parts: [
      styled('tag', says('parkIt') && 'Do not drive'),
      styled('tag', says('parkOutside') && 'Park outside, away from buildings'),
      styled('tag', says('stopSale') && 'Not to be sold before the repair'),
      // A sentence of the summary is not said twice.
      styled('quote', !item.summary.includes(warning) && warning, french?.warningText),
      styled('tag', item.unreadAdvice !== null && 'Advice not read, see the notice'),
      styled('quote', item.unreadAdvice),
      styled('soft', isAgainstFlag(item) && 'Its text warns, and NHTSA’s own flag does not.'),
      styled(
        'soft',
        item.inDoubt && 'Filed for a version of the model, and the VIN does not say whether this car is one.',
      ),
      styled(
        'soft',
        item.missingSince !== null &&
          'The source’s newest answer lacks this notice. It is kept until a second reading agrees.',
      ),
      { terminal: kind === 'vehicle' ? '' : 'Only for cars fitted with this part.' },
      styled(
        'source',
        [item.summary, item.consequence].filter((text) => text !== null).join(' '),
        french?.summary,
      ),
      styled('source', item.remedy),
      styled('soft', item.filing && filingSentence(item.filing)),
      styled(
        'soft',
        abroad.length > 0
          ? 'Both countries have recalled what is probably the same defect.'
          : numbers.length > 0 && `Probably the same defect in the other country: ${listed(numbers)}`,
      ),
    ],
  };
}

/** Says where a part comes from, and whether it is an older copy. */
export function sourceWords({ source, fetchedAt, ...part }: Provenance): string {
  return `${source}, read on ${fetchedAt.slice(0, 10)}${ageWords(part)}`;
}

/** Says under which names a source was asked, and which it has that are not this car's. */
function askedWords({ matchedModels, keptApart }: RecallBody['provenance']['us']): string {
  const apart = keptApart.length > 0 ? `; not included: ${keptApart.join(', ')}` : '';
  return `${matchedModels.join(', ') || 'no name of this model'}${apart}`;
}

/** Writes the answer as a person reads it in a terminal: each country by itself, warnings first. */
export function recallsText(body: RecallBody): string {
  const { vehicle, counts } = body;
  const section = recallsSection(body);
  const { items } = section;
  const { facts, ...view } = recallsView({
    ...section,
    items: [
      ...items.filter(({ country }) => country === 'US'),
      ...items.filter(({ country }) => country === 'CA'),
    ],
  });
  const heading = `${nameOfCar(vehicle)}: ${counts.us} in the United States, ${counts.canada} in Canada`;
  return sectionLines({ ...view, facts: [heading, ...facts.slice(1)] }).join('\n');
}

const SAYINGS = [
  ['parkIt', 'say not to drive the car'],
  ['parkOutside', 'say to park it outside, away from buildings'],
  ['stopSale', 'say that dealers are not to sell it before the repair'],
  ['unreadAdvice', 'may advise on driving or parking in words not understood: read them'],
  ['inDoubt', 'are filed for a version of the model, and the VIN does not say whether this car is one'],
] as const;

/** Counts defects, for one that both countries recall is one, and names each by the numbers of both. */
export function recallsInWords(body: RecallBody): string {
  const { vehicle, counts, provenance } = body;
  const unread = unreadNote(provenance.us, provenance.canada);
  const defects = defectsOf(recallsSection(body), usualCountry(provenance));
  const sayings = SAYINGS.flatMap(([member, says]) => {
    const found = defects.filter(({ notices }) => notices.some((notice) => notice[member]));
    const numbers = found.map((defect) => numbersOf(standingFor(defect))).join('; ');
    return found.length === 0
      ? []
      : [`The notices of ${counted(found.length, 'defect')} (${numbers}) ${says}.`];
  });
  return [
    `${nameOfCar(vehicle)}: ${counted(counts.us, 'safety recall')} in the United States and ${counts.canada} in Canada.`,
    ...sayings,
    ...(unread === null ? [] : [unread]),
    'Whether this very car was repaired only its maker knows.',
  ].join(' ');
}

/** "23V651000, in Canada 2023512"; a number that is not published says nothing beside one that is. */
export function numbersOf({ country, campaign, sameDefect }: RecallItem): string {
  const abroad = sameDefect.flatMap((same) => same.campaign ?? []);
  const other = country === 'US' ? 'Canada' : 'the United States';
  const numbers = [campaign ?? 'number not published', ...abroad.map((number) => `in ${other} ${number}`)];
  return numbers.join(', ');
}
