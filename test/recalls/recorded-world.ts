import type { RecordedExchange } from '../../src/sources/recordings.ts';

export interface UsRecord {
  campaign: string;
  date: string;
  component?: string;
  summary?: string;
  remedy?: string;
  more?: Record<string, unknown>;
}

export interface CanadaRecord {
  number: string;
  date: string;
  models?: Array<[make: string, model: string, year: number]>;
  manufacturerNumber?: string;
  system?: string;
  comment?: string;
  units?: string;
}

const get = (
  path: string,
  query: Record<string, string | number>,
  body: unknown,
  status = 200,
): RecordedExchange => ({ request: { path, query }, response: { status, body } });

export function nhtsaModels(
  make: string,
  year: number,
  models: string[],
  list: 'r' | 'c' = 'r',
): RecordedExchange {
  const results = models.map((model) => ({ modelYear: String(year), make, model }));
  const body = { count: results.length, message: 'Results returned successfully', results };
  return get('/nhtsa/products/vehicle/models', { modelYear: year, make, issueType: list }, body);
}

export function usRecord(make: string, model: string, year: number, recall: UsRecord) {
  return {
    Manufacturer: 'Test Motor America',
    NHTSACampaignNumber: recall.campaign,
    parkIt: false,
    parkOutSide: false,
    overTheAirUpdate: false,
    ReportReceivedDate: recall.date,
    Component: recall.component ?? 'ENGINE',
    Summary: recall.summary ?? 'The engine may stall.',
    Consequence: 'A stall can lead to a crash.',
    Remedy: recall.remedy ?? 'Dealers will replace the part, free of charge.',
    Notes: null,
    ModelYear: String(year),
    Make: make,
    Model: model,
    ...recall.more,
  };
}

export function nhtsaRecalls(
  make: string,
  model: string,
  year: number,
  recalls: UsRecord[],
  status = 200,
): RecordedExchange {
  const results = recalls.map((recall) => usRecord(make, model, year, recall));
  const body = { Count: results.length, Message: 'Results returned successfully', results };
  return get('/nhtsa/recalls/recallsByVehicle', { make, model, modelYear: year }, body, status);
}

const cell = (Name: string, Literal: string, Type = 'System.String') => ({ Name, Value: { Type, Literal } });

/** The source writes 5/28/2020 12:00:00 AM. */
const clocked = (isoDay: string) => {
  const [year, month, day] = isoDay.split('-').map(Number);
  return `${month}/${day}/${year} 12:00:00 AM`;
};

function canadaListRow(recall: CanadaRecord, [make, model, year]: [string, string, number]) {
  return [
    cell('Recall number', recall.number),
    cell('Manufacturer Name', make),
    cell('Model name', model),
    cell('Make name', make),
    cell('Year', String(year)),
    cell('Recall date', clocked(recall.date), 'System.DateTime'),
  ];
}

function canadaDetailsRow(recall: CanadaRecord, [make, model, year]: [string, string, number]) {
  const comment = recall.comment ?? 'Issue:\r\nOn certain vehicles, the engine may stall.';
  return [
    cell('RECALL_NUMBER_NUM', recall.number),
    cell('MANUFACTURER_RECALL_NO_TXT', recall.manufacturerNumber ?? ''),
    cell('CATEGORY_ETXT', 'Car'),
    cell('CATEGORY_FTXT', 'Automobile'),
    cell('MODEL_NAME_NM', model),
    cell('MAKE_NAME_NM', make),
    cell('UNIT_AFFECTED_NBR', recall.units ?? '100', 'System.Decimal'),
    cell('SYSTEM_TYPE_ETXT', recall.system ?? 'Engine'),
    cell('SYSTEM_TYPE_FTXT', 'Moteur'),
    cell('NOTIFICATION_TYPE_ETXT', 'Safety Mfr'),
    cell('NOTIFICATION_TYPE_FTXT', 'Sécurité - fabricant'),
    cell('COMMENT_ETXT', comment),
    cell('COMMENT_FTXT', 'Problème :\nLe moteur peut caler.'),
    cell('DATE_YEAR_CD', String(year)),
    cell('RECALL_DATE_DTE', clocked(recall.date), 'System.DateTime'),
  ];
}

/** The answers of Transport Canada for all recalls of a make and model year, with their details. */
export function canada(makeWords: string, year: number, recalls: CanadaRecord[]): RecordedExchange[] {
  const path = `/transport-canada/recall/make-name/${makeWords}/year-range/${year}-${year}`;
  const rows = recalls.flatMap((recall) =>
    (recall.models ?? []).filter((model) => model[2] === year).map((model) => canadaListRow(recall, model)),
  );
  const details = recalls.map((recall) =>
    get(
      `/transport-canada/recall-summary/recall-number/${recall.number}`,
      { format: 'json' },
      { ResultSet: (recall.models ?? []).map((model) => canadaDetailsRow(recall, model)) },
    ),
  );
  return [
    get(
      `${path}/count`,
      { format: 'json' },
      { ResultSet: [[cell('Result Count', String(rows.length), 'System.Decimal')]] },
    ),
    get(path, { format: 'json', limit: 1000, page: 1 }, { ResultSet: rows }),
    ...details,
  ];
}
