import type { WriteStream } from 'node:tty';
import { withThousands } from '../lib/with-thousands.ts';
import { counted } from '../lib/wording.ts';
import type { SyncStep } from '../mirror/sync/sync-mirror.ts';

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
      // What an earlier run had done says nothing of how fast this one is.
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
          ? `${dataset}: nothing has changed (${counted(step.files, 'file')})`
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
