import {
  createCars,
  createRandom,
  createRecalledCars,
  createTexts,
  digitsOfDay,
  type MadeUpCar,
} from './made-up.ts';

const COMPONENTS = [
  'ENGINE AND ENGINE COOLING:ENGINE',
  'POWER TRAIN:AUTOMATIC TRANSMISSION',
  'ELECTRICAL SYSTEM',
  'SERVICE BRAKES, HYDRAULIC:FOUNDATION COMPONENTS:DISC:ROTOR',
  'AIR BAGS:FRONTAL',
  'STEERING',
  'FUEL SYSTEM, GASOLINE:DELIVERY',
  'UNKNOWN OR OTHER',
];
/** A row that cannot be used, once in so many; one about equipment, once in so many. */
const [BROKEN_ONCE_IN, EQUIPMENT_ONCE_IN] = [4_000, 60];

interface Lines {
  rows: number;
  seed?: number;
  /** A car that this many complaints, or recalls, are about besides. */
  much?: MadeUpCar & { rows: number };
}

interface ComplaintLines extends Lines {
  /** The years in which they came in. */
  years: readonly [number, number];
}

/** Rows of 51 columns as in NHTSA's complaint files: one for each component of a complaint. */
export function* complaintLines({ rows, years, seed = 1, much }: ComplaintLines): Generator<string> {
  const random = createRandom(seed);
  const [nextCar, textOf] = [createCars(random), createTexts(random)];
  const aboutMuch = Math.floor(rows / Math.max(1, much?.rows ?? 0));
  for (let row = 0, odi = years[0] * 100_000; row < rows; odi++) {
    const car = much !== undefined && odi % Math.max(1, Math.floor(aboutMuch / 1.4)) === 0 ? much : nextCar();
    const components = 1 + Math.floor(random() ** 3 * 3);
    const [filed, failed] = [digitsOfDay(random, ...years), digitsOfDay(random, ...years)];
    const text = textOf(30 + Math.floor(random() ** 2 * 240));
    const summary = odi % 7 === 0 ? `The car wasn\x92t safe. ${text}` : text;
    const yes = (share: number) => (random() < share ? 'Y' : 'N');
    const shared = { crash: yes(0.05), fire: yes(0.02), hurt: random() < 0.03 ? '1' : '0' };
    for (let component = 0; component < components && row < rows; component++, row++) {
      const fields = Array.from<string>({ length: 51 }).fill('');
      const isEquipment = random() < 1 / EQUIPMENT_ONCE_IN;
      fields[0] = String(row + 1);
      fields[1] = String(odi);
      fields[2] = `${car.make} Motor Company`;
      fields[3] = car.make;
      fields[4] = car.model;
      fields[5] = isEquipment ? '9999' : String(car.year);
      fields[6] = shared.crash;
      fields[7] = String(Math.min(Number(failed), Number(filed)));
      fields[8] = shared.fire;
      fields[9] = shared.hurt;
      fields[10] = '0';
      fields[11] = COMPONENTS[(odi + component * 3) % COMPONENTS.length] ?? '';
      fields[12] = 'ANYTOWN';
      fields[13] = 'OH';
      fields[14] = `1FADP3F2${car.year % 10}EL`;
      fields[15] = filed;
      fields[16] = filed;
      fields[17] = String(Math.floor(random() * 150_000));
      fields[19] = summary;
      fields[20] = 'EVOQ';
      fields[45] = isEquipment ? 'E' : 'V';
      if (row % BROKEN_ONCE_IN === BROKEN_ONCE_IN - 1) fields[19] = `${summary}\tbroken`;
      yield `${fields.join('\t')}\n`;
    }
  }
}

interface RecallLines extends Lines {
  years: readonly [number, number];
}

