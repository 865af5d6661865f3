import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { folderOfFile } from '../own-folder.ts';
import { buyDecode } from '../payments/buy-decode.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { runService } from '../running-service.ts';

const PAGES =
  'proxy docker kubernetes rehearse go-live upgrade prices refunds model wallet assistants windows watch';
const MOST_WORDS = 400;
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].concat(
  readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
);
const read = (file: string) => readFileSync(file, 'utf8');

/** Why a command cannot be run by a test; what it names is read or run elsewhere. */
const notHere: readonly (readonly [RegExp, string])[] = [
  [/^docker /, 'there is no docker here; deploy.test.ts reads the files'],
  [/^kubectl /, 'there is no cluster here; deploy.test.ts reads the files'],
  [/^sudo /, 'it changes the machine; proxies.test.ts runs the same files'],
  [/^npm install /, 'it installs from a registry; telemetry.test.ts uses the packages'],
  [/^claude /, 'the program is not here'],
  [/^npx forecourt mcp/, 'it waits for a host; local.test.ts drives it'],
  [/(^| )npx forecourt serve$/, 'it serves until it is stopped; what precedes it is read by the doctor'],
  [
    /^npx forecourt (rehearse|refund|recalls|warm|issues)/,
    'it needs a network or money; its own tests run it',
  ],
  [/forecourt sales .*--check/, 'it needs a node; sales-command.test.ts runs it'],
  [/^git clone |^npm (ci|start)$|^\$env:|^curl\.exe |\\/, 'it is for Windows, which is not here'],
  [/^npx forecourt vpic /, 'it downloads 76 MB; update.test.ts runs it'],
];
/** Files in the tree of the project stay as they are, and there is nobody to ask beyond this machine. */
const notHereAlso = [[/^cp deploy\//, 'it writes into the project'] as const];

const linesOf = (page: string) =>
  [...read(`docs/${page}.md`).matchAll(/```(?:sh|powershell)\n([^`]+)```/g)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
const reasonFor = (line: string) =>
  [...notHere, ...notHereAlso].find(([pattern]) => pattern.test(line))?.[1] ??
  (/^(caddy|promtool) /.test(line) && spawnSync('which', [line.split(' ')[0] ?? '']).status !== 0
    ? 'the program is not here'
    : undefined);

const folder = folderOfFile();
let service: DevService;
let requestId: string;
let metrics: string;
let environment: Record<string, string>;
beforeAll(async () => {
  metrics = String(await freePort());
  service = await startDevService({ METRICS_PORT: metrics, TRUSTED_PROXIES: '0' });
  ({ requestId } = await buyDecode(service, '5NPDH4AE8DH100013'));
  const shim = join(folder, 'bin', 'npx');
  mkdirSync(dirname(shim));
  mkdirSync(join(folder, 'backups'));
  writeFileSync(shim, `#!/bin/sh\nshift\nexec "${process.execPath}" "${resolve('bin/forecourt.js')}" "$@"\n`);
  chmodSync(shim, 0o755);
  environment = {
    PATH: `${dirname(shim)}:${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    DATA_DIR: service.folder,
    DECODER: 'embedded',
    BACKUP_SECRET: 'a key of thirty-two characters or more',
  };
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** The address, the folders and the id of this test in the place of those of the page. */
const here = (line: string) =>
  line
    .replaceAll('https://forecourt.example', service.url)
    .replaceAll('http://127.0.0.1:8402', service.url)
    .replaceAll(':9402', `:${metrics}`)
    .replaceAll('/backups/', `${folder}/backups/`)
    .replaceAll('/srv/', `${folder}/srv/`)
    .replaceAll('SALE', requestId);

/** Findings of the doctor about a machine without a network end it with 1, and are what it is for. */
const mayFind = (line: string) => line.startsWith('npx forecourt doctor');

describe.each(PAGES.split(' '))('docs/%s.md', (page) => {
  it(`has at most ${MOST_WORDS} words, and stands in the list`, () => {
    expect(read(`docs/${page}.md`).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(MOST_WORDS);
    expect(read('docs/README.md')).toContain(`(${page}.md)`);
  });

  for (const line of linesOf(page)) {
    const reason = reasonFor(line);
    it.skipIf(reason)(`${line}${reason ? ` (skipped: ${reason})` : ''}`, { timeout: 120_000 }, async () => {
      // The service that it asks runs in this process.
      const { code, output } = await new Promise<{ code: unknown; output: string }>((done) =>
        execFile('sh', ['-c', here(line)], { env: environment }, (error, stdout, stderr) =>
          done({ code: error ? error.code : 0, output: stdout + stderr }),
        ),
      );
      expect([0, ...(mayFind(line) ? [1] : [])], output).toContain(code);
    });
  }
});

it('the settings that pages put before a start are taken', async () => {
  const starts = PAGES.split(' ')
    .flatMap(linesOf)
    .filter((line) => / npx forecourt serve$/.test(line));
  expect(starts.length).toBeGreaterThan(1);
  for (const line of starts) {
    const given = Object.fromEntries(
      [...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
    );
    const { NETWORK: _live, DATA_DIR: __, ...settings } = given;
    await using one = await runService(settings);
    expect((await one.get('/health')).status, line).toBe(200);
  }
});

/** As hosts of documents make them. */
const anchorsOf = (file: string) =>
  new Set(
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );

it('every link of a document leads to a file, and every anchor to a heading', () => {
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      const isThere = existsSync(target) && (anchor === undefined || anchorsOf(target).has(anchor));
      return isThere ? [] : [`${file}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});
