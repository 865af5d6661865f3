const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** One line of a flat file. It is the same object for every line, so what is needed of one is taken before the next. */
export interface TabRow {
  readonly columns: number;
  /** Of a column counted from 0, one character for each byte; '' beyond the last. */
  text(column: number): string;
  /** The whole line, one character for each byte. */
  line(): string;
}

export interface TabSplitter {
  /** The lines that a piece of the file ends; the rest is kept for the next piece. */
  rows(piece: Buffer): Iterable<TabRow>;
  /** The last line, where the file does not end with a line feed. */
  end(): Iterable<TabRow>;
}

/** Cuts a tab-separated file into lines and columns as its pieces come, without ever holding more than a piece. */
export function createTabSplitter(): TabSplitter {
  let rest: Buffer = Buffer.alloc(0);
  let bytes = rest;
  let ends: number[] = [];
  let start = 0;

  const row: TabRow = {
    get columns() {
      return ends.length;
    },
    text(column) {
      const end = ends[column];
      if (end === undefined) return '';
      const from = column === 0 ? start : (ends[column - 1] ?? start) + 1;
      return bytes.toString('latin1', from, end).trim();
    },
    line: () => bytes.toString('latin1', start, ends.at(-1) ?? start),
  };

  function* split(isLast: boolean): Generator<TabRow> {
    start = 0;
    ends = [];
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === TAB) ends.push(at);
      else if (byte === LINE_FEED) {
        ends.push(at > start && bytes[at - 1] === CARRIAGE_RETURN ? at - 1 : at);
        if (at > start) yield row;
        start = at + 1;
        ends = [];
      }
    }
    if (isLast && start < bytes.length) {
      ends.push(bytes.length);
      yield row;
    } else rest = bytes.subarray(start);
  }

  return {
    rows(piece) {
      bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      return split(false);
    },
    end() {
      bytes = rest;
      rest = Buffer.alloc(0);
      return split(true);
    },
  };
}
