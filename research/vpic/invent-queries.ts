import { type Dataset, manufacturersOf } from '@forecourt/vin';
import { createRandom, inventVin, type Random, withCheckDigit } from './invent-vin.ts';

/** A question to NHTSA's SQL and to the engine alike. */
export interface VinQuery {
  vin: string;
  kind: string;
  modelYear?: number;
}

type Change = (vin: string, isPassengerVehicle: boolean, random: Random) => Omit<VinQuery, 'kind'>;

const replaced = (vin: string, position: number, character: string): string =>
  vin.slice(0, position - 1) + character + vin.slice(position);
const CHOSEN_POSITIONS = [4, 5, 6, 7, 8, 11];
const CHARACTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const ODD_CHARACTERS = 'IOQU_?#-';
const FIRST_YEAR = 1979;

/** A change of a VIN as it was filed, and how often of a hundred it comes up. */
interface Kind {
  kind: string;
  share: number;
  change: Change;
}

const AS_FILED: Kind = { kind: 'as filed', share: 62, change: (vin) => ({ vin }) };
const KINDS: readonly Kind[] = [
  AS_FILED,
  {
    kind: 'wrong check digit',
    share: 8,
    change: (vin, _, random) => ({ vin: replaced(vin, 9, '0123456789X'.charAt(random(11))) }),
  },
  {
    kind: 'one other character',
    share: 10,
    change: (vin, isPassengerVehicle, random) => {
      const position = CHOSEN_POSITIONS[random(CHOSEN_POSITIONS.length)] ?? 4;
      const changed = replaced(vin, position, CHARACTERS.charAt(random(CHARACTERS.length)));
      return { vin: random(2) === 0 ? changed : withCheckDigit(changed, isPassengerVehicle) };
    },
  },
  { kind: 'cut short', share: 6, change: (vin, _, random) => ({ vin: vin.slice(0, 3 + random(14)) }) },
  {
    kind: 'unknown characters',
    share: 6,
    change: (vin, _, random) => {
      let partial = vin;
      for (let left = 1 + random(4); left > 0; left--) partial = replaced(partial, 4 + random(14), '*');
      return { vin: partial };
    },
  },
  {
    kind: 'with a model year',
    share: 5,
    change: (vin, _, random) => ({ vin, modelYear: FIRST_YEAR + random(50) }),
  },
  {
    kind: 'odd character',
    share: 3,
    change: (vin, _, random) => ({
      vin: replaced(vin, 1 + random(17), ODD_CHARACTERS.charAt(random(ODD_CHARACTERS.length))),
    }),
  },
];

/** One query for each schema in turn, in an order made by chance: all schemas once before any comes up again. */
export function* inventQueries(dataset: Dataset, seed: number): Generator<VinQuery> {
  const random = createRandom(seed);
  const pairs = [...manufacturersOf(dataset)]
    .filter(({ isPublic }) => isPublic)
    .flatMap((manufacturer) => manufacturer.filings.map((filing) => ({ manufacturer, filing })));
  const bySchema = [...Map.groupBy(pairs, ({ filing }) => filing.schema).values()];
  for (;;) {
    shuffle(bySchema, random);
    for (const filed of bySchema) {
      const pair = filed[random(filed.length)];
      if (pair === undefined) continue;
      const { manufacturer, filing } = pair;
      const { kind, change } = pickKind(random);
      const vin = inventVin(dataset, manufacturer, filing, random);
      yield { kind, ...change(vin, manufacturer.isPassengerVehicle, random) };
    }
  }
}

function pickKind(random: Random): Kind {
  let left = random(KINDS.reduce((sum, { share }) => sum + share, 0));
  const found = KINDS.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  return found ?? AS_FILED;
}

function shuffle<T>(list: T[], random: Random): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = random(at + 1);
    const [one, two] = [list[at], list[other]];
    if (one !== undefined && two !== undefined) [list[at], list[other]] = [two, one];
  }
}
