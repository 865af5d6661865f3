import { pipeline } from 'node:stream/promises';
import type { WriteStream } from 'node:tty';
import { type Command, InvalidArgumentError } from 'commander';
import { sum } from '../../lib/count.ts';
import { getOrInsert } from '../../lib/on-demand.ts';
import { counted, withThousands } from '../../lib/wording.ts';
import type { FiledName } from '../../mirror/read/whole-copy.ts';
import type { SyncStep } from '../../mirror/sync/sync-in-worker.ts';
import type { MirrorDataset, MirrorStore } from '../../storage/mirror-store.ts';
import { addTimeoutOption, deadlineOf, openForecourt, type TimeoutOptions } from '../here.ts';

/** VINs of 17 characters began with it. */
const FIRST_YEAR = 1981;
const SHOWN_NAMES = 50;

function parseYear(text: string): number {
  if (!/^\d{4}$/.test(text)) throw new InvalidArgumentError('It must be a year such as 2013.');
  return Number(text);
}

interface SyncOptions extends Partial<Record<MirrorDataset, true>>, TimeoutOptions {
  force?: true;
  json?: true;
}

export function addMirrorCommand(program: Command): void {
  const mirror = program
    .command('mirror')
    .description('An own copy of the public record: recalls and complaints answer from it');
  const sync = mirror
    .command('sync')
    .description('Bring the copy up to date from the files that NHTSA and Transport Canada publish')
    .option('--recalls', 'the recalls of the United States; without any of the three all of them')
    .option('--complaints', 'the complaints of owners')
    .option('--canada', 'the recalls of Canada')
    .option('--force', 'take what was read although a comparison with the last copy objects')
    .option('--json', 'each step as one object a line');
  addTimeoutOption(sync, 'for all of it').action(syncMirror);
  mirror
    .command('status')
    .description('Say what the copy holds, of when it is and how large')
    .option('--json', 'one object a line')
    .option('--rejected', 'all rows that were set aside, and not one for each reason')
    .action(async ({ json, rejected }: { json?: true; rejected?: true }) => {
      const { describeMirror } = await import('../../mirror/read/whole-copy.ts');
      await using forecourt = await openForecourt();
      const { mirror: store } = await forecourt.storage();
      const held = await describeMirror(store, { withAllRejected: rejected === true });
      if (held.length === 0 && !json)
        process.stdout.write('There is no copy: "forecourt mirror sync" makes one.\n');
      for (const one of held) {
        if (json) {
          process.stdout.write(`${JSON.stringify(one)}\n`);
          continue;
        }
        const { dataset, part, facts, bytes } = one;
        process.stdout.write(
          `${dataset} ${part}: ${withThousands(facts.records)} of ${withThousands(facts.rows)} rows, ${inMegabytes(bytes)}, generation ${one.generation}, files of ${facts.changedAt ?? 'an unknown day'}, last compared ${one.checkedAt}${one.isReadable ? '' : '; made by another release and not in use until "forecourt mirror sync" has made it again'}\n`,
        );
        for (const { reason, line } of one.rejected ?? [])
          process.stdout.write(`  set aside (${facts.reasons[reason]}): ${reason}\n    ${line}\n`);
      }
    });
  mirror
    .command('names')
    .description(
      'Say which makes and models of the copy no car is asked for that can be decoded; takes minutes',
    )
    .option('--from <year>', 'first model year', parseYear, FIRST_YEAR)
    .option('--to <year>', 'last model year', parseYear, new Date().getUTCFullYear() + 1)
    .option('--make <name>', 'only this make, held against the cars of that make alone; takes seconds')
    .option('--json', 'each name that is not reached as one object a line')
    .action(async ({ from, to, make, json }: { from: number; to: number; make?: string; json?: true }) => {
      await using forecourt = await openForecourt();
      const { mirror: store } = await forecourt.storage();
      const found = await unreachedNames(store, {
        firstYear: from,
        lastYear: to,
        make: make?.toUpperCase(),
        vinData: forecourt.config.vinData.file,
      });
      if (json) {
        for (const name of found.unreached) process.stdout.write(`${JSON.stringify(name)}\n`);
        return;
      }
      const percentOf = ({ all, unreached }: { all: number; unreached: number }) =>
        `${withThousands(unreached)} of ${withThousands(all)} (${((100 * unreached) / Math.max(1, all)).toFixed(1)} %)`;
      process.stdout.write(
        `${withThousands(found.names)} names and years in the copy from ${from} to ${to}; a car that can be decoded is asked for by ${withThousands(found.names - found.unreached.length)} of them, by ${withThousands(found.inDoubt)} of these only in doubt\n` +
          `Under the others are filed ${percentOf(found.complaints)} complaints and ${percentOf(found.recalls)} recalls of a model and year:\n`,
      );
      const models = byModel(found.unreached);
      for (const { make, model, years, complaints, recalls } of models.slice(0, SHOWN_NAMES))
        process.stdout.write(`  ${make} ${model}: ${complaints} complaints, ${recalls} recalls (${years})\n`);
      const more = models.length - SHOWN_NAMES;
      if (more > 0)
        process.stdout.write(`  and ${withThousands(more)} more models: --json shows all, year by year\n`);
    });
  mirror
    .command('texts')
    .description('Write every complaint of the copy: number, components and text, as one object a line')
    .action(async () => {
      const { complaintTexts } = await import('../../mirror/read/whole-copy.ts');
      await using forecourt = await openForecourt();
      const { mirror: store } = await forecourt.storage();
      const lines = async function* () {
        for await (const complaint of complaintTexts(store)) yield `${JSON.stringify(complaint)}\n`;
      };
      await pipeline(lines, process.stdout, { end: false });
    });
}

