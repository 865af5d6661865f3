import type { DatasetHeader } from './container.ts';

/** NHTSA's error codes, each a bit, so that a set of them is a number. */
export const ERROR = {
  clean: 1 << 0,
  checkDigit: 1 << 1,
  correctedTo: 1 << 2,
  correctedByCheckDigit: 1 << 3,
  oneWrong: 1 << 4,
  severalWrong: 1 << 5,
  incomplete: 1 << 6,
  unregistered: 1 << 7,
  noDetail: 1 << 8,
  glider: 1 << 9,
  offRoad: 1 << 10,
  noYear: 1 << 11,
  otherYear: 1 << 12,
  unexplained: 1 << 14,
  invalidCharacters: 1 << 15,
} as const;

const INVALID_CHARACTERS_CODE = 400;

export interface KnownErrors {
  /** The numbers in ascending order. */
  codes: readonly number[];
  /** The same as text. */
  list: string;
  texts: readonly { bit: number; text: string }[];
  /** What they weigh when passes are compared: never positive, the worse the lower. */
  weight: number;
}

export interface ErrorTable {
  /** What NHTSA knows of a set of codes. */
  of(codes: number): KnownErrors;
  /** The longer explanation of a code, where there is one. */
  detailOf(bit: number): string;
}

export function createErrorTable(rows: DatasetHeader['errorCodes']): ErrorTable {
  const known = rows
    .toSorted((a, b) => a.code - b.code)
    .map((row) => ({ ...row, bit: 1 << (row.code === INVALID_CHARACTERS_CODE ? 15 : row.code) }));
  const sets = new Map<number, KnownErrors>();
  return {
    of(codes) {
      let set = sets.get(codes);
      if (set === undefined) {
        const found = known.filter(({ bit }) => (codes & bit) !== 0);
        set = {
          codes: found.map(({ code }) => code),
          list: found.map(({ code }) => code).join(','),
          texts: found.map(({ bit, text }) => ({ bit, text: text.trim() })),
          weight: found.reduce((sum, { weight }) => sum + weight, 0),
        };
        sets.set(codes, set);
      }
      return set;
    },
    detailOf: (bit) => known.find((row) => row.bit === bit)?.detail.trim() ?? '',
  };
}
