type Common = 'make' | 'model' | 'year' | 'component' | 'summary';
type Fields<Needed extends string, More extends string> = Record<Needed, string> &
  Partial<Record<Common | More, string>>;

/** One row of NHTSA's recall files. */
export function recallRow(fields: Fields<'campaign', 'reported' | 'park'>): string {
  const row = Array.from<string>({ length: 29 }).fill('');
  row[0] = '1';
  row[1] = fields.campaign;
  row[2] = fields.make ?? 'HYUNDAI';
  row[3] = fields.model ?? 'ELANTRA';
  row[4] = fields.year ?? '2013';
  row[6] = fields.component ?? 'AIR BAGS';
  [row[8], row[9]] = ['20120801', '20130731'];
  row[10] = 'V';
  row[11] = '1200';
  row[12] = '20140301';
  row[14] = 'Hyundai Motor America';
  row[15] = fields.reported ?? '20140115';
  row[19] = fields.summary ?? 'The air bag may not inflate.';
  row[20] = 'Injuries.';
  row[21] = 'Dealers replace it.';
  row[28] = fields.park ?? '';
  return `${row.join('\t')}\r\n`;
}

/** One row of NHTSA's complaint files. */
export function complaintRow(
  fields: Fields<never, 'filed' | 'fire' | 'vin' | 'type'> & { odi: number },
): string {
  const row = Array.from<string>({ length: 51 }).fill('');
  row[1] = String(fields.odi);
  row[3] = fields.make ?? 'HYUNDAI';
  row[4] = fields.model ?? 'ELANTRA';
  row[5] = fields.year ?? '2013';
  row[6] = 'N';
  row[7] = '20200110';
  row[8] = fields.fire ?? 'N';
  row[9] = '0';
  row[10] = '0';
  row[11] = fields.component ?? 'ENGINE AND ENGINE COOLING:ENGINE';
  row[14] = fields.vin ?? '5NPDH4AE8DH';
  row[16] = fields.filed ?? '20200301';
  row[19] = fields.summary ?? 'The engine knocks.';
  row[45] = fields.type ?? 'V';
  return `${row.join('\t')}\n`;
}

const CANADA_HEADER =
  'RECALL_NUMBER_NUM,YEAR,MANUFACTURER_RECALL_NO_TXT,CATEGORY_ETXT,CATEGORY_FTXT,MAKE_NAME_NM,MODEL_NAME_NM,UNIT_AFFECTED_NBR,SYSTEM_TYPE_ETXT,SYSTEM_TYPE_FTXT,NOTIFICATION_TYPE_ETXT,NOTIFICATION_TYPE_FTXT,COMMENT_ETXT,COMMENT_FTXT,RECALL_DATE_DTE\r\n';

/** Transport Canada's file with these recalls. */
export function canadaFile(
  rows: readonly { number: string; make?: string; model?: string; year?: string; comment?: string }[],
): Buffer {
  const lines = rows.map(
    ({ number, make = 'HYUNDAI', model = 'ELANTRA', year = '2013', comment = 'The air bag may fail.' }) =>
      `${number},${year},M1,Car,Automobile,${make},${model},"2,700.00",Airbag,Sac,Safety Mfr,Sécurité,"${comment.replaceAll('"', '""')}","Le sac, déployé.",2014-02-03\r\n`,
  );
  return Buffer.from(`\ufeff${CANADA_HEADER}${lines.join('')}`);
}
