import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { canadaLines, complaintLines, recallLines } from './lines.ts';
import { type MadeUpCar, piecesOf } from './made-up.ts';
import { writeZip } from './zip-file.ts';

export interface Sizes {
  complaints: number;
  recalls: number;
  canada: number;
  /** One car with so many complaints, and two dozen recalls in each country. */
  much?: MadeUpCar & { complaints: number };
}

/** The years of a complaint file and which share of all complaints came in during them. */
const COMPLAINT_FILES: readonly (readonly [first: number, last: number, share: number])[] = [
  [1995, 1999, 0.08],
  [2000, 2004, 0.13],
  [2005, 2009, 0.12],
  [2010, 2014, 0.18],
  [2015, 2019, 0.2],
  [2020, 2024, 0.19],
  [2025, 2026, 0.1],
];
const RECALLS_OF_MUCH = 24;

/** Files of made-up content in the form of NHTSA's and Transport Canada's, in folders as on their servers. */
export async function writeMirrorFiles(folder: string, sizes: Sizes): Promise<void> {
  const [complaints, recalls] = [join(folder, 'cmpl'), join(folder, 'rcl')];
  await mkdir(complaints, { recursive: true });
  await mkdir(recalls, { recursive: true });
  const { much } = sizes;
  for (const [first, last, share] of COMPLAINT_FILES) {
    const name = `COMPLAINTS_RECEIVED_${first}-${last}`;
    const lines = complaintLines({
      rows: Math.round(sizes.complaints * share),
      years: [first, last],
      seed: first,
      ...(much && { much: { ...much, rows: Math.ceil(much.complaints * share) } }),
    });
    await writeZip(join(complaints, `${name}.zip`), `${name}.txt`, piecesOf(lines, 'latin1'));
  }
  const recalled = much && { much: { ...much, rows: RECALLS_OF_MUCH / 2 } };
  for (const [name, years, share] of [
    ['FLAT_RCL_PRE_2010', [1967, 2009], 0.25],
    ['FLAT_RCL_POST_2010', [2010, 2026], 0.75],
  ] as const) {
    const rows = Math.round(sizes.recalls * share);
    const lines = recallLines({ rows, years, seed: rows, ...recalled });
    await writeZip(join(recalls, `${name}.zip`), `${name}.txt`, piecesOf(lines, 'latin1'));
  }
  const lines = canadaLines({ rows: sizes.canada, ...recalled });
  await pipeline(
    Readable.from(piecesOf(lines, 'utf8')),
    createWriteStream(join(folder, 'vrdb_full_monthly.csv')),
  );
}
