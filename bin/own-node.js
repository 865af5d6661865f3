import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OLDEST_NODE } from './node-version.js';

/** What is installed here is named there, with its hash. */
const RUNTIME = fileURLToPath(new URL('../runtime/', import.meta.url));

/** The Node that was brought along; undefined where there is none yet, or none for this kind of machine. */
function findOwnNode() {
  const modules = join(RUNTIME, 'node_modules');
  const packages = existsSync(modules) ? readdirSync(modules) : [];
  return packages
    .flatMap((name) => ['node', 'node.exe'].map((file) => join(modules, name, 'bin', file)))
    .find(existsSync);
}

/** Whether it is whole and the version that the lock pins. */
function isPinned(node) {
  const folder = dirname(dirname(node));
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  try {
    const pinned = read(join(RUNTIME, 'package-lock.json')).packages[`node_modules/${basename(folder)}`];
    return read(join(folder, 'package.json')).version === pinned?.version;
  } catch {
    return false;
  }
}

/**
 * Brings Node along for a machine whose own is older: from the npm registry, as the lock beside it pins it. One that is
 * there already stays: it may be running.
 */
export function bringOwnNode() {
  const there = findOwnNode();
  if (there !== undefined && isPinned(there)) return there;
  const options = ['--include=optional', '--global=false', '--loglevel=error', '--no-audit', '--no-fund'];
  spawnSync('npm', ['ci', '--prefix', RUNTIME, ...options], {
    cwd: RUNTIME,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const node = findOwnNode();
  // A third of its size are headers, for those who compile against it.
  if (node !== undefined) rmSync(join(dirname(dirname(node)), 'include'), { recursive: true, force: true });
  return node;
}

function bringAtFirstUse() {
  process.stderr.write(
    `forecourt: this is Node ${process.versions.node}; Node ${OLDEST_NODE} or later is fetched from npm, once and for this program alone.\n`,
  );
  return bringOwnNode();
}

/** Goes on in the Node that was brought along, in a process that gets the same input, output and signals. */
export function continueOnOwnNode(script, args) {
  const node = findOwnNode() ?? bringAtFirstUse();
  if (node === undefined) {
    process.stderr.write(
      `forecourt: needs Node ${OLDEST_NODE} and this is Node ${process.versions.node}. None could be fetched from npm for this ` +
        `machine: see that the registry can be reached and ${RUNTIME} can be written, or start forecourt with Node ${OLDEST_NODE}.\n`,
    );
    process.exitCode = 1;
    return;
  }
  // biome-ignore lint/style/noProcessEnv: it goes on as it is
  const env = { ...process.env, FORECOURT_LAUNCHER: String(process.pid) };
  const child = spawn(node, [script, ...args], { stdio: 'inherit', env });
  // A terminal sends SIGINT to both, and then it comes twice: the other one minds the first alone.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => {
    process.stderr.write(`forecourt: Node ${OLDEST_NODE} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
