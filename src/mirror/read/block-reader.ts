import type { MirrorStore } from '../../storage/mirror-store.ts';
import { keys, unpackBlock } from '../blocks.ts';

/** Only lists of names, which are asked for several times for one car; texts are not. */
const REMEMBERED = 20;
const isList = (key: string) => key.startsWith(keys.allModels) || key === keys.makes;

/** Chooses how to unpack; blocks of complaints stay as they are. */
const unpackerOf = (key: string) =>
  key.startsWith(keys.allComplaints) ? (content: unknown) => content : unpackBlock;

type Waiting = PromiseWithResolvers<unknown[]>;

/** Reads the blocks of one generation, which never change. */
export function createBlockReader(store: Pick<MirrorStore, 'read'>, segmentIds: readonly string[]) {
  // A ring: a map through which entries go leaves old tables behind, which keep what was in them.
  const remembered: ({ key: string; blocks: Promise<unknown[]> } | undefined)[] = [];
  let turn = 0;
  let waiting = new Map<string, Waiting>();

  async function readWaiting(): Promise<void> {
    const asked = waiting;
    waiting = new Map();
    try {
      const found = await store.read(segmentIds, [...asked.keys()]);
      const blocks = Map.groupBy(found, ({ key }) => key);
      for (const [key, { resolve }] of asked)
        resolve((blocks.get(key) ?? []).map(({ content }) => unpackerOf(key)(content)));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }

  function ask(key: string): Promise<unknown[]> {
    if (waiting.size === 0) setImmediate(readWaiting);
    const known = waiting.get(key);
    if (known) return known.promise;
    const asked: Waiting = Promise.withResolvers();
    waiting.set(key, asked);
    return asked.promise;
  }

  return {
    /** Reads the block of this key in each segment that has one; all keys of one turn of the event loop are read together. */
    read(key: string): Promise<unknown[]> {
      if (!isList(key)) return ask(key);
      const known = remembered.find((one) => one?.key === key);
      if (known) return known.blocks;
      const asked = { key, blocks: ask(key) };
      const place = turn;
      turn = (turn + 1) % REMEMBERED;
      remembered[place] = asked;
      asked.blocks.catch(() => {
        if (remembered[place] === asked) remembered[place] = undefined;
      });
      return asked.blocks;
    },
  };
}

export type BlockReader = ReturnType<typeof createBlockReader>;
