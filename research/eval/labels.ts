import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Complaint } from '../../src/issues/read/complaint.ts';
import { parseSavedComplaints } from '../../src/issues/read/complaint.ts';
import { parseFlatComplaints } from '../../tools/recorded/flat-complaints.ts';
import type { Grouping } from './bcubed.ts';

/** `other` and `unclear` are not failure modes: complaints that hold nothing else are left out of the scores. */
const NOT_A_MODE = new Set(['other', 'unclear']);

const labelFile = z.object({
  vehicle: z.object({ year: z.number(), make: z.string(), model: z.string() }),
  /** The last of several model years that were labelled together; `vehicle.year` is the first. */
  lastYear: z.number().optional(),
  /** Scored only when everything else is done: `npm run eval -- --locked`. */
  locked: z.boolean().default(false),
  file: z.string(),
  modes: z.array(z.object({ id: z.string(), name: z.string(), keywords: z.array(z.string()).optional() })),
  labels: z.array(z.object({ odiNumber: z.number(), modes: z.array(z.string()), drawn: z.string() })),
});

export interface LabelledVehicle {
  name: string;
  locked: boolean;
  complaints: Complaint[];
  items: number[];
  truth: Grouping;
  /** Modes by the number of labelled complaints of the random part, largest first. */
  largest: { id: string; name: string; members: number[] }[];
}

/** Names the maker of a car; Hyundai and Kia build theirs of the same parts. */
export function makerOf(name: string): string {
  const make = name.split(' ')[1] ?? '';
  return make === 'KIA' ? 'HYUNDAI' : make;
}

export function readComplaints(path: string): Complaint[] {
  return parseSavedComplaints(readText(path));
}

function complaintsOf(path: string, { vehicle, lastYear }: z.infer<typeof labelFile>): Complaint[] {
  if (!path.includes('.jsonl')) return readComplaints(path);
  const { year, make, model } = vehicle;
  return parseFlatComplaints(readText(path), { make, model, firstYear: year, lastYear: lastYear ?? year });
}

export function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The label files of this folder and of the recordings, each with its vehicle's complaints. */
export function readLabelledVehicles(recordings: string): LabelledVehicle[] {
  const folders = [fileURLToPath(new URL('./labels/', import.meta.url)), join(recordings, 'complaints')];
  const paths = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /^labels-.*\.json$/.test(name))
      .map((name) => join(folder, name)),
  );
  return paths.flatMap((path) => {
    const labelled = labelFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    const { vehicle, lastYear, locked, file, modes, labels } = labelled;
    const truth = new Map(
      labels
        .map(
          ({ odiNumber, modes }) =>
            [odiNumber, new Set(modes.filter((mode) => !NOT_A_MODE.has(mode)))] as const,
        )
        .filter(([, kept]) => kept.size > 0),
    );
    const random = new Set(
      labels.filter(({ drawn }) => drawn === 'random' || drawn === 'all').map(({ odiNumber }) => odiNumber),
    );
    const membersOf = (id: string) =>
      [...truth].filter(([odi, set]) => random.has(odi) && set.has(id)).map(([odi]) => odi);
    const source = join(recordings, file.includes('/') ? file : join('complaints', file));
    if (!existsSync(source)) {
      console.log(`Skipped: ${file} is not among the recordings.`);
      return [];
    }
    return {
      locked,
      name: `${vehicle.year}${lastYear === undefined ? '' : `-${lastYear}`} ${vehicle.make} ${vehicle.model}`,
      complaints: complaintsOf(source, labelled),
      items: [...truth.keys()],
      truth,
      largest: modes
        .map(({ id, name }) => ({ id, name, members: membersOf(id) }))
        .sort((a, b) => b.members.length - a.members.length || (a.id < b.id ? -1 : 1)),
    };
  });
}

/** The labelled complaints and others, the same ones every time, of a car that has more than a reader can read. */
export function sampleOf(vehicle: LabelledVehicle, most: number): LabelledVehicle {
  const place = (odiNumber: number) =>
    vehicle.truth.has(odiNumber) ? -1 : Math.imul(odiNumber, 0x9e3779b1) >>> 0;
  const sorted = vehicle.complaints.toSorted((a, b) => place(a.odiNumber) - place(b.odiNumber));
  return { ...vehicle, complaints: sorted.slice(0, most) };
}
