const LONGEST = 4_096;
const NUMBERS = ['0', '-1', '9007199254740993', '1e309', '0x', '4294967296'];

/** Another input, made of one or two that are known. */
export function mutate(input: Buffer, other: Buffer, words: readonly string[], random: () => number): Buffer {
  let bytes = input;
  const changes = 1 + Math.floor(random() * 4);
  for (let change = 0; change < changes; change++) bytes = mutateOnce(bytes, other, words, random);
  return bytes.subarray(0, LONGEST);
}

function mutateOnce(bytes: Buffer, other: Buffer, words: readonly string[], random: () => number): Buffer {
  const below = (bound: number) => Math.floor(random() * bound);
  const at = below(bytes.length + 1);
  const length = 1 + below(Math.min(32, bytes.length - at + 1));
  const put = (part: Buffer, instead = 0) =>
    Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at + instead)]);
  const word = (list: readonly string[]) => Buffer.from(list[below(list.length)] ?? '');
  switch (below(8)) {
    case 0:
      return put(Buffer.of(below(256)), 1);
    case 1:
      return put(Buffer.of(below(256)));
    case 2:
      return put(Buffer.alloc(0), length);
    case 3:
      return put(bytes.subarray(at, at + length));
    case 4:
      return put(word(words), random() < 0.5 ? length : 0);
    case 5:
      return put(word(NUMBERS), length);
    case 6:
      return put(other.subarray(below(other.length + 1)), bytes.length);
    default:
      // Many of one kind: what is quadratic shows.
      return put(Buffer.concat(Array.from({ length: 1 << below(8) }, () => bytes.subarray(at, at + length))));
  }
}
