import { readDataFiles } from './data-folder.ts';
import { type Maker, makerSchema } from './maker-schema.ts';
import { makeKey } from './names.ts';

let makers: Map<string, Maker> | undefined;

export function findMaker(make: string): Maker | undefined {
  makers ??= readMakers();
  return makers.get(makeKey(make));
}

function readMakers(): Map<string, Maker> {
  const all = readDataFiles().map(({ text }) => makerSchema.parse(JSON.parse(text)));
  return new Map(
    all.flatMap((maker) =>
      [maker.make, ...(maker.alsoWritten ?? [])].map((name) => [makeKey(name), maker] as const),
    ),
  );
}
