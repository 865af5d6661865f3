import type { MirrorDataset, MirrorGeneration, MirrorSegment } from '../mirror-store.ts';
import type { Sql } from './sql.ts';

interface GenerationRow {
  number: number;
  segments: string;
  checkedAtMs: number;
  publishedAtMs: number;
}

const SEGMENT_COLUMNS = 'id, dataset, part, version, facts, loaded_at_ms AS "loadedAtMs"';

export const INSERT_SEGMENT = `INSERT INTO mirror_segments (id, dataset, part, version, facts, loaded_at_ms)
  VALUES ($1, $2, $3, $4, $5, $6)`;

export function segmentValues(segment: MirrorSegment) {
  const { id, dataset, part, version, facts, loadedAtMs } = segment;
  return [id, dataset, part, version, facts, loadedAtMs];
}

const idsOf = (list: string) => (list === '' ? [] : list.split(' '));

/** Knows which segments there are and which are in use: the same tables in both engines, beside what else is stored. */
export function createMirrorCatalog(sql: Sql) {
  const segments = (dataset?: MirrorDataset) =>
    sql.read<MirrorSegment>(
      `SELECT ${SEGMENT_COLUMNS} FROM mirror_segments WHERE dataset = $1 OR $1 = '' ORDER BY loaded_at_ms, id`,
      [dataset ?? ''],
    );

  async function generation(dataset: MirrorDataset): Promise<MirrorGeneration | undefined> {
    const [found] = await sql.read<GenerationRow>(
      `SELECT number, segments, checked_at_ms AS "checkedAtMs", published_at_ms AS "publishedAtMs"
       FROM mirror_generations WHERE dataset = $1`,
      [dataset],
    );
    if (found === undefined) return undefined;
    const known = new Map((await segments(dataset)).map((segment) => [segment.id, segment]));
    const used = idsOf(found.segments).flatMap((id) => known.get(id) ?? []);
    return { ...found, dataset, segments: used };
  }

  return {
    generation,
    segments,
    async publish(
      dataset: MirrorDataset,
      segmentIds: readonly string[],
      nowMs: number,
    ): Promise<MirrorGeneration> {
      await sql.write(
        `INSERT INTO mirror_generations (dataset, number, segments, former, checked_at_ms, published_at_ms)
         VALUES ($1, 1, $2, '', $3, $3)
         ON CONFLICT (dataset) DO UPDATE SET
           number = mirror_generations.number + CASE WHEN mirror_generations.segments = $2 THEN 0 ELSE 1 END,
           former = CASE WHEN mirror_generations.segments = $2 THEN mirror_generations.former
             ELSE mirror_generations.segments END,
           published_at_ms = CASE WHEN mirror_generations.segments = $2 THEN mirror_generations.published_at_ms
             ELSE $3 END,
           segments = $2, checked_at_ms = $3`,
        [dataset, segmentIds.join(' '), nowMs],
      );
      const published = await generation(dataset);
      if (published === undefined) throw new Error('The generation that was published is not there.');
      return published;
    },
    /** Ids of all segments that a generation in use, or the one before it, needs. */
    async used(): Promise<Set<string>> {
      const rows = await sql.read<{ segments: string; former: string }>(
        'SELECT segments, former FROM mirror_generations',
      );
      return new Set(rows.flatMap(({ segments: now, former }) => [...idsOf(now), ...idsOf(former)]));
    },
    async forget(segmentId: string): Promise<void> {
      await sql.write('DELETE FROM mirror_segments WHERE id = $1', [segmentId]);
    },
  };
}
