import { countryFacts } from '../costs/places.ts';
import { listed } from '../lib/wording.ts';
import type { FreeLook, UrgentNotice } from '../report/free-look.ts';
import { componentWords } from '../report/words.ts';
import { type Html, html, link } from '../view/html.ts';
import { inEnglish } from '../view/section.ts';

const ADVICE: Readonly<Record<UrgentNotice['advice'], string>> = {
  do_not_drive: 'Do not drive it',
  park_outside: 'Park it outside, away from buildings',
};

/** Names the notices that must not be missed, and who says for nothing whether one is open on this very car. */
export function urgentPart({ urgent, decoded }: Pick<FreeLook, 'urgent' | 'decoded'>): Html | null {
  if (urgent.length === 0) return null;
  return html`<div class="message bad warnings"><ul>${urgent.map(noticeLine)}</ul>
<p>For cars of this model, until the repair, which is free. Is it open on this very car? Ask, free, by the VIN: ${lookUps(decoded)}.</p></div>`;
}

function noticeLine({
  advice,
  country,
  number,
  abroad,
  component,
  words,
  wordsInFrench,
  url,
}: UrgentNotice): Html {
  const other = country === 'US' ? 'Canada' : 'United States';
  return html`<li><strong>${ADVICE[advice]}.</strong> Recall ${link(url, number ?? 'without a published number')} (${countryFacts[country].name}${abroad.length > 0 && `; in ${other} ${listed(abroad)}`})${component !== null && `: ${componentWords(component)}`}
${words !== null && html`<blockquote${inEnglish(wordsInFrench)}>${words}</blockquote>`}</li>`;
}

/** Lists the official look-ups; NHTSA's takes the VIN from its address. */
export function lookUps({ vin, vehicle: { make } }: Pick<FreeLook['decoded'], 'vin' | 'vehicle'>): Html {
  const maker = MAKERS.find(({ makes }) => makes.includes(make.toUpperCase()));
  const all = [
    link(`https://www.nhtsa.gov/recalls?vin=${vin}`, 'NHTSA'),
    ...(maker ? [link(maker.url, make)] : []),
    html`${link(TRANSPORT_CANADA, 'Transport Canada')} (by make and model)`,
  ];
  return html`${all.map((one, at) => html`${at > 0 && ', '}${one}`)}`;
}

const TRANSPORT_CANADA =
  'https://wwwapps.tc.gc.ca/Saf-Sec-Sur/7/VRDB-BDRV/search-recherche/menu.aspx?lang=eng';

/** Makers' own look-ups by VIN, of those whose address is sure. */
const MAKERS: readonly { makes: readonly string[]; url: string }[] = [
  { makes: ['HYUNDAI'], url: 'https://autoservice.hyundaiusa.com/campaignhome' },
  { makes: ['TOYOTA', 'LEXUS', 'SCION'], url: 'https://www.toyota.com/recall' },
  { makes: ['FORD', 'LINCOLN', 'MERCURY'], url: 'https://www.ford.com/support/recalls/' },
  {
    makes: ['CHRYSLER', 'DODGE', 'JEEP', 'RAM', 'FIAT'],
    url: 'https://www.mopar.com/en-us/my-vehicle/recalls/search.html',
  },
  { makes: ['NISSAN'], url: 'https://www.nissanusa.com/recalls-vin' },
  { makes: ['SUBARU'], url: 'https://www.subaru.com/vehicle-recalls.html' },
  { makes: ['BMW'], url: 'https://www.bmwusa.com/safety-and-emission-recalls.html' },
  { makes: ['TESLA'], url: 'https://www.tesla.com/vin-recall-search' },
];
