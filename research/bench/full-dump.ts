import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import type { DatasetHeader } from '@forecourt/vin';

/** As many rows as NHTSA's dump of autumn 2026 has, and as many different keys and texts, made up. */
const SIZE = {
  patterns: 1_700_000,
  keys: 75_000,
  texts: 113_000,
  schemas: 25_000,
  wmis: 13_000,
  links: 42_000,
  models: 32_000,
  specSchemas: 6_600,
  specPatterns: 17_700,
  specRows: 226_000,
  validCharacters: 8_800_000,
};
const CHARACTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const MAKES = 1_000;
const ROWS_A_PIECE = 10_000;
const NAME = 'vPICList_lite_2026_10.sql';

const character = (number: number): string => CHARACTERS.charAt(number % CHARACTERS.length);

/** Of a schema's patterns each has a key of its own but for every seventh, which fits all VINs and so meets the others. */
function keyOf(schema: number, turn: number): string {
  if (turn % 7 === 0) return '*';
  const number = (schema * 31 + turn * 977) % SIZE.keys;
  const start = `${character(number)}${character(number / 33)}`;
  return number % 3 === 0
    ? `${start}[${character(number / 7)}${character(number / 11)}]*${character(number / 1089)}`
    : `${start}**${character(number / 5)}|*${character(number / 1089)}`;
}

/** Dates as different as NHTSA's: to the millisecond. */
function date(number: number): string {
  const at = Date.UTC(2015, 0, 1) + ((number * 7_919_317) % 370_000_000) * 1000 + (number % 1000);
  return new Date(at).toISOString().replace('T', ' ').replace('Z', '');
}

