import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIMIT_MS = 1000;

/** Time from the start of the process to the first 200 of /health, median of five. */
export async function run(): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) times.push(await timeStart());
  times.sort((a, b) => a - b);
  const medianMs = times[2] ?? Number.NaN;
  console.log(
    `start to first 200 of /health: median ${Math.round(medianMs)} ms, ratio to the limit ${(medianMs / LIMIT_MS).toFixed(2)} (limit ${LIMIT_MS} ms)`,
  );
}

async function timeStart(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-bench-'));
  const port = await freePort();
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['bin/forecourt.js', 'serve'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, SAMPLES_REFRESH: 'off' },
    stdio: 'ignore',
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    for (;;) {
      const answered = await fetch(`http://127.0.0.1:${port}/health`).then(
        (response) => response.ok,
        () => false,
      );
      if (answered) return performance.now() - startedMs;
      if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    child.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
