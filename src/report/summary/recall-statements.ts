import { counted, listed } from '../../lib/wording.ts';
import { notListedNote } from '../../recalls/names-note.ts';
import type { RecallItem } from '../recalls-section.ts';
import type { Facts, Statement } from './statement.ts';

export function recallStatements({ recalls }: Facts): Statement[] {
  if (recalls === null) return [];
  const warnings = recalls.items.flatMap((item, index) => warning(item, `/recalls/items/${index}`));
  // Not to drive at all comes first; then what can be looked up by its number.
  const rank = ({ kind, item }: Statement) => 2 * WARNING_KINDS.indexOf(kind) + (item === null ? 1 : 0);
  warnings.sort((one, other) => rank(one) - rank(other));
  return [...warnings, ...toCheck(recalls), ...setAside(recalls), ...notListed(recalls)];
}

const WARNING_KINDS: readonly Statement['kind'][] = ['do_not_drive', 'park_outside', 'stop_sale'];

type Recalls = NonNullable<Facts['recalls']>;

function warning(item: RecallItem, pointer: string): Statement[] {
  const said = warningOf(item);
  if (said === undefined) return [];
  const abroad = item.sameDefect.map(({ campaign }) => campaign).filter((campaign) => campaign !== null);
  const sentences = [
    `Recall ${item.campaign ?? 'without a known number'} (${item.component}) says: ${said.words}.`,
    ...(item.kind === 'vehicle' ? [] : ['It concerns the car only if that part is fitted.']),
    ...(item.inDoubt ? ['It is filed for a version that this car may or may not be.'] : []),
    'Ask a dealer with the VIN whether this car is in it and was repaired.',
    ...(abroad.length === 0 ? [] : [`Probably the same defect in the other country: ${listed(abroad)}.`]),
  ];
  const { kind, level } = said;
  return [{ kind, level, statement: sentences.join(' '), section: 'recalls', item: item.campaign, pointer }];
}

interface Said extends Pick<Statement, 'kind' | 'level'> {
  words: string;
}

function warningOf({ parkIt, parkOutside, stopSale }: RecallItem): Said | undefined {
  if (parkIt) {
    const also = parkOutside ? ', and park it outside, away from buildings' : '';
    return { kind: 'do_not_drive', level: 'urgent', words: `do not drive the car${also}` };
  }
  if (parkOutside)
    return { kind: 'park_outside', level: 'urgent', words: 'park the car outside, away from buildings' };
  if (stopSale)
    return {
      kind: 'stop_sale',
      level: 'important',
      words: 'dealers are not to sell the car before the repair',
    };
  return undefined;
}

function toCheck({ count, counts }: Recalls): Statement[] {
  if (count === 0) return [];
  const where = [
    ...(counts.us > 0 ? [`${counts.us} in the United States`] : []),
    ...(counts.canada > 0 ? [`${counts.canada} in Canada`] : []),
  ];
  return [
    {
      kind: 'recalls_to_check',
      level: 'important',
      statement: `${counted(count, 'recall notice')} for this make, model and year (${listed(where)}): have a dealer check by the VIN which are still open on this car.`,
      section: 'recalls',
      item: null,
      pointer: '/recalls/count',
    },
  ];
}

function setAside({ namesNote }: Recalls): Statement[] {
  if (namesNote === null) return [];
  return [
    {
      kind: 'versions_set_aside',
      level: 'important',
      statement: namesNote,
      section: 'recalls',
      item: null,
      pointer: '/recalls/namesNote',
    },
  ];
}

function notListed({ provenance }: Recalls): Statement[] {
  const statement = notListedNote(provenance);
  if (statement === null) return [];
  return [
    {
      kind: 'model_not_listed',
      level: 'important',
      statement,
      section: 'recalls',
      item: null,
      pointer: '/recalls/provenance',
    },
  ];
}
