import { entryOf } from '../../lib/entry-of.ts';
import { keys, type ModelRecall, packBlock, type RecallModels } from '../blocks.ts';
import { LEAST_RECALL_COLUMNS, readRecallRow } from '../formats/recall-row.ts';
import { createTabSplitter } from '../formats/tab-rows.ts';
import { createBuckets } from './buckets.ts';
import { createBlockWriter, eachRow, type LoadFile } from './loading.ts';
import { createRowCounts } from './row-counts.ts';

/** A campaign is kept once with its texts, and under each make and year the campaigns of every model. */
export const loadRecalls: LoadFile = async (loading) => {
  const counts = createRowCounts();
  const buckets = createBuckets(loading.folder);
  const { write: writePacked, flush } = createBlockWriter(loading.put);
  const write = (key: string, value: unknown) => writePacked(key, packBlock(value));
  const campaigns = new Set<string>();
  let texts: Promise<void>[] = [];
  await eachRow(loading, createTabSplitter(), counts, {
    leastColumns: LEAST_RECALL_COLUMNS,
    read: readRecallRow,
    use(row) {
      const { campaign, make, model, year, component, producedFrom, producedTo } = row;
      buckets.add([make, model, year, campaign, component, producedFrom ?? '', producedTo ?? '']);
      if (campaigns.has(campaign)) return;
      campaigns.add(campaign);
      texts.push(write(keys.recall(campaign), row.texts()));
    },
    async afterPiece() {
      await Promise.all(texts);
      texts = [];
    },
  });
  let vehicles = 0;
  for (const { make, year, models } of buckets.read()) {
    loading.signal?.throwIfAborted();
    const recalls = [...models].map(([model, rows]): RecallModels[number] => [model, joinRows(rows)]);
    vehicles += models.size;
    await write(keys.models(make, year), recalls);
  }
  const facts = counts.finish(campaigns.size, vehicles);
  await write(keys.numbers, [...campaigns]);
  await write(keys.rejected, counts.rejectedRows());
  await flush();
  return facts;
};

/** One recall for all rows of its campaign: of every component and plant there is one. */
function joinRows(rows: readonly string[][]): ModelRecall[] {
  const byCampaign = new Map<string, string[][]>();
  for (const row of rows) entryOf(byCampaign, row[CAMPAIGN] ?? '', () => []).push(row);
  return [...byCampaign].map(([campaign, ofCampaign]) => {
    const values = (place: number) =>
      [...new Set(ofCampaign.map((row) => row[place] ?? ''))].filter((value) => value !== '');
    return [
      campaign,
      values(CAMPAIGN + 1).join('; '),
      values(CAMPAIGN + 2).sort()[0] ?? null,
      values(CAMPAIGN + 3)
        .sort()
        .at(-1) ?? null,
    ];
  });
}

/** Behind make, model and year; its components and days of production follow. */
const CAMPAIGN = 3;
