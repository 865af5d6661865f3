import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Child, startChild } from '../child.ts';

const folder = fileURLToPath(new URL('../peers/x402-hono/', import.meta.url));
const INSTALL_TIMEOUT_MS = 180_000;

/** The stock middleware, installed in its own folder when it is first compared with; or why it cannot be. */
export async function startStock(
  payTo: string,
  /** As its server.js has them. */
  facilitator: readonly string[],
): Promise<Child | { missing: string }> {
  try {
    if (!existsSync(`${folder}node_modules`)) {
      console.log('installing @x402/hono in research/bench/peers/x402-hono ...');
      const options = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
      await promisify(execFile)('npm', options, { cwd: folder, timeout: INSTALL_TIMEOUT_MS });
    }
    return await startChild([`${folder}server.js`, payTo, ...facilitator]);
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    return { missing: reason ?? 'unknown' };
  }
}
