import { crc32, deflateRawSync } from 'node:zlib';

type Cell = string | number | null;

/** A tiny manufacturer with two models, in the form of NHTSA's dump: enough for every kind of table. */
export function smallTables(modelName = 'Comet'): Record<string, { columns: string[]; rows: Cell[][] }> {
  const at = '2026-06-01 10:00:00.5';
  const later = '2026-07-01 10:00:00';
  const table = (columns: string, ...rows: Cell[][]) => ({ columns: columns.split(' '), rows });
  return {
    element: table(
      'id name code lookuptable isprivate groupname datatype decode weight',
      [5, 'Body Class', 'BodyClass', 'BodyStyle', 'f', 'Exterior / Body', 'lookup', 'Pattern', 99],
      [26, 'Make', 'Make', 'Make', 'f', 'General', 'lookup', 'WMI, Pattern', 99],
      [27, 'Manufacturer Name', 'Manufacturer', 'Manufacturer', 'f', 'General', 'lookup', 'WMI', null],
      [28, 'Model', 'Model', 'Model', 'f', 'General', 'lookup', 'Pattern', 99],
      [29, 'Model Year', 'ModelYear', null, 'f', 'General', 'int', 'WMI, Input', 99],
      [
        37,
        'Transmission Style',
        'TransmissionStyle',
        'Transmission',
        'f',
        'Mechanical / Transmission',
        'lookup',
        'Pattern',
        null,
      ],
      [38, 'Trim', 'Trim', null, 'f', 'General', 'string', 'Pattern', 61],
      [39, 'Vehicle Type', 'VehicleType', 'VehicleType', 'f', 'General', 'lookup', 'WMI', 99],
      [
        116,
        'Trailer Type Connection',
        'TrailerType',
        'TrailerType',
        'f',
        'Exterior / Trailer',
        'lookup',
        'Pattern',
        null,
      ],
      [118, 'Trailer Length', 'TrailerLength', null, 'f', 'Exterior / Trailer', 'decimal', 'Pattern', null],
      [142, 'Suggested VIN', 'SuggestedVIN', null, 'f', null, 'string', 'Decoding', null],
      [143, 'Error Code', 'ErrorCode', 'ErrorCode', 'f', null, 'lookup', 'Decoding', null],
      [191, 'Error Text', 'ErrorText', null, 'f', null, 'string', 'Decoding', null],
    ),
    vehicletype: table('id name', [2, 'Passenger Car'], [6, 'Trailer']),
    bodystyle: table('id name', [13, 'Sedan/Saloon'], [5, 'Hatch\tback']),
    transmission: table('id name', [2, 'Automatic'], [3, 'Manual']),
    trailertype: table('id name', [3, 'Gooseneck']),
    manufacturer: table('id name', [1, 'Tiny Motors, Ltd.']),
    make: table('id name', [10, 'Tiny']),
    model: table('id name', [100, modelName], [101, 'Meteor']),
    make_model: table('id makeid modelid', [1, 10, 100], [2, 10, 101]),
    wmi: table(
      'id wmi manufacturerid vehicletypeid trucktypeid publicavailabilitydate',
      [7, '9TY', 1, 2, null, '2015-01-01 00:00:00'],
      [8, 'XTR', 1, 6, null, '2015-01-01 00:00:00'],
    ),
    wmi_make: table('wmiid makeid', [7, 10]),
    vinschema: table(
      'id name tobeqced',
      [50, 'Tiny since 2014', 'f'],
      [51, 'Tiny since 2018', 'f'],
      [52, 'Tiny trailers', 'f'],
      [53, 'Tiny to be checked', 't'],
    ),
    wmi_vinschema: table(
      'id wmiid vinschemaid yearfrom yearto',
      [1, 7, 50, 2014, null],
      [2, 7, 51, 2018, 2030],
      [3, 8, 52, 2010, null],
      [4, 7, 53, 2019, null],
    ),
    pattern: table(
      'id vinschemaid keys elementid attributeid createdon updatedon',
      [1, 50, 'A', 28, '101', at, null],
      [2, 50, '*[0-9]', 5, '13', at, null],
      [3, 51, 'A*', 28, '100', at, null],
      [4, 51, 'A', 38, 'Old trim', at, null],
      [5, 51, '**B', 38, 'New trim', at, later],
      [6, 52, 'T', 28, '101', at, null],
      [7, 52, '*##', 118, 'TBD', at, null],
      [8, 53, 'A', 5, '5', at, later],
    ),
    errorcode: table(
      'id name additionalerrortext weight',
      [0, '0 - clean', null, 0],
      [1, '1 - check digit', null, -5],
      [5, '5 - errors', 'See the marks.', -300],
      [7, '7 - not registered', null, -10000],
      [8, '8 - no detailed data', null, -1000],
      [11, '11 - no year', null, -20],
      [400, '400 - invalid characters', null, -40],
      [12, '12 - other year', null, -20],
      [14, '14 - not explained', null, -30],
    ),
    defaultvalue: table('id elementid vehicletypeid defaultvalue', [1, 116, 2, '0'], [2, 116, 6, '3']),
    vindescriptor: table('id descriptor modelyear', [1, '9TYA5B00*L0', 2021]),
    vinexception: table('id vin checkdigit', [1, '9TYA5B000K0000002', 't']),
    vehiclespecschema: table('id makeid vehicletypeid tobeqced', [1, 10, 2, 'f']),
    vehiclespecschema_model: table('id vehiclespecschemaid modelid', [1, 1, 100]),
    vehiclespecschema_year: table('id vehiclespecschemaid year', [1, 1, 2019]),
    vspecschemapattern: table('id schemaid', [1, 1], [2, 1]),
    vehiclespecpattern: table(
      'id vspecschemapatternid iskey elementid attributeid createdon updatedon',
      [1, 1, 't', 38, 'new TRIM', at, null],
      [2, 1, 'f', 37, '2', at, null],
      [3, 2, 't', 38, 'Another trim', at, null],
      [4, 2, 'f', 37, '3', later, null],
    ),
    wmiyearvalidchars: table('id wmi year position char', [1, '9TY', 2019, 4, 'A']),
  };
}

/** The tables as a plain PostgreSQL dump. */
export function dumpText(tables: ReturnType<typeof smallTables>): string {
  const blocks = Object.entries(tables).map(([name, { columns, rows }]) => {
    const lines = rows.map((row) => row.map(cellText).join('\t'));
    return [`COPY vpic.${name} (${columns.join(', ')}) FROM stdin;`, ...lines, '\\.', ''].join('\n');
  });
  return ['--', '-- PostgreSQL database dump', "SET client_encoding = 'UTF8';", ...blocks, '-- done'].join(
    '\n',
  );
}

function cellText(cell: Cell): string {
  if (cell === null) return '\\N';
  return String(cell).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
}

/** A zip archive with one file. */
export function zipOf(name: string, content: string, packed = true): Buffer {
  const plain = Buffer.from(content);
  const data = packed ? deflateRawSync(plain) : plain;
  const nameBytes = Buffer.from(name);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(packed ? 8 : 0, 4);
  common.writeUInt32LE(crc32(plain), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(plain.length, 18);
  common.writeUInt16LE(nameBytes.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, data]);
  const tail = Buffer.alloc(14);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, tail, nameBytes]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}
