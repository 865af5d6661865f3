const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

export interface RowSplitter {
  /** The rows that a piece of the file ends, as the bytes of their fields, one character each. */
  rows(piece: Buffer): Iterable<readonly string[]>;
  /** The last row, where the file does not end with a line end. */
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