async function syncMirror({ force, json, timeout, ...chosen }: SyncOptions): Promise<void> {
  const { mirrorDatasets } = await import('../../storage/mirror-store.ts');
  const { syncInWorker } = await import('../../mirror/sync/sync-in-worker.ts');
  await using forecourt = await openForecourt();
  const { config } = forecourt;
  const progress = createSyncProgress(process.stderr);
  const wanted = mirrorDatasets.filter((dataset) => chosen[dataset] === true);
  await syncInWorker({
    ...config.mirror,
    storage: config.storage,
    userAgent: await forecourt.userAgent(),
    datasets: wanted.length > 0 ? wanted : mirrorDatasets,
    ...(force && { force }),
    signal: AbortSignal.any([deadlineOf({ timeout }), interrupted()]),
    report(step) {
      if (!json) progress(step);
      else if (step.kind !== 'loading' && step.kind !== 'downloading')
        process.stdout.write(`${JSON.stringify(step)}\n`);
    },
  }).catch((error: unknown) => {
    throw new Error(reasonsOf(error), { cause: error });
  });
}

/** Says why, with what lies behind it: which file is not there, or which machine did not answer. */
function reasonsOf(error: unknown): string {
  const reasons: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause)
    if (!reasons.some((reason) => reason.includes(one.message))) reasons.push(one.message);
  return reasons.join(' ');
}

/** Aborts when asked to stop, and then leaves nothing half done behind; asked again, the process ends as any other does. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () =>
      controller.abort(new Error(`Stopped by ${name}: the next sync goes on with what has arrived.`)),
    );
  return controller.signal;
}

const EVERY_MS = 250;
const CLEAR_LINE = '\r\u001b[K';
const MEGABYTE = 1_000_000;

const inMegabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** Says what a sync does: a line for each thing that is done, and one, rewritten in place, for what goes on. */
export function createSyncProgress(output: Pick<WriteStream, 'write' | 'isTTY'>, now = Date.now) {
  let current = '';
  let startedAtMs = 0;
  let startedWith = 0;
  let shownAtMs = 0;

  const say = (line: string) => output.write(`${output.isTTY ? CLEAR_LINE : ''}${line}\n`);

  /** Rate and time left, of how much is done since this began. */
  function show(
    what: string,
    done: number,
    share: number | undefined,
    inWords: (count: number) => string,
  ): void {
    if (!output.isTTY) return;
    const nowMs = now();
    if (what !== current) {
      // The work of an earlier run says nothing of how fast this one is.
      [current, startedAtMs, startedWith] = [what, nowMs, done];
    }
    if (nowMs - shownAtMs < EVERY_MS) return;
    shownAtMs = nowMs;
    const seconds = Math.max(0.001, (nowMs - startedAtMs) / 1000);
    const rate = (done - startedWith) / seconds;
    const left = share === undefined || share <= 0 || rate <= 0 ? undefined : (done / share - done) / rate;
    output.write(
      `${CLEAR_LINE}${what}: ${inWords(done)}, ${inWords(Math.round(rate))} a second${left === undefined ? '' : `, ${Math.ceil(left)} s left`} `,
    );
  }

  return (step: SyncStep): void => {
    const { dataset } = step;
    if (step.kind === 'found') {
      say(
        step.changed === 0
          ? `${dataset}: nothing to load (${counted(step.files, 'file')})`
          : `${dataset}: ${step.changed} of ${counted(step.files, 'file')} to load, ${inMegabytes(step.bytes)}`,
      );
    } else if (step.kind === 'downloading') {
      show(`${dataset} ${step.part}, downloading`, step.bytes, step.of && step.bytes / step.of, inMegabytes);
    } else if (step.kind === 'loading') {
      show(`${dataset} ${step.part}, loading rows`, step.rows, step.share, withThousands);
    } else if (step.kind === 'loaded') {
      const { rows, records, vehicles, rejected, reasons } = step.facts;
      const rate = withThousands(Math.round(rows / Math.max(0.001, step.seconds)));
      say(
        `${dataset} ${step.part}: ${counted(rows, 'row')}, ${rate} a second; ${counted(records, dataset === 'complaints' ? 'complaint' : 'recall')} of ${counted(vehicles, 'model and year', 'models and years')}`,
      );
      if (rejected > 0)
        say(
          `  ${counted(rejected, 'row')} set aside: ${Object.entries(reasons)
            .map(([reason, count]) => `${reason} (${count})`)
            .join(', ')}`,
        );
    } else if (step.kind === 'accepted') say(`  accepted: ${step.objection}`);
    else if (step.kind === 'published')
      say(`${dataset}: generation ${step.number} is ${step.isNew ? 'in use' : 'still the newest'}`);
  };
}

