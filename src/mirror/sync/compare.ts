import { sum } from '../../lib/count.ts';
import { counted, withThousands } from '../../lib/wording.ts';
import type { MirrorDataset, MirrorSegment, MirrorStore } from '../../storage/mirror-store.ts';
import {
  type ComplaintModels,
  isReadable,
  keys,
  type NamedPairs,
  type RejectedRow,
  unpackBlock,
} from '../blocks.ts';
import { segmentFactsSchema } from '../load/loading.ts';

/** The share of rows and records that must remain: public files lose hardly any, and never more than this. */
const LEAST_KEPT_SHARE = 0.98;
/** The number of makes and years that are compared one by one. */
const SAMPLED = 200;
/** Complaints of one model and year may be taken back or filed elsewhere. */
const LEAST_KEPT_OF_MODEL = 0.8;
const FEW = 5;
const NAMED = 5;
/** The share of the rows of a file that may be set aside. */
const MOST_REJECTED_SHARE = 0.0001;
/** The characters that are shown of a row. */
const SHOWN = 120;

/**
 * Lists objections to new segments in the place of those in use. Counts and numbers of recalls are compared even where
 * another release wrote in another form: theirs is the same in all.
 */
export async function objectionsToCopy(
  store: MirrorStore,
  dataset: MirrorDataset,
  segments: readonly MirrorSegment[],
): Promise<string[]> {
  const inUse = await store.generation(dataset);
  const [before, now] = [inUse?.segments ?? [], segments];
  const added = now.filter(({ id }) => before.every((one) => one.id !== id));
  const alone = [...emptyOnes(segments), ...(await setAside(store, added))];
  const compared = { store, before, now };
  if (before.every(({ id }) => now.some((one) => one.id === id))) return alone;
  return [
    ...alone,
    ...fewer('rows', compared),
    ...fewer('records', compared),
    ...(dataset === 'complaints' ? await lostComplaints(compared) : await lostRecalls(compared)),
  ];
}

interface Compared {
  store: MirrorStore;
  before: readonly MirrorSegment[];
  now: readonly MirrorSegment[];
}

const factsOf = ({ facts }: MirrorSegment) => segmentFactsSchema.parse(JSON.parse(facts));

function emptyOnes(segments: readonly MirrorSegment[]): string[] {
  return segments
    .filter((segment) => factsOf(segment).records === 0)
    .map(({ part }) => `The file ${part} holds nothing that could be used.`);
}

/** Names the files whose form may have changed: more of their rows than usual could not be used. */
async function setAside(store: MirrorStore, segments: readonly MirrorSegment[]): Promise<string[]> {
  const objections = segments.map(async (segment) => {
    const { rows, rejected } = factsOf(segment);
    if (rejected <= Math.max(1, rows * MOST_REJECTED_SHARE)) return [];
    const [kept = []] = await blocksOf<RejectedRow[]>(store, [segment], [keys.rejected]);
    const example = kept
      .slice(0, 1)
      .map(({ reason, line }) => `, such as (${reason}): ${line.slice(0, SHOWN)}`);
    return [
      `${withThousands(rejected)} of ${counted(rows, 'row')} of the file ${segment.part} could not be used, so that its form may have changed${example.join('')}`,
    ];
  });
  return (await Promise.all(objections)).flat();
}

function fewer(what: 'rows' | 'records', { before, now }: Compared): string[] {
  const countIn = (segments: readonly MirrorSegment[]) =>
    sum(segments.map((segment) => factsOf(segment)[what]));
  const [were, are] = [countIn(before), countIn(now)];
  return are < were * LEAST_KEPT_SHARE
    ? [`There are ${withThousands(are)} ${what}, and were ${withThousands(were)}.`]
    : [];
}

/** Recalls are practically never withdrawn: not one may be gone, nor a sampled model from a recall that it was in. */
async function lostRecalls({ store, before, now }: Compared): Promise<string[]> {
  const numbers = async (segments: readonly MirrorSegment[]) =>
    new Set((await blocksOf<string[]>(store, segments, [keys.numbers])).flat());
  const [known, found] = [await numbers(before), await numbers(now)];
  const gone = [...known].filter((number) => !found.has(number));
  const named = gone.slice(0, NAMED).join(', ');
  if (gone.length > 0)
    return [`${counted(gone.length, 'recall is gone', 'recalls are gone')}, such as ${named}.`];
  const lost: string[] = [];
  const readable = before.filter(isReadable);
  for (const key of await sampledKeys(store, readable)) {
    const [were, are] = [await recallsUnder(store, readable, key), await recallsUnder(store, now, key)];
    lost.push(...[...were].filter((pair) => !are.has(pair)));
  }
  return lost.length > 0
    ? [`${counted(lost.length, 'model is', 'models are')} no longer in a recall, such as ${lost[0]}.`]
    : [];
}

async function recallsUnder(store: MirrorStore, segments: readonly MirrorSegment[], key: string) {
  const blocks = await blocksOf<NamedPairs<[string, ...unknown[]][]>>(store, segments, [key]);
  return new Set(
    blocks.flatMap((models) =>
      models.flatMap(([model, recalls]) =>
        recalls.map(([number]) => `${key.slice(keys.allModels.length)} ${model} in ${number}`),
      ),
    ),
  );
}

async function lostComplaints({ store, before, now }: Compared): Promise<string[]> {
  const lost: string[] = [];
  const readable = before.filter(isReadable);
  for (const key of await sampledKeys(store, readable)) {
    const [were, are] = [await countsUnder(store, readable, key), await countsUnder(store, now, key)];
    for (const [model, count] of were)
      if (count > FEW && (are.get(model) ?? 0) < count * LEAST_KEPT_OF_MODEL)
        lost.push(`${key.slice(keys.allModels.length)} ${model}`);
  }
  return lost.length > 0 ? [`${counted(lost.length, 'model')} lost complaints, such as ${lost[0]}.`] : [];
}

async function countsUnder(store: MirrorStore, segments: readonly MirrorSegment[], key: string) {
  const counts = new Map<string, number>();
  for (const models of await blocksOf<ComplaintModels>(store, segments, [key]))
    for (const [model, { complaints }] of models) counts.set(model, (counts.get(model) ?? 0) + complaints);
  return counts;
}

/** Chooses some of the makes and years, evenly from all of them. */
async function sampledKeys(store: MirrorStore, segments: readonly MirrorSegment[]): Promise<string[]> {
  const all = new Set<string>();
  for (const { id } of segments) for await (const { key } of store.list(id, keys.allModels)) all.add(key);
  const every = Math.max(1, Math.floor(all.size / SAMPLED));
  return [...all].filter((_, index) => index % every === 0);
}

async function blocksOf<Value>(
  store: MirrorStore,
  segments: readonly MirrorSegment[],
  wanted: readonly string[],
): Promise<Value[]> {
  const ids = segments.map(({ id }) => id);
  const found = await store.read(ids, wanted);
  // Written by this program, in the form that the version of the segment says.
  return found.map(({ content }) => unpackBlock(content) as Value);
}
