import { describe, expect, it } from 'vitest';
import type { MirrorBlock, MirrorStore } from '../../src/storage/mirror-store.ts';
import type { StorageFactory } from './with-storage.ts';

const NOW_MS = 1_800_000_000_000;

/** The duties of every mirror, whatever stores it. */
export function describeMirror(make: () => Promise<StorageFactory>, canCopy: boolean): void {
  const block = (key: string, content: string) => ({ key, content });
  const about = { dataset: 'recalls', part: 'all', version: '1', loadedAtMs: NOW_MS } as const;
  const load = (mirror: MirrorStore, ...texts: string[]) =>
    mirror.load(about, async (put) => {
      for (const text of texts) await put([block(`a/${text}`, text), block('both', text)]);
      return { facts: JSON.stringify({ rows: texts.length }) };
    });
  const textsOf = async (found: Promise<MirrorBlock[]>) => (await found).map(({ content }) => content).sort();

  describe.skipIf(!canCopy)(`mirror${canCopy ? '' : ' (skipped: no PostgreSQL server here)'}`, () => {
    it('serves the segments that were published, together, also to another instance', async () => {
      const { open, reopen } = await make();
      await using storage = await open();
      await using other = await reopen();
      const [one, two] = [await load(storage.mirror, 'one'), await load(storage.mirror, 'two')];
      expect(await other.mirror.generation('recalls')).toBeUndefined();
      await storage.mirror.publish('recalls', [one.id, two.id], NOW_MS);

      const generation = await other.mirror.generation('recalls');
      expect(generation).toMatchObject({ number: 1, segments: [one, two], checkedAtMs: NOW_MS });
      const ids = generation?.segments.map(({ id }) => id) ?? [];
      expect(await textsOf(other.mirror.read(ids, ['both']))).toEqual(['one', 'two']);
      expect(await textsOf(other.mirror.read(ids, ['a/two', 'a/three']))).toEqual(['two']);
      expect(await other.mirror.size(one.id)).toBeGreaterThan(0);
    });

    it('is held by one at a time, of all instances', async () => {
      const { open, reopen } = await make();
      await using storage = await open();
      await using other = await reopen();
      const hold = await storage.mirror.hold();
      expect(hold?.lost.aborted).toBe(false);
      expect(await other.mirror.hold()).toBeUndefined();
      await hold?.[Symbol.asyncDispose]();
      await using next = await other.mirror.hold();
      expect(next?.lost.aborted).toBe(false);
    });

    it.each([
      ['byte', Uint8Array.from({ length: 70_000 }, (_, index) => index % 256)],
      ['letter', '"été", 車, 🚗 and \\N \t'.repeat(5_000)],
      ['nothing of no text', ''],
    ])('gives back every %s', async (_what, content) => {
      await using storage = await (await make()).open();
      const { id } = await storage.mirror.load(about, async (put) => {
        await put([{ key: 'block', content }]);
        return { facts: '{}' };
      });
      const asItWas = (block: MirrorBlock | undefined) =>
        typeof block?.content === 'object' ? Uint8Array.from(block.content) : block?.content;
      const [read] = await storage.mirror.read([id], ['block']);
      expect(asItWas(read)).toEqual(content);
      const listed: MirrorBlock[] = [];
      for await (const block of storage.mirror.list(id, 'b')) listed.push(block);
      expect(listed.map(asItWas)).toEqual([content]);
    });

    it('counts a generation only where its segments changed', async () => {
      await using storage = await (await make()).open();
      const { mirror } = storage;
      const one = await load(mirror, 'one');
      await mirror.publish('recalls', [one.id], NOW_MS);
      const same = await mirror.publish('recalls', [one.id], NOW_MS + 5);
      expect(same).toMatchObject({ number: 1, checkedAtMs: NOW_MS + 5, publishedAtMs: NOW_MS });
      const two = await load(mirror, 'two');
      expect(await mirror.publish('recalls', [two.id], NOW_MS + 9)).toMatchObject({ number: 2 });
    });

    it('knows nothing of a segment whose loading failed, and goes on', async () => {
      await using storage = await (await make()).open();
      const { mirror } = storage;
      const loading = mirror.load(about, async (put) => {
        await put([block('a', 'begun')]);
        throw new Error('the file ended in the middle');
      });
      await expect(loading).rejects.toThrow('the file ended in the middle');
      expect(await mirror.segments('recalls')).toEqual([]);
      await load(mirror, 'one');
      expect(await mirror.segments('recalls')).toHaveLength(1);
    });

    it('lists by prefix, in order, whatever the number', async () => {
      await using storage = await (await make()).open();
      const { mirror } = storage;
      const names = Array.from({ length: 450 }, (_, index) => String(1_000 + index));
      const { id } = await load(mirror, ...names.slice(0, 1));
      const many = await mirror.load(about, async (put) => {
        await put(names.map((name) => block(`a/${name}`, name)));
        await put([block('b/1', 'other')]);
        return { facts: '{}' };
      });
      const listed: string[] = [];
      for await (const { key } of mirror.list(many.id, 'a/')) listed.push(key);
      expect(listed).toEqual(names.map((name) => `a/${name}`));
      expect(id).not.toBe(many.id);
    });

    it('removes what neither the generation in use nor the one before needs', async () => {
      await using storage = await (await make()).open();
      const { mirror } = storage;
      const made = [];
      for (const name of ['one', 'two', 'three', 'four']) made.push(await load(mirror, name));
      for (const { id } of made.slice(0, 3)) await mirror.publish('recalls', [id], NOW_MS);
      const kept = made.slice(1).map(({ id }) => id);
      expect(await mirror.removeUnused(kept.slice(2))).toBe(1);
      expect((await mirror.segments('recalls')).map(({ id }) => id).sort()).toEqual(kept.sort());
      expect(await mirror.removeUnused([])).toBe(1);
      expect(await mirror.segments('recalls')).toHaveLength(2);
    });
  });
}
