import { withThousands } from '../lib/with-thousands.ts';
import { notListedNote } from '../recalls/names-note.ts';
import type { RecallBody } from '../recalls/recall-sample.ts';
import {
  type CanadaRecall,
  filingSentence,
  type RelatedPair,
  type UsRecall,
} from '../recalls/recall-schemas.ts';
import { ageWords } from '../sources/provenance.ts';
import { warningLines } from './warning-lines.ts';
import { harmless, wrapped } from './wrapped.ts';

const INDENT = '    ';

/** The answer as a person reads it: warnings first, then each country, newest first. */
export function recallsText({ vehicle, counts, us, canada, related, ...rest }: RecallBody): string {
  const car = `${vehicle.year} ${vehicle.make} ${vehicle.model}`;
  const { provenance } = rest;
  const notes = [notListedNote(provenance), rest.namesNote].filter((note) => note !== null);
  return [
    `${car}: ${counts.us} in the United States, ${counts.canada} in Canada`,
    ...notes.flatMap((note) => wrapped(note, '')),
    ...us.flatMap((recall) => usLines(recall, related)),
    ...canada.flatMap(canadaLines),
    '',
    ...wrapped(rest.scopeNote, ''),
    ...sourceLines('NHTSA', provenance.us),
    ...sourceLines('Transport Canada', provenance.canada),
    `${rest.attribution.canada.text} ${rest.attribution.canada.licenceUrl}`,
  ].join('\n');
}

function usLines(recall: UsRecall, related: readonly RelatedPair[]): string[] {
  const pair = related.find(({ campaign }) => campaign === recall.campaign);
  const linked =
    pair && `Same defect in Canada: ${pair.recallNumber ?? 'number not known'} (${percent(pair)})`;
  return [
    '',
    ...warningLines(recall),
    harmless(`US ${recall.campaign}  ${recall.reportedOn}  ${recall.component}`),
    ...(recall.kind === 'vehicle' ? [] : [`${INDENT}Only for cars fitted with this part.`]),
    ...wrapped(recall.summary, INDENT),
    ...wrapped(recall.consequence, INDENT),
    ...wrapped(recall.remedy, INDENT),
    ...wrapped((recall.filing && filingSentence(recall.filing)) ?? '', INDENT),
    ...(linked ? [INDENT + linked] : []),
  ];
}

function percent({ confidence }: RelatedPair): string {
  return `${Math.round(confidence * 100)} % sure`;
}

function canadaLines(recall: CanadaRecall): string[] {
  const units = recall.unitsAffected === null ? '' : `  ${withThousands(recall.unitsAffected)} vehicles`;
  return [
    '',
    ...warningLines(recall),
    harmless(
      `CA ${recall.recallNumber ?? 'number not known'}  ${recall.recalledOn}  ${recall.system ?? ''}${units}`,
    ),
    ...wrapped(recall.summary ?? 'No text is published.', INDENT),
  ];
}

function sourceLines(name: string, source: RecallBody['provenance']['us']): string[] {
  const asked = source.matchedModels.join(', ') || 'no name of this model';
  const apart = source.keptApart.length > 0 ? `; not included: ${source.keptApart.join(', ')}` : '';
  return wrapped(`${name}, read ${source.fetchedAt.slice(0, 10)}${ageWords(source)}: ${asked}${apart}`, '');
}
