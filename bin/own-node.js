import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The Node that comes along as a dependency; undefined where its install script was not allowed to fetch it. */
function findOwnNode() {
  try {
    const packageFile = createRequire(import.meta.url).resolve('node/package.json');
    const { bin } = JSON.parse(readFileSync(packageFile, 'utf8'));
    const path = join(dirname(packageFile), typeof bin === 'string' ? bin : bin.node);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Goes on in the Node that comes along, in a process that gets the same input, output and signals. */
export function continueOnOwnNode(script, args) {
  const node = findOwnNode();
  if (node === undefined) {
    process.stderr.write(
      `forecourt: needs Node 24 and this is Node ${process.versions.node}. The package "node", which brings it along, ` +
        'is not complete: its install script did not run. Run "npm rebuild node", or start forecourt with Node 24.\n',
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
    process.stderr.write(`forecourt: Node 24 could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
