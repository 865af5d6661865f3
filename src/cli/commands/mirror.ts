import { pipeline } from 'node:stream/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { withThousands } from '../../lib/with-thousands.ts';
import type { MirrorDataset } from '../../storage/mirror-store.ts';
import { addTimeoutOption, type PatienceOptions, patienceOf } from '../patience.ts';

/** From then on VINs have 17 characters. */
const FIRST_YEAR = 1981;
const SHOWN_NAMES = 50;

function parseYear(text: string): number {
  if (!/^\d{4}$/.test(text)) throw new InvalidArgumentError('It must be a year such as 2013.');
  return Number(text);
}

interface SyncOptions extends Partial<Record<MirrorDataset, true>>, PatienceOptions {
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
    .option('--rejected', 'the rows that were set aside when it was loaded, with the reasons')
    .action(async ({ json, rejected }: { json?: true; rejected?: true }) => {
      const { openForecourt } = await import('../open-forecourt.ts');
      const { describeMirror } = await import('../../mirror/read/describe-mirror.ts');
      await using forecourt = await openForecourt();
      const { mirror: store } = await forecourt.storage();
      const held = await describeMirror(store, { withRejected: rejected === true });
      if (held.length === 0 && !json)
        process.stdout.write('There is no copy: "forecourt mirror sync" makes one.\n');
      for (const one of held) {
        if (json) {
          process.stdout.write(`${JSON.stringify(one)}\n`);
          continue;
        }
        const { dataset, part, facts, bytes } = one;
        const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
        process.stdout.write(
          `${dataset} ${part}: ${withThousands(facts.records)} of ${withThousands(facts.rows)} rows, ${size}, generation ${one.generation}, files of ${facts.changedAt ?? 'an unknown day'}, last compared ${one.checkedAt}${one.isReadable ? '' : '; made by another release and not in use until "forecourt mirror sync" has made it again'}\n`,
        );
        for (const row of one.rejected ?? []) process.stdout.write(`  ${row.reason}\n    ${row.line}\n`);
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
      const { openForecourt } = await import('../open-forecourt.ts');
      const { byModel, unreachedNames } = await import('../mirror-names.ts');
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
      const { openForecourt } = await import('../open-forecourt.ts');
      const { complaintTexts } = await import('../../mirror/read/complaint-texts.ts');
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
  const { openForecourt } = await import('../open-forecourt.ts');
  const { syncInWorker } = await import('../../mirror/sync/sync-in-worker.ts');
  const { createSyncProgress } = await import('../sync-progress.ts');
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
    signal: AbortSignal.any([patienceOf({ timeout }), interrupted()]),
    report(step) {
      if (!json) progress(step);
      else if (step.kind !== 'loading' && step.kind !== 'downloading')
        process.stdout.write(`${JSON.stringify(step)}\n`);
    },
  }).catch((error: unknown) => {
    throw new Error(reasonsOf(error), { cause: error });
  });
}

/** With what lies behind it: which file is not there, or which machine did not answer. */
function reasonsOf(error: unknown): string {
  const reasons: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause)
    if (!reasons.some((reason) => reason.includes(one.message))) reasons.push(one.message);
  return reasons.join(' ');
}

/** Asked to stop, it leaves nothing half done behind; asked again, the process ends as any other does. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () =>
      controller.abort(new Error(`Stopped by ${name}: the next sync goes on with what has arrived.`)),
    );
  return controller.signal;
}
