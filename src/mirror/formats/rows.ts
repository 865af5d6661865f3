import { isUtf8 } from 'node:buffer';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
const COMMA = 44;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export interface RowSplitter {
  /** Gives the rows that a piece of the file ends, as the bytes of their fields, one character each. */
  rows(piece: Buffer): Iterable<readonly string[]>;
  /** Gives the last row, where the file does not end with a line end. */
  end(): Iterable<readonly string[]>;
}

/** Cuts a tab-separated file into rows as its pieces come, without ever holding more than a piece. */
export function createTabSplitter(): RowSplitter {
  let rest: Buffer = Buffer.alloc(0);
  return {
    *rows(piece) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
        // Each line is a string of its own: a field that is kept does not keep the whole piece.
        const last = end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
        if (last > start) yield bytes.toString('latin1', start, last).split('\t');
        start = end + 1;
      }
      rest = bytes.subarray(start);
    },
    *end() {
      if (rest.length > 0) yield rest.toString('latin1').split('\t');
      rest = Buffer.alloc(0);
    },
  };
}

/** Cuts a CSV file into records as its pieces come; a quoted field may hold commas, quotes and line ends. */
export function createCsvSplitter(): RowSplitter {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;

  function field(bytes: Buffer, from: number, to: number): string {
    if (bytes[from] !== QUOTE) return bytes.toString('latin1', from, to).trim();
    const end = bytes[to - 1] === QUOTE && to - 1 > from ? to - 1 : to;
    const quoted = bytes.toString('latin1', from + 1, end);
    return quoted.replaceAll('""', '"').trim();
  }

  function* split(bytes: Buffer, isLast: boolean): Generator<string[]> {
    let start = 0;
    let from = 0;
    let quoted = false;
    let fields: string[] = [];
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      // A doubled quote ends and begins a quoted part: nothing changes by it.
      if (byte === QUOTE) quoted = !quoted;
      else if (quoted) continue;
      else if (byte === COMMA) {
        fields.push(field(bytes, from, at));
        from = at + 1;
      } else if (byte === LINE_FEED) {
        fields.push(field(bytes, from, bytes[at - 1] === CARRIAGE_RETURN && at > from ? at - 1 : at));
        if (fields.length > 1 || fields[0] !== '') yield fields;
        fields = [];
        start = at + 1;
        from = at + 1;
      }
    }
    if (!isLast) {
      rest = bytes.subarray(start);
      return;
    }
    if (start < bytes.length) {
      fields.push(field(bytes, from, bytes.length));
      yield fields;
    }
  }

  return {
    rows(piece) {
      let bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      if (isFirst) {
        isFirst = false;
        if (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) bytes = bytes.subarray(3);
      }
      return split(bytes, false);
    },
    end() {
      const bytes = rest;
      rest = Buffer.alloc(0);
      return split(bytes, true);
    },
  };
}

const windows1252 = new TextDecoder('windows-1252');
/** Bytes that Windows-1252 shows as other characters than Latin-1. */
const windowsCharacters = new Map(
  Array.from({ length: 0x20 }, (_, offset) => {
    const byte = 0x80 + offset;
    return [String.fromCharCode(byte), windows1252.decode(Uint8Array.of(byte))] as const;
  }),
);
const bytesOfWindows = new Map([...windowsCharacters].map(([byte, character]) => [character, byte]));
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** UTF-8 that somebody took for Windows-1252 and wrote as UTF-8 once more: `wasnâ€™t`. */
const MANGLED = /[\u00c2-\u00c5\u00e2][\u0080-\u00bf\u0152-\u0178\u2013-\u2122\u02c6\u02dc\u20ac]/;

/**
 * Decodes bytes that were read as one character each. The files call themselves Latin-1, hold Windows-1252, and
 * in newer rows UTF-8, some of it written twice.
 */
export function textOfBytes(bytes: string): string {
  if (!BEYOND_ASCII.test(bytes)) return bytes;
  const text =
    fromUtf8(bytes) ?? bytes.replace(/[\u0080-\u009f]/g, (byte) => windowsCharacters.get(byte) ?? byte);
  if (!MANGLED.test(text)) return text;
  const once = text.replace(/[\u0100-\uffff]/g, (character) => bytesOfWindows.get(character) ?? character);
  return (/[\u0100-\uffff]/.test(once) ? undefined : fromUtf8(once)) ?? text;
}

function fromUtf8(bytes: string): string | undefined {
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? buffer.toString() : undefined;
}

/** Reads YYYYMMDD, YYYY-MM-DD or M/D/YYYY, with or without a time, as an ISO day; null for nothing, undefined for no date. */
export function isoDayOf(text: string): string | null | undefined {
  if (text === '') return null;
  let day = knownDays.get(text);
  if (day === undefined) {
    day = parseDay(text) ?? NO_DAY;
    if (knownDays.size < MOST_KNOWN_DAYS) knownDays.set(text, day);
  }
  return day === NO_DAY ? undefined : day;
}

/** The days of a hundred years, in the two or three ways in which they are written. */
const MOST_KNOWN_DAYS = 100_000;
const NO_DAY = '';
const knownDays = new Map<string, string>();

function parseDay(text: string): string | undefined {
  const digits = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[T ])/.exec(text);
  const american = digits === null ? /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:$| )/.exec(text) : null;
  const [year, month, day] =
    digits !== null ? [digits[1], digits[2], digits[3]] : [american?.[3], american?.[1], american?.[2]];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // The 31st of February is the 2nd of March to the parser.
  return Number.isNaN(time) || new Date(time).getUTCDate() !== Number(day) ? undefined : iso;
}

/** Reads a whole number that is not negative; 0 where nothing stands there; undefined for anything else. */
export function countOf(text: string): number | undefined {
  if (text === '') return 0;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // "2,700.00"
  return /^\d{1,3}(?:,?\d{3})*(?:\.0+)?$/.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

/** Reads yes, no or not stated (null); undefined for anything else. */
export function flagOf(text: string): boolean | null | undefined {
  if (text === '') return null;
  if (/^(?:y|yes|true)$/i.test(text)) return true;
  return /^(?:n|no|false)$/i.test(text) ? false : undefined;
}

/** A year that stands for "unknown", and of equipment for "not applicable". */
const NO_YEAR = 9999;

/** Reads a model year; null for unknown and for equipment; undefined for anything else. */
export function modelYearOf(text: string): number | null | undefined {
  if (text === '' || Number(text) === NO_YEAR) return null;
  return /^(?:19|20)\d\d$/.test(text) ? Number(text) : undefined;
}
