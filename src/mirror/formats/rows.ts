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
