import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { piecesOf, writeZip } from '../../test/mirror/zip-file.ts';

/**
 * Made-up bulk files in the form and size of NHTSA's and Transport Canada's, the same ones each time:
 *
 *     node research/bench/mirror-files.ts --to FOLDER [--share 0.1]
 */
const SIZES = { complaints: 2_000_000, recalls: 300_000, canada: 200_000 };
/** One car with far more complaints and recalls than any other. */
export const BUSIEST = { make: 'HYUNDAI', model: 'ELANTRA', year: 2013 };
const COMPLAINTS_OF_BUSIEST = 5_000;
const RECALLS_OF_BUSIEST = 12;

/** The years of a complaint file and which share of all complaints came in during them. */
const COMPLAINT_FILES = [
  [1995, 1999, 0.08],
  [2000, 2004, 0.13],
  [2005, 2009, 0.12],
  [2010, 2014, 0.18],
  [2015, 2019, 0.2],
  [2020, 2024, 0.19],
  [2025, 2026, 0.1],
] as const;
const RECALL_FILES = [
  ['FLAT_RCL_PRE_2010', 1967, 2009, 0.25],
  ['FLAT_RCL_POST_2010', 2010, 2026, 0.75],
] as const;
const COMPONENTS = ['ENGINE', 'POWER TRAIN:AUTOMATIC TRANSMISSION', 'ELECTRICAL SYSTEM', 'AIR BAGS:FRONTAL'];
/** Makers that owners complain about most; below them come many that are hardly known. */
const MAKERS = 'FORD CHEVROLET TOYOTA HONDA HYUNDAI JEEP NISSAN DODGE KIA VOLKSWAGEN SUBARU BMW'.split(' ');
const MODELS_A_MAKER = 8;
const HARDLY_KNOWN = 5_000;
const SYLLABLES = 'en gi ne sta lled bra ke the tra ns mi ss ion lo ck er'.split(' ');

interface Car {
  make: string;
  model: string;
  year: number;
}

type Random = (limit: number) => number;

function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Returns cars of which `known` in ten are of a well-known model. */
function createCars(random: Random, known: number): () => Car {
  const models = MAKERS.length * MODELS_A_MAKER;
  return () => {
    const isKnown = random(10) < known;
    const number = random(isKnown ? models : HARDLY_KNOWN);
    const make = isKnown ? (MAKERS[number % MAKERS.length] ?? '') : `MAKER${number % 400}`;
    return { make, model: `MODEL ${Math.floor(number / MAKERS.length)}`, year: 1992 + random(35) };
  };
}

/** Returns texts whose words are as different as those of a language, the frequent ones short. */
function createTexts(random: Random): (words: number) => string {
  const vocabulary = Array.from({ length: 4_000 }, (_, rank) =>
    Array.from({ length: 1 + Math.floor(rank / 900) }, () => SYLLABLES[random(SYLLABLES.length)]).join(''),
  );
  return (words) =>
    Array.from({ length: words }, () => vocabulary[Math.min(random(4_000), random(4_000))]).join(' ');
}

const dayIn = (random: Random, first: number, last: number) =>
  `${first + random(last - first + 1)}${String(1 + random(12)).padStart(2, '0')}${String(1 + random(28)).padStart(2, '0')}`;

function row(length: number, fields: Record<number, string | number>): string {
  return Array.from({ length }, (_, at) => fields[at] ?? '').join('\t');
}

/** Rows of 51 columns: one for each component of a complaint. */
function* complaintLines(rows: number, first: number, last: number, ofBusiest: number): Generator<string> {
  const random = createRandom(first);
  const [nextCar, textOf] = [createCars(random, 7), createTexts(random)];
  const everyth = Math.max(1, Math.floor(rows / Math.max(1, ofBusiest) / 1.4));
  for (let at = 0, odi = first * 100_000; at < rows; odi++) {
    const { make, model, year } = odi % everyth === 0 ? BUSIEST : nextCar();
    const filed = dayIn(random, first, last);
    const summary = textOf(30 + Math.min(random(240), random(240)));
    const [crash, fire, hurt] = [random(20) === 0, random(50) === 0, random(33) === 0];
    for (let left = random(3) === 0 ? 2 : 1; left > 0 && at < rows; left--, at++) {
      const fields = {
        0: at + 1,
        1: odi,
        2: `${make} Motor Company`,
        3: make,
        4: model,
        5: year,
        6: crash ? 'Y' : 'N',
        7: filed,
        8: fire ? 'Y' : 'N',
        9: hurt ? 1 : 0,
        10: 0,
        11: COMPONENTS[(odi + left) % COMPONENTS.length] ?? '',
        15: filed,
        16: filed,
        17: random(150_000),
        19: summary,
        20: 'EVOQ',
        45: 'V',
      };
      yield `${row(51, fields)}\n`;
    }
  }
}

