import { type Command, InvalidArgumentError } from 'commander';
import type { Forecourt } from '../app.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';
import { pastedVin } from './each-vin.ts';
import { complain } from './tell.ts';

export interface TimeoutOptions {
  timeout?: number | undefined;
}

const LONGEST_SECONDS = 3_600;

export function addTimeoutOption(command: Command, each = 'for an answer'): Command {
  return command.option('--timeout <seconds>', `the longest that is waited ${each}`, (text) => {
    const seconds = Number(text);
    if (!(seconds > 0 && seconds <= LONGEST_SECONDS))
      throw new InvalidArgumentError(`It must be a number of seconds up to ${LONGEST_SECONDS}.`);
    return seconds;
  });
}

/** Makes a signal that aborts at the deadline, with words for whoever waited. */
export function deadlineOf({ timeout }: TimeoutOptions): AbortSignal {
  const controller = new AbortController();
  if (timeout !== undefined) {
    const reason = new Error(`There was no answer within ${timeout} s (--timeout).`);
    setTimeout(() => controller.abort(reason), timeout * 1_000).unref();
  }
  return controller.signal;
}

const FIRST_AFTER_MS = 1_000;

/** Says on a terminal, after a second and then every second, who is being waited for and how long already. */
export async function showingWork<Made>(
  whom: () => string,
  work: () => Promise<Made>,
  output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr,
): Promise<Made> {
  if (!output.isTTY) return work();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    output.write(`\r\u001b[K${whom()}: ${seconds} s`);
  }, FIRST_AFTER_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (seconds > 0) output.write('\r\u001b[K');
  }
}

/** Names the sources that are being asked; without a call under way it is this machine that works. */
async function busySources(forecourt: Pick<Forecourt, 'sources'>): Promise<() => string> {
  const sources = await forecourt.sources();
  return () => {
    const asked = sources.health().filter(({ calls }) => calls > 0);
    return asked.length === 0 ? 'Working' : `Asking ${asked.map(({ name }) => name).join(', ')}`;
  };
}

/** Opens the parts of the service for one command, each built when it is asked for: nothing is served, nothing logged. */
export async function openForecourt(): Promise<Forecourt> {
  const [{ readConfig }, app] = await Promise.all([import('../config/config.ts'), import('../app.ts')]);
  return app.Forecourt.create({ ...readConfig(), logLevel: 'silent' });
}

/** Decodes a VIN with the data that ship with the program: no network. */
export async function decodeHere(vin: string): Promise<Vehicle> {
  const { createEmbeddedDecoder } = await import('../sources/vpic/embedded-decoder.ts');
  const { createVehicleService } = await import('../vehicle/vehicle-service.ts');
  const vehicles = createVehicleService({ embedded: createEmbeddedDecoder(), mode: 'embedded' });
  const { vehicle, vinWarning } = await vehicles.decode(pastedVin(vin));
  if (vinWarning !== undefined) complain(vinWarning);
  return vehicle;
}

/** Answers with the parts of the service on this machine, up to the deadline, and shows who is being waited for. */
export async function answerHere<Answer>(
  options: TimeoutOptions,
  answer: (forecourt: Forecourt, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  await using forecourt = await openForecourt();
  const signal = deadlineOf(options);
  // Awaited here, because what it reads from is closed on the way out.
  return await showingWork(await busySources(forecourt), () => answer(forecourt, signal));
}
