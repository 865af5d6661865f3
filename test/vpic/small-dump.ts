import { crc32, deflateRawSync } from 'node:zlib';
import dump from './small-dump.json' with { type: 'json' };

type Cell = string | number | null;

/** A tiny manufacturer with two models, in the form of NHTSA's dump: enough for every kind of table. */
export function smallTables(modelName = 'Comet'): Record<string, { columns: string[]; rows: Cell[][] }> {
  const tables = structuredClone(dump);
  tables.model.rows = tables.model.rows.map(([id, name]) => [
    id ?? '',
    name === 'Comet' ? modelName : (name ?? ''),
  ]);
  return tables;
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