/** The cars of each recall in turn: one to forty. */
function* recalledCars(random: Random): Generator<readonly Car[]> {
  const nextCar = createCars(random, 2);
  for (let number = 1; ; number++) {
    const cars = Array.from({ length: 1 + Math.min(random(40), random(40), random(40)) }, nextCar);
    yield number <= RECALLS_OF_BUSIEST ? [...cars, BUSIEST] : cars;
  }
}

/** Rows of 29 columns, the texts of a recall repeated for each of its cars. */
function* recallLines(rows: number, first: number, last: number): Generator<string> {
  const random = createRandom(first);
  const textOf = createTexts(random);
  let [at, number] = [0, 0];
  for (const cars of recalledCars(random)) {
    const reported = dayIn(random, first, last);
    const [thousands, rest] = [Math.floor(number / 1_000), number % 1_000].map((part) =>
      String(part).padStart(3, '0'),
    );
    const texts = { 19: textOf(70), 20: textOf(30), 21: textOf(80), 22: textOf(40) };
    number += 1;
    for (const { make, model, year } of cars) {
      if (at >= rows) return;
      at += 1;
      const fields = {
        0: at,
        1: `${reported.slice(2, 4)}V${rest}${thousands}`,
        2: make,
        3: model,
        4: year,
        5: `M${number}`,
        6: COMPONENTS[number % COMPONENTS.length] ?? '',
        7: `${make} Motor Company`,
        10: 'V',
        11: 1 + random(400_000),
        12: reported,
        13: 'MFR',
        14: `${make} Motor Company`,
        15: reported,
        16: reported,
        27: number % 200 === 0 ? 'Yes' : 'No',
        28: number % 100 === 0 ? 'Yes' : 'No',
      };
      yield `${row(29, { ...fields, ...texts })}\r\n`;
    }
  }
}

/** Records with texts of several lines in quotes, in both languages. */
function* canadaLines(rows: number): Generator<string> {
  const random = createRandom(3);
  const textOf = createTexts(random);
  yield '\ufeffRECALL_NUMBER_NUM,YEAR,MANUFACTURER_RECALL_NO_TXT,CATEGORY_ETXT,CATEGORY_FTXT,MAKE_NAME_NM,MODEL_NAME_NM,UNIT_AFFECTED_NBR,SYSTEM_TYPE_ETXT,SYSTEM_TYPE_FTXT,NOTIFICATION_TYPE_ETXT,NOTIFICATION_TYPE_FTXT,COMMENT_ETXT,COMMENT_FTXT,RECALL_DATE_DTE\r\n';
  let [at, number] = [0, 0];
  for (const cars of recalledCars(random)) {
    const day = dayIn(random, 1980, 2026);
    const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
    const texts = `"Issue\r\nOn certain vehicles, ${textOf(60)}","Problème\nSur certains véhicules, ${textOf(60)}"`;
    number += 1;
    for (const { make, model, year } of cars) {
      if (at >= rows) return;
      at += 1;
      const recall = `${day.slice(0, 4)}${String(number).padStart(5, '0')}`;
      yield `${recall},${year},R${number},Car,Automobile,${make},${model},"1,${100 + random(900)}.00",Engine,Moteur,Safety Mfr,Sécurité - fabricant,${texts},${date}\r\n`;
    }
  }
}

/** Writes the files in folders as on the servers. */
export async function writeMirrorFiles(folder: string, share: number): Promise<void> {
  const [complaints, recalls] = [join(folder, 'cmpl'), join(folder, 'rcl')];
  await mkdir(complaints, { recursive: true });
  await mkdir(recalls, { recursive: true });
  for (const [first, last, part] of COMPLAINT_FILES) {
    const name = `COMPLAINTS_RECEIVED_${first}-${last}`;
    const lines = complaintLines(SIZES.complaints * share * part, first, last, COMPLAINTS_OF_BUSIEST * part);
    await writeZip(join(complaints, `${name}.zip`), `${name}.txt`, piecesOf(lines, 'latin1'));
  }
  for (const [name, first, last, part] of RECALL_FILES) {
    const lines = recallLines(SIZES.recalls * share * part, first, last);
    await writeZip(join(recalls, `${name}.zip`), `${name}.txt`, piecesOf(lines, 'latin1'));
  }
  const canada = Readable.from(piecesOf(canadaLines(SIZES.canada * share), 'utf8'));
  await pipeline(canada, createWriteStream(join(folder, 'vrdb_full_monthly.csv')));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, share: { type: 'string', default: '1' } },
  });
  if (values.to === undefined) throw new Error('Say where to: --to FOLDER');
  await writeMirrorFiles(values.to, Number(values.share));
}
