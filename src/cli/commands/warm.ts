import { descriptorOf } from '@forecourt/vin/vin-text';
import type { Command } from 'commander';
import type { Forecourt } from '../../app.ts';
import type { Vehicle } from '../../vehicle/vehicle.ts';
import { readVins } from '../each-vin.ts';
import { addTimeoutOption, deadlineOf, openForecourt, type TimeoutOptions } from '../here.ts';
import { exitCodeOf, tell, USAGE_ERROR } from '../tell.ts';

export function addWarmCommand(program: Command): void {
  const command = program
    .command('warm')
    .description('Compute the known issues of popular vehicles ahead, so that callers find them in the cache')
    .argument(
      '[vins...]',
      'one VIN per vehicle; any VIN of the make, model and year will do; - reads them from standard input',
    )
    .option(
      '--top <number>',
      'the models and years with the most complaints, as the own copy of the record counts them',
    )
    .option('--json', 'one object a line');
  addTimeoutOption(command, 'for each vehicle').action(
    async (listed: string[], { top, json, ...waiting }: TimeoutOptions & { top?: string; json?: true }) => {
      const most = top === undefined ? undefined : Number(top);
      if (most !== undefined && (!Number.isSafeInteger(most) || most < 1))
        command.error('--top takes a number of 1 or more.');
      if (most === undefined && listed.length === 0)
        command.error('Say which: a VIN, or --top and a number.');
      const { counted } = await import('../../lib/wording.ts');
      await using forecourt = await openForecourt();
      const vins = most === undefined ? listed : [...listed, ...(await vinsOfTop(forecourt, most))];
      const [vehicles, issues] = [await forecourt.vehicles(), await forecourt.issues()];
      let [number, failed] = [0, 0];
      // One after the other: warming must not crowd out callers at the sources.
      for await (const given of readVins(vins)) {
        number += 1;
        const say = (line: string, data: object) => `${json ? JSON.stringify({ number, ...data }) : line}\n`;
        const signal = deadlineOf(waiting);
        try {
          const { vin, vehicle } = await vehicles.decode(given);
          const found = await issues.forVehicle(vehicle, { signal, inBackground: true });
          const {
            status,
            knownIssues: { length },
            synthesis,
          } = found;
          const { year, make, model } = vehicle;
          if (status === 'synthesis_unavailable') failed += 1;
          const degraded = synthesis?.degraded ?? false;
          const standIn = degraded ? ' (by the embedded engine: the model gave nothing usable)' : '';
          const line = `${year} ${make} ${model} (${kindOf(vin, vehicle)}): ${status}, ${counted(length, 'issue')}${standIn}`;
          const car = { vehicle: { year, make, model }, descriptor: descriptorOf(vin) };
          process.stdout.write(say(line, { ...car, status, knownIssues: length, degraded }));
        } catch (error) {
          failed += 1;
          if (exitCodeOf(error) === USAGE_ERROR) process.exitCode = USAGE_ERROR;
          const reason = error instanceof Error ? error.message : 'unknown reason';
          // Whoever gave the VIN on the command line reads it there; nothing is logged.
          const line = `${given} failed: ${reason}`;
          if (json) process.stdout.write(say(line, { vin: given, failed: reason }));
          else tell(line);
        }
      }
      if (failed > 0) process.exitCode ??= 1;
    },
  );
}

/** Tells cars of one model and year apart: by the VIN without its serial number, and what that says. */
function kindOf(vin: string, { bodyClass, engine, driveType }: Vehicle): string {
  const litres = engine.displacementL;
  const said = [bodyClass, litres === null ? null : `${litres.toFixed(1)} L`, engine.fuelType, driveType];
  return [descriptorOf(vin), ...said.filter((part) => part !== null)].join(', ');
}

/** Finds the cars behind the most complaints, by made-up VINs of the kinds that their owners state. */
async function vinsOfTop(forecourt: Forecourt, most: number): Promise<string[]> {
  const [{ mostComplained }, { readComplaints }] = await Promise.all([
    import('../../mirror/read/nhtsa-reader.ts'),
    import('../../mirror/complaint-blocks.ts'),
  ]);
  const copy = await (await forecourt.mirror()).copy('complaints');
  if (copy === undefined) throw new Error('--top needs an own copy: run "forecourt mirror sync" first.');
  const nextYear = new Date().getFullYear() + 1;
  const vins: string[] = [];
  for (const model of await mostComplained(copy.reader, most, nextYear)) {
    const found = (await copy.reader.complaintHeads(model)).flatMap(readComplaints);
    vins.push(...usualVins(found.map(({ vin }) => vin)));
  }
  return vins;
}

/** Share of a model's complaints that have a VIN of one of the kinds that are taken. */
const COVERED = 0.9;
const MOST_KINDS = 6;
/** The part of a VIN that complaints state, and its end, which no decoder reads. */
const STATED = 11;
const SERIAL = '000001';
const CHECK_DIGIT = 8;

/**
 * A VIN for each kind of car behind the complaints of one model and year, the frequent kinds first: engine, body and trim
 * decide under which key an answer is kept. Their serial numbers are made up.
 */
export function usualVins(stated: readonly (string | null | undefined)[]): string[] {
  const counts = new Map<string, { vin: string; count: number }>();
  let total = 0;
  for (const text of stated) {
    const vin = (text ?? '').trim().toUpperCase();
    if (!/^[A-HJ-NPR-Z0-9]{11}$/.test(vin)) continue;
    const kind = `${vin.slice(0, CHECK_DIGIT)}${vin.slice(CHECK_DIGIT + 1, STATED)}`;
    const known = counts.get(kind) ?? { vin: `${vin.slice(0, STATED)}${SERIAL}`, count: 0 };
    known.count += 1;
    total += 1;
    counts.set(kind, known);
  }
  const vins: string[] = [];
  let covered = 0;
  for (const { vin, count } of [...counts.values()].sort((a, b) => b.count - a.count)) {
    if (covered >= total * COVERED || vins.length === MOST_KINDS) break;
    vins.push(vin);
    covered += count;
  }
  return vins;
}