/** Rows of 29 columns as in NHTSA's recall files, their texts repeated for each model, year and component. */
export function* recallLines({ rows, years, seed = 2, much }: RecallLines): Generator<string> {
  const random = createRandom(seed);
  const [nextCar, textOf] = [createRecalledCars(random), createTexts(random)];
  for (let row = 0, number = 1; row < rows; number++) {
    const reported = digitsOfDay(random, ...years);
    const campaign = `${reported.slice(2, 4)}V${String(number % 1_000).padStart(3, '0')}${String(Math.floor(number / 1_000)).padStart(3, '0')}`;
    const texts = [textOf(70), textOf(30), textOf(80), textOf(40)];
    const cars = Array.from({ length: 1 + Math.floor(random() ** 3 * 40) }, nextCar);
    if (much !== undefined && number <= much.rows) cars.push(much);
    for (const car of cars) {
      if (row >= rows) return;
      row += 1;
      const fields = Array.from<string>({ length: 29 }).fill('');
      fields[0] = String(row);
      fields[1] = campaign;
      fields[2] = car.make;
      fields[3] = car.model;
      fields[4] = random() < 1 / EQUIPMENT_ONCE_IN ? '9999' : String(car.year);
      fields[5] = `M${number}`;
      fields[6] = COMPONENTS[number % COMPONENTS.length] ?? '';
      fields[7] = `${car.make} Motor Company`;
      fields[8] = `${car.year - 1}0801`;
      fields[9] = `${car.year}0731`;
      fields[10] = 'V';
      fields[11] = String(1 + Math.floor(random() * 400_000));
      fields[12] = reported;
      fields[13] = 'MFR';
      fields[14] = `${car.make} Motor Company`;
      fields[15] = reported;
      fields[16] = reported;
      [fields[19], fields[20], fields[21], fields[22]] = texts.map((text) => text ?? '') as [
        string,
        string,
        string,
        string,
      ];
      fields[27] = number % 200 === 0 ? 'Yes' : 'No';
      fields[28] = number % 100 === 0 ? 'Yes' : 'No';
      if (row % BROKEN_ONCE_IN === BROKEN_ONCE_IN - 1) fields[15] = 'soon';
      yield `${fields.join('\t')}\r\n`;
    }
  }
}

const CANADA_COLUMNS =
  'RECALL_NUMBER_NUM,YEAR,MANUFACTURER_RECALL_NO_TXT,CATEGORY_ETXT,CATEGORY_FTXT,MAKE_NAME_NM,MODEL_NAME_NM,' +
  'UNIT_AFFECTED_NBR,SYSTEM_TYPE_ETXT,SYSTEM_TYPE_FTXT,NOTIFICATION_TYPE_ETXT,NOTIFICATION_TYPE_FTXT,COMMENT_ETXT,' +
  'COMMENT_FTXT,RECALL_DATE_DTE';

/** Records as in Transport Canada's file: texts of several lines in quotes, in both languages. */
export function* canadaLines({ rows, seed = 3, much }: Lines): Generator<string> {
  const random = createRandom(seed);
  const [nextCar, textOf] = [createRecalledCars(random), createTexts(random)];
  yield `\ufeff${CANADA_COLUMNS}\r\n`;
  for (let row = 0, number = 1; row < rows; number++) {
    const day = digitsOfDay(random, 1980, 2026);
    const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`;
    const english = `"Issue\r\nOn certain vehicles, the ""${textOf(4)}"" could fail, ${textOf(60)}"`;
    const french = `"Problème\nSur certains véhicules, ${textOf(60)}"`;
    const cars = Array.from({ length: 1 + Math.floor(random() ** 3 * 30) }, nextCar);
    if (much !== undefined && number <= much.rows) cars.push(much);
    for (const { make, model, year } of cars) {
      if (row >= rows) return;
      row += 1;
      const recall =
        row % BROKEN_ONCE_IN === BROKEN_ONCE_IN - 1
          ? 'none'
          : `${day.slice(0, 4)}${String(number).padStart(5, '0')}`;
      const units = `"${Math.floor(1 + random() * 9)},${String(Math.floor(random() * 1_000)).padStart(3, '0')}.00"`;
      yield `${[recall, year, `R${number}`, 'Car', 'Automobile', make, model, units, 'Engine', 'Moteur', 'Safety Mfr', 'Sécurité - fabricant', english, french, date].join(',')}\r\n`;
    }
  }
}