/** The dump as text, a piece after the other. Elements and lookup tables are those of the given dataset. */
function* dumpText({ elements, lookups }: DatasetHeader): Generator<string> {
  const stated = elements.filter(({ id, isHeld }) => isHeld && ![26, 27, 29, 39].includes(id));
  yield '--\n-- PostgreSQL database dump\n--\n\n';
  yield* table(
    'element',
    'id, name, code, lookuptable, isprivate, groupname, datatype, decode, weight',
    elements.length,
    (at) => {
      const element = elements[at];
      const type =
        element?.isLookupType === true ? 'lookup' : element?.isDecimal === true ? 'decimal' : 'string';
      return `${element?.id}\t${element?.name}\t${element?.code}\t${element?.lookup ?? '\\N'}\tf\t${element?.group}\t${type}\tPattern\t${element?.weight}`;
    },
  );
  for (const [name, rows] of Object.entries(lookups)) {
    const names = Object.entries(rows);
    yield* table(name, 'id, name', names.length, (at) => (names[at] ?? []).join('\t'));
  }
  yield* table('make', 'id, name', MAKES, (at) => `${at + 1}\tMake ${at + 1}`);
  yield* table('model', 'id, name', SIZE.models, (at) => `${at + 1}\tModel ${at + 1}`);
  yield* table(
    'make_model',
    'id, makeid, modelid',
    SIZE.models,
    (at) => `${at}\t${(at % MAKES) + 1}\t${at + 1}`,
  );
  yield* table(
    'wmi',
    'id, wmi, manufacturerid, vehicletypeid, trucktypeid, publicavailabilitydate',
    SIZE.wmis,
    (at) => {
      const code = `${character(at)}${character(at / 33)}${character(at / 1089)}`;
      return `${at + 1}\t${code}\t\\N\t${(at % 7) + 1}\t\\N\t2015-01-01 00:00:00`;
    },
  );
  yield* table('wmi_make', 'wmiid, makeid', SIZE.wmis, (at) => `${at + 1}\t${(at % MAKES) + 1}`);
  yield* table('vinschema', 'id, name, tobeqced', SIZE.schemas, (at) => `${at + 1}\tSchema ${at + 1}\tf`);
  yield* table('wmi_vinschema', 'id, wmiid, vinschemaid, yearfrom, yearto', SIZE.links, (at) => {
    const from = 1981 + (at % 45);
    return `${at}\t${((at * 17) % SIZE.wmis) + 1}\t${(at % SIZE.schemas) + 1}\t${from}\t${at % 4 === 0 ? '\\N' : from + 3}`;
  });
  yield* table(
    'pattern',
    'id, vinschemaid, keys, elementid, attributeid, createdon, updatedon',
    SIZE.patterns,
    (at) => {
      const schema = (at % SIZE.schemas) + 1;
      const turn = Math.floor(at / SIZE.schemas);
      const element = stated[Math.floor(turn / 2) % stated.length];
      const attribute = element?.lookup === null ? `Text ${(at * 31) % SIZE.texts}` : String((at % 30) + 1);
      return `${at + 1}\t${schema}\t${keyOf(schema, turn)}\t${element?.id}\t${attribute}\t${date(at)}\t${at % 3 === 0 ? date(at * 3) : '\\N'}`;
    },
  );
  yield* table(
    'vehiclespecschema',
    'id, makeid, vehicletypeid, tobeqced',
    SIZE.specSchemas,
    (at) => `${at + 1}\t${(at % MAKES) + 1}\t2\tf`,
  );
  yield* table(
    'vehiclespecschema_model',
    'id, vehiclespecschemaid, modelid',
    SIZE.specSchemas,
    (at) => `${at}\t${at + 1}\t${at + 1}`,
  );
  yield* table(
    'vehiclespecschema_year',
    'id, vehiclespecschemaid, year',
    SIZE.specSchemas * 2,
    (at) => `${at}\t${(at % SIZE.specSchemas) + 1}\t${2010 + (at % 17)}`,
  );
  yield* table(
    'vspecschemapattern',
    'id, schemaid',
    SIZE.specPatterns,
    (at) => `${at + 1}\t${(at % SIZE.specSchemas) + 1}`,
  );
  yield* table(
    'vehiclespecpattern',
    'id, vspecschemapatternid, iskey, elementid, attributeid, createdon',
    SIZE.specRows,
    (at) => {
      const element = stated[at % stated.length];
      return `${at + 1}\t${(at % SIZE.specPatterns) + 1}\t${at < SIZE.specPatterns ? 't' : 'f'}\t${element?.id}\t${(at % 30) + 1}\t${date(at)}`;
    },
  );
  yield* table('wmiyearvalidchars', 'id, wmi, year, "position", "char"', SIZE.validCharacters, (at) => {
    const wmi = at / 680;
    return `${at + 1}\t${character(wmi)}${character(wmi / 33)}${character(wmi / 1089)}\t${1981 + (at % 47)}\t${4 + (at % 11)}\t${character(at / 47)}`;
  });
}

function* table(
  name: string,
  columns: string,
  count: number,
  row: (at: number) => string,
): Generator<string> {
  yield `COPY vpic.${name} (${columns}) FROM stdin;\n`;
  for (let at = 0; at < count; at += ROWS_A_PIECE) {
    let piece = '';
    for (let next = at; next < Math.min(count, at + ROWS_A_PIECE); next++) piece += `${row(next)}\n`;
    yield piece;
  }
  yield '\\.\n\n';
}

/** Writes a zip with a dump as large as NHTSA's. Returns its size. */
export async function writeFullDump(path: string, header: DatasetHeader): Promise<number> {
  const name = Buffer.from(NAME);
  const head = Buffer.alloc(30);
  head.write('PK\x03\x04', 'latin1');
  head.writeUInt16LE(name.length, 26);
  const file = createWriteStream(path);
  file.write(Buffer.concat([head, name]));
  await pipeline(Readable.from(dumpText(header)), createDeflateRaw({ level: 1 }), file);
  const packed = file.bytesWritten - head.length - name.length;
  const entry = Buffer.alloc(46);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(file.bytesWritten, 16);
  await using tail = await open(path, 'a');
  await tail.write(Buffer.concat([entry, name, end]));
  return packed;
}
