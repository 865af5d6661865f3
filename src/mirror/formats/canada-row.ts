import { countOf, dayOf, textOfBytes } from './fields.ts';

/** A row of Transport Canada's file: one for each recall, make, model and year, with the texts repeated. */
export interface CanadaRow {
  recallNumber: string;
  make: string;
  model: string;
  year: number;
  recalledOn: string;
  unitsAffected: number | null;
  texts(): CanadaTexts;
}

export interface CanadaTexts {
  manufacturerNumber: string;
  system: string;
  notification: string;
  category: string;
  comment: string;
  commentInFrench: string;
}

const names = [
  'RECALL_NUMBER_NUM',
  'YEAR',
  'MANUFACTURER_RECALL_NO_TXT',
  'CATEGORY_ETXT',
  'MAKE_NAME_NM',
  'MODEL_NAME_NM',
  'UNIT_AFFECTED_NBR',
  'SYSTEM_TYPE_ETXT',
  'NOTIFICATION_TYPE_ETXT',
  'COMMENT_ETXT',
  'COMMENT_FTXT',
  'RECALL_DATE_DTE',
] as const;

type Name = (typeof names)[number];

class UnknownColumnsError extends Error {
  override readonly name = 'UnknownColumnsError';
}

/** Reads rows by the names of the first one; columns that are not known pass. */
export function createCanadaReader(
  header: readonly string[],
): (row: readonly string[]) => CanadaRow | string | null {
  const places = new Map(header.map((name, place) => [name.toUpperCase(), place]));
  const missing = names.filter((name) => !places.has(name));
  if (missing.length > 0)
    throw new UnknownColumnsError(`The file of Transport Canada has no column ${missing.join(', ')}.`);

  return (row) => {
    const bytes = (name: Name) => row[places.get(name) ?? -1] ?? '';
    const text = (name: Name) => textOfBytes(bytes(name));
    const recallNumber = bytes('RECALL_NUMBER_NUM').replace(/[,\s]|\.0+$/g, '');
    if (!/^\d{4,10}$/.test(recallNumber)) return 'it has no recall number';
    const yearText = bytes('YEAR').replace(/[,\s]|\.0+$/g, '');
    const recalledOn = dayOf(bytes('RECALL_DATE_DTE'));
    if (recalledOn === undefined || recalledOn === null) return 'the day of its recall is no date';
    const units = countOf(bytes('UNIT_AFFECTED_NBR'));
    if (units === undefined) return 'the number of vehicles is no number';
    const name = (column: Name) => text(column).replace(/\s+/g, ' ').toUpperCase();
    const [make, model] = [name('MAKE_NAME_NM'), name('MODEL_NAME_NM')];
    // Of equipment neither make nor year need be stated.
    if (!/^(?:19|20)\d\d$/.test(yearText) || make === '') return null;
    return {
      recallNumber,
      make,
      model,
      year: Number(yearText),
      recalledOn,
      unitsAffected: units || null,
      texts: () => ({
        manufacturerNumber: text('MANUFACTURER_RECALL_NO_TXT'),
        system: text('SYSTEM_TYPE_ETXT'),
        notification: text('NOTIFICATION_TYPE_ETXT'),
        category: text('CATEGORY_ETXT'),
        comment: text('COMMENT_ETXT'),
        commentInFrench: text('COMMENT_FTXT'),
      }),
    };
  };
}
