import { entryOf } from '../../lib/entry-of.ts';
import { keys, type ModelRecall, type PackedRecall, packBlock } from '../blocks.ts';
import { LEAST_RECALL_COLUMNS, type RecallRow, readRecallRow } from '../formats/recall-row.ts';
import { createTabSplitter } from '../formats/tab-rows.ts';
import { createBlockWriter, eachRow, type LoadFile } from './loading.ts';
import { createRowCounts } from './row-counts.ts';

/** Of one model and year: the recalls it is in, by campaign. */
type OfModel = Map<string, ModelRecall>;

/** A campaign is kept once with its texts, and under each make and year the campaigns of every model. */
export const loadRecalls: LoadFile = async (loading) => {
  const counts = createRowCounts();
  const campaigns = new Map<string, PackedRecall>();
  const models = new Map<string, Map<string, OfModel>>();
  let vehicles = 0;
  const newModel = (): OfModel => {
    vehicles += 1;
    return new Map();
  };

  function use(row: RecallRow): void {
    const { campaign, make, model, year, component } = row;
    const recall = entryOf(campaigns, campaign, () => ({ components: [], ...row.texts() }));
    if (component !== '' && !recall.components.includes(component)) recall.components.push(component);

    const ofMake = entryOf(models, keys.models(make, year), () => new Map<string, OfModel>());
    const ofModel = entryOf(ofMake, model, newModel);
    const known = ofModel.get(campaign);
    ofModel.set(campaign, [
      campaign,
      earlier(known?.[1] ?? null, row.producedFrom),
      later(known?.[2] ?? null, row.producedTo),
    ]);
  }

  await eachRow(loading, createTabSplitter(), counts, {
    leastColumns: LEAST_RECALL_COLUMNS,
    read: readRecallRow,
    use,
  });
  const facts = counts.finish(campaigns.size, vehicles);
  const { write: writePacked, flush } = createBlockWriter(loading.put);
  const write = (key: string, value: unknown) => writePacked(key, packBlock(value));
  for (const [campaign, recall] of campaigns) await write(keys.recall(campaign), recall);
  for (const [key, ofMake] of models)
    await write(
      key,
      Object.fromEntries([...ofMake].map(([model, recalls]) => [model, [...recalls.values()]])),
    );
  await write(keys.numbers, [...campaigns.keys()]);
  await write(keys.rejected, counts.rejectedRows());
  await flush();
  return facts;
};

function earlier(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function later(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
