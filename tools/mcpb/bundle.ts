import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { toolName } from '../../src/agents/mcp/tool-offer.ts';
import { products } from '../../src/products/table.ts';
import { fetchPrograms, programPath } from '../programs/fetch.ts';

interface NamedArgument {
  type: string;
  name: string;
  description: string;
  default: string;
}

/** Words that people read in a host's settings, and the values there at first: nothing is sold until they name a service. */
const TITLES: Record<string, string> = {
  '--url': 'Address of the service',
  '--max-spend': 'Most that is spent in total, in dollars',
  '--max-price': 'Most that one answer may cost, in dollars',
};
const DEFAULTS: Record<string, string> = { '--url': '' };
/** Two steps below the root, as in the package: from there the program finds its data. */
const APP = 'dist/mcp';
/** Settings that are read there: without a service, and to know test money from real money. */
const DATA = ['costs', 'dev', 'lexicon', 'names', 'samples', 'warranty'];
const OLDEST_NODE = 20;

/** Makes an MCP bundle of this checkout: programs install it by a double click, and run it on their own Node. */
export async function makeBundle(target: string): Promise<void> {
  const staged = await mkdtemp(join(tmpdir(), 'forecourt-mcpb-'));
  try {
    const bundler = resolve('node_modules/.bin/rolldown');
    const how = `--minify --platform node --format esm --transform.target node${OLDEST_NODE}`.split(' ');
    run(process.execPath, [bundler, 'tools/mcpb/entry.ts', ...how, '-d', join(staged, APP)]);
    await cp('src/view/report.css', join(staged, APP, 'report.css'));
    for (const name of DATA) await cp(join('data', name), join(staged, 'data', name), { recursive: true });
    await placeVinData(join(staged, 'node_modules/@forecourt/vin'));
    await cp('README.md', join(staged, 'README.md'));
    await cp('LICENSE', join(staged, 'LICENSE'));
    const manifest = await describeBundle();
    const { version } = manifest;
    await writeFile(
      join(staged, 'package.json'),
      JSON.stringify({ name: 'forecourt', version, type: 'module' }),
    );
    await writeFile(join(staged, 'manifest.json'), JSON.stringify(manifest, null, 2));
    fetchPrograms();
    run(programPath('mcpb'), ['pack', staged, target]);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

function run(program: string, options: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The bundle cannot be made: ${stdout}${stderr}`);
}

/** The largest part of the bundle, packed as tight as Node can unpack it. */
async function placeVinData(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = 'vpic.dataset';
  const data = gunzipSync(await readFile(join('packages/vin', name)));
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  await writeFile(join(folder, name), brotliCompressSync(data, { params }));
  const exports = { [`./${name}`]: `./${name}` };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: '@forecourt/vin', exports }));
}

/** The manifest of the bundle, from what the registry is told of the same server. */
async function describeBundle() {
  const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'));
  const [{ version, description, license, homepage, repository, bugs, keywords }, server] = await Promise.all(
    [read('package.json'), read('server.json')],
  );
  const [{ packageArguments, environmentVariables }] = server.packages;
  const [key] = environmentVariables;
  const named = (packageArguments as NamedArgument[]).filter(({ type }) => type === 'named');
  const settings = named.map(({ name, description, default: usual }) => {
    const shown = { title: TITLES[name], description, default: DEFAULTS[name] ?? usual };
    const setting = { type: 'string', ...shown, required: false };
    return [name.slice(2).replace('-', '_'), setting] as const;
  });
  const entry = `${APP}/entry.js`;
  return {
    manifest_version: '0.3',
    name: 'forecourt',
    display_name: server.title,
    version,
    description,
    author: { name: 'Forecourt', url: homepage },
    repository,
    homepage,
    support: bugs.url,
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: {
        command: 'node',
        args: [
          `\${__dirname}/${entry}`,
          'mcp',
          // In one argument with its name: hosts leave the name of a setting in place of an argument that is empty.
          ...settings.map(([name], at) => `${named[at]?.name}=\${user_config.${name}}`),
        ],
        env: { [key.name]: `\${user_config.wallet_key}` },
      },
    },
    tools: products.map((product) => ({ name: toolName(product), description: product.summary })),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: `>=${OLDEST_NODE}` } },
    user_config: {
      ...Object.fromEntries(settings),
      wallet_key: {
        type: 'string',
        title: 'Wallet key',
        description: key.description,
        sensitive: true,
        required: false,
        // Hosts leave the name of a setting in place that has no value.
        default: '',
      },
    },
  };
}
