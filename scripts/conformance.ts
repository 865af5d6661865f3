import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';

/** Runs the suite of the MCP project against this service; fails on anything that is not listed as not applying. */
const folder = await mkdtemp(join(tmpdir(), 'forecourt-conformance-'));
try {
  const environment = {
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    SAMPLES_REFRESH: 'off',
    DECODER: 'embedded',
  };
  await using forecourt = Forecourt.create(readConfig(environment));
  const context = await forecourt.serve();
  const suite = resolve('node_modules/.bin/conformance');
  const notApplying = resolve('test/mcp/conformance.yml');
  const url = `http://localhost:${context.port}/mcp`;
  // It writes its results where it is started.
  const child = spawn(suite, ['server', '--url', url, '--expected-failures', notApplying], {
    cwd: folder,
    stdio: 'inherit',
  });
  process.exitCode = await new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)));
} finally {
  await rm(folder, { recursive: true, force: true });
}
