import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { serveFixtures } from '../test/mcp/conformance/serve.ts';
import { fetchPrograms, programPath } from './programs/fetch.ts';

/**
 * Runs the suite of the MCP project: all that a revision requires against the route of this service with the suite's
 * own tools behind it, and what needs no such tools against the service as it is. Fails on anything but the features
 * that are not announced.
 */
const revisions = ['2025-11-25', '2026-07-28'] as const;
const notAnnounced = resolve('test/mcp/conformance/not-announced.yml');

/** Scenarios that can be asked of any server, by revision. */
const asItIs: Record<(typeof revisions)[number], readonly string[]> = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'sep-2164-resource-not-found',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
  ],
};

const folder = await mkdtemp(join(tmpdir(), 'forecourt-conformance-'));
let failures = 0;
fetchPrograms();
try {
  {
    await using fixtures = await serveFixtures();
    for (const revision of revisions) {
      const expected = revision === '2025-11-25' ? ['--expected-failures', notAnnounced] : [];
      await run(`what ${revision} requires`, fixtures.url, ['--requirements', revision, ...expected]);
    }
  }
  const environment = {
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    SAMPLES_REFRESH: 'off',
    DECODER: 'embedded',
  };
  await using forecourt = Forecourt.create(readConfig(environment));
  const { port } = await forecourt.serve();
  for (const revision of revisions) {
    for (const scenario of asItIs[revision]) {
      const only = ['--scenario', scenario, '--spec-version', revision, '--force'];
      await run(`the service, ${revision}, ${scenario}`, `http://localhost:${port}/mcp`, only);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

async function run(what: string, url: string, options: readonly string[]): Promise<void> {
  // It writes its results where it is started.
  const child = spawn(programPath('conformance'), ['server', '--url', url, ...options], { cwd: folder });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
  const code = await new Promise<number>((done) => child.once('exit', (status) => done(status ?? 1)));
  const totals = [...said.matchAll(/^(?:Total|Passed|Not scored)\b.*$/gm)].join('; ');
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${what}  ${totals}`);
  if (code === 0) return;
  failures += 1;
  console.log(said);
}