interface WantedNames {
  firstYear: number;
  lastYear: number;
  make?: string | undefined;
  vinData: string | undefined;
}

/** Holds every car that the decoder's data can name against every make, model and year of our copy. */
export async function unreachedNames(
  store: MirrorStore,
  { firstYear, lastYear, make: only, vinData }: WantedNames,
) {
  const [{ filedNames }, { coverageOf, nameKey }, { datasetPlace, loadDataset }] = await Promise.all([
    import('../../mirror/read/whole-copy.ts'),
    import('../../names/coverage.ts'),
    import('../../sources/vpic/dataset-file.ts'),
  ]);
  const filed = (await filedNames(store)).filter(
    ({ make, year }) => year >= firstYear && year <= lastYear && (only === undefined || make === only),
  );
  const listed = new Map<string, Map<number, string[]>>();
  for (const { make, model, year } of filed) {
    const years = getOrInsert(listed, make, () => new Map<number, string[]>());
    getOrInsert(years, year, () => []).push(model);
  }
  const dataset = loadDataset(datasetPlace(vinData).current());
  const { reached, inDoubt } = coverageOf(dataset, listed, { firstYear, lastYear });
  const unreached = filed
    .filter(({ make, model, year }) => !reached.has(nameKey(make, model, year)))
    .sort((a, b) => filedUnder(b) - filedUnder(a));
  /** Everything that is filed, and the part under names that no car asks for. */
  const sharesOf = (kind: Kind) => ({ all: sumOf(filed, kind), unreached: sumOf(unreached, kind) });
  return {
    names: filed.length,
    inDoubt: inDoubt.size,
    complaints: sharesOf('complaints'),
    recalls: sharesOf('recalls'),
    /** Names for which no car asks that can be decoded; those with the most filed under them first. */
    unreached,
  };
}

type Kind = 'complaints' | 'recalls';

const filedUnder = ({ complaints, recalls }: Pick<FiledName, Kind>) => complaints + recalls;
const sumOf = (names: readonly FiledName[], kind: Kind) => sum(names.map((name) => name[kind]));

/** Joins the years of each make and model: a rule that is missing is missing in many years. */
export function byModel(names: readonly FiledName[]) {
  const models = new Map<string, FiledName[]>();
  for (const name of names) getOrInsert(models, `${name.make} ${name.model}`, () => []).push(name);
  return [...models.values()]
    .flatMap((filed) => {
      const [complaints, recalls] = [sumOf(filed, 'complaints'), sumOf(filed, 'recalls')];
      const years = spansOf(filed.map(({ year }) => year));
      return filed.slice(0, 1).map(({ make, model }) => ({ make, model, complaints, recalls, years }));
    })
    .sort((a, b) => filedUnder(b) - filedUnder(a));
}

/** "1992 to 2000, 2010". */
function spansOf(years: readonly number[]): string {
  const spans: { first: number; last: number }[] = [];
  for (const year of years.toSorted((a, b) => a - b)) {
    const open = spans.at(-1);
    if (open?.last === year - 1) open.last = year;
    else spans.push({ first: year, last: year });
  }
  return spans.map(({ first, last }) => (first === last ? first : `${first} to ${last}`)).join(', ');
}
