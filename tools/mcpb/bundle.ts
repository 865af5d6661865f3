import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { toolName } from '../../src/agents/mcp/tool-offer.ts';
import { products } from '../../src/products/table.ts';

interface NamedArgument {
  type: string;
  name: string;
  description: string;
  default: string;
}

/** Files that only editors and debuggers read, and those that are there again for `require`. */
const NOT_RUN = /\.([cm]?ts|map)$|\/_(cjs|types)$/;
/** Node comes with the host of a bundle, and its binary is for one platform. */
const LEFT_OUT = ['.bin', '.cache', 'forecourt/runtime'];

/** Makes an MCP bundle of a folder into which the packages are installed: programs install it by a double click. */
export async function makeBundle(installed: string, target: string): Promise<void> {
  const staged = await mkdtemp(join(tmpdir(), 'forecourt-mcpb-'));
  try {
    const modules = join(installed, 'node_modules');
    await cp(modules, join(staged, 'node_modules'), {
      recursive: true,
      filter: (path) => !NOT_RUN.test(path) && !LEFT_OUT.includes(relative(modules, path)),
    });
    await cp('README.md', join(staged, 'README.md'));
    await writeFile(join(staged, 'manifest.json'), JSON.stringify(await describeBundle(), null, 2));
    const packer = resolve('node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [packer, 'pack', staged, target], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The bundle cannot be packed: ${stdout}${stderr}`);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
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
    const setting = { type: 'string', title: name.slice(2), description, default: usual, required: false };
    return [name.slice(2).replace('-', '_'), setting] as const;
  });
  const entry = 'node_modules/forecourt/bin/forecourt.js';
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
          ...settings.flatMap(([name], at) => [named[at]?.name ?? '', `\${user_config.${name}}`]),
        ],
        env: { [key.name]: `\${user_config.wallet_key}` },
      },
    },
    tools: products.map((product) => ({ name: toolName(product), description: product.summary })),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=24' } },
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
