import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ServiceProcess extends AsyncDisposable {
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** Everything printed so far, on both streams. */
  output(): string;
  /** Resolves with the exit code once the process has ended by itself. */
  ended: Promise<number | null>;
}

/** Variables that an operator may set beside the settings of the service. */
const settingsOfMemory = () =>
  Object.fromEntries(
    ['NODE_OPTIONS', 'MALLOC_ARENA_MAX'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The service as `npm start` runs it, in a process of its own that can be signalled. */
export async function startServiceProcess(
  environment: Record<string, string> = {},
  /** A command that runs another, such as one that leads into another network. */
  within: readonly string[] = [],
): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-process-'));
  const [program = '', ...args] = [...within, process.execPath, 'bin/forecourt.js', 'serve'];
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      ...settingsOfMemory(),
      PORT: '0',
      DATA_DIR: dataDir,
      SAMPLES_REFRESH: 'off',
      DECODER: 'embedded',
      RECORDED_WORLD: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /serves (http:\/\/localhost:\d+)/.exec(output)?.[1];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then((code) => reject(new Error(`The service ended with code ${code}: ${output}`)));
  });
  return {
    url,
    dataDir,
    child,
    output: () => output,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
