import { parseArgs } from 'node:util';
import { seededRandom } from '../payments/fault-plan.ts';
import { readCorpus, writeCorpus } from './corpus.ts';
import { watchCoverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import { type Reader, readers, SLOW_MS } from './readers.ts';

/**
 * Fuzzing that follows what V8 says was run, reader by reader in turns: npm run fuzz -- --minutes 60 --seed 1
 * An input that goes another way than everything before it is kept and changed further; at the end the fewest inputs that go
 * all ways are written to test/fuzz/corpus, which `npm test` reads again.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const TURN_MS = 10_000;
/** Coverage is asked for N inputs at once; only where something is new is each of them looked at. */
const BATCH = 200;
const LONGEST_KEPT = 2_048;
const MOST_KEPT = 80;

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Kept {
  input: Buffer;
  ways: readonly string[];
}

const random = seededRandom(Number(values.seed));
const endMs = Date.now() + Number(values.minutes) * 60_000;
await using coverage = await watchCoverage();
const states = readers.map((reader) => ({
  reader,
  kept: [] as Kept[],
  seen: new Set<string>(),
  runs: 0,
  ms: 0,
}));
type State = (typeof states)[number];
const failures: string[] = [];

for (const state of states) {
  const { reader } = state;
  for (const input of [...reader.seeds.map((seed) => Buffer.from(seed)), ...readCorpus(reader.name)])
    await look(state, input);
}
while (Date.now() < endMs && failures.length === 0) for (const state of states) await takeTurn(state);
for (const { reader, kept, seen, runs, ms } of states) {
  const fewest = coverAll(kept);
  writeCorpus(reader.name, fewest);
  const rate = Math.round(runs / (ms / 1_000));
  say(`${reader.name}: ${runs} inputs (${rate}/s), ${seen.size} ways, ${fewest.length} inputs kept`);
}
for (const failure of failures) say(failure);
say(`seed ${values.seed}, ${values.minutes} minutes, ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function takeTurn(state: State): Promise<void> {
  const startedMs = Date.now();
  while (Date.now() - startedMs < TURN_MS && failures.length === 0) {
    const batch = Array.from({ length: BATCH }, () =>
      mutate(pick(state), pick(state), state.reader.words, random),
    );
    await coverage.take();
    for (const input of batch) await run(state, input);
    if (!(await coverage.take()).some((way) => !state.seen.has(way))) continue;
    for (const input of batch) await look(state, input);
  }
  state.ms += Date.now() - startedMs;
}

/** The newest more often: what has just been found is least explored. */
function pick({ kept }: State): Buffer {
  const place = Math.floor(Math.sqrt(random()) * kept.length);
  return kept[place]?.input ?? Buffer.alloc(0);
}

async function look(state: State, input: Buffer): Promise<void> {
  await coverage.take();
  await run(state, input);
  const ways = await coverage.take();
  if (ways.every((way) => state.seen.has(way))) return;
  for (const way of ways) state.seen.add(way);
  if (input.length <= LONGEST_KEPT) state.kept.push({ input, ways });
}

async function run(state: State, input: Buffer): Promise<void> {
  const { reader } = state;
  state.runs += 1;
  const started = process.cpuUsage();
  try {
    await reader.read(input);
    // Not by the clock: on a busy machine a fuzzer of low priority stands still for seconds.
    const ms = process.cpuUsage(started).user / 1_000;
    if (ms > SLOW_MS) report(reader, input, `took ${Math.round(ms)} ms`);
  } catch (error) {
    report(reader, input, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

function report(reader: Reader, input: Buffer, what: string): void {
  failures.push(`${reader.name} on ${input.toString('base64')}: ${what}`);
}

/** The fewest inputs, roughly, that go all ways: always the one that adds most. */
function coverAll(kept: readonly Kept[]): Buffer[] {
  const left = new Set(kept.flatMap(({ ways }) => ways));
  const chosen: Buffer[] = [];
  const rest = new Set(kept);
  while (left.size > 0 && chosen.length < MOST_KEPT) {
    let best: Kept | undefined;
    let most = 0;
    for (const one of rest) {
      const adds = one.ways.filter((way) => left.has(way)).length;
      if (adds > most) [best, most] = [one, adds];
    }
    if (!best) break;
    rest.delete(best);
    chosen.push(best.input);
    for (const way of best.ways) left.delete(way);
  }
  return chosen;
}
