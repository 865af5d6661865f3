import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../bin/forecourt.js', import.meta.url));
const VIN = '5NPDH4AE8DH100013';
/** Prints the most memory that the process ever had, when it ends. */
const PRINT_MEMORY = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))`;
const CHUNK_LINES = 10_000;

/** Milliseconds from the start of the command to its first answer. */
export async function timeFirstDecode(): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [COMMAND, 'decode', '--raw', VIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let firstMs: number | undefined;
  for await (const _ of child.stdout) firstMs ??= performance.now() - start;
  return firstMs ?? Number.NaN;
}

interface Streamed {
  lines: number;
  seconds: number;
  peakBytes: number;
}

/** Sends VINs, again and again, through `decode --raw -`. */
export async function measureStream(
  vins: readonly string[],
  count: number,
  threads: number,
): Promise<Streamed> {
  const start = performance.now();
  const command = [COMMAND, 'decode', '--raw', '--threads', String(threads), '-'];
  const child = spawn(process.execPath, ['--import', PRINT_MEMORY, ...command], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const sent = (async () => {
    for (let at = 0; at < count; at += CHUNK_LINES) {
      const size = Math.min(CHUNK_LINES, count - at);
      const lines = Array.from({ length: size }, (_, line) => vins[(at + line) % vins.length] ?? '');
      if (!child.stdin.write(`${lines.join('\n')}\n`)) {
        await new Promise((resolve) => child.stdin.once('drain', resolve));
      }
    }
    child.stdin.end();
  })();
  let lines = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  }
  await sent;
  const peakKilobytes = Number(/peak (\d+)/.exec(printed)?.[1]);
  return { lines, seconds: (performance.now() - start) / 1000, peakBytes: peakKilobytes * 1024 };
}
