import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOldNode } from './node-version.js';
import { bringOwnNode } from './own-node.js';

/** In a checkout alone: an installed package has its dependencies beside it. */
const COMMANDS = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));

// Only a machine whose Node is too old gets another; npm scripts of a checkout then find that one first.
const node = isOldNode ? bringOwnNode() : undefined;
if (node !== undefined && existsSync(COMMANDS)) {
  const command = join(COMMANDS, basename(node));
  rmSync(command, { force: true });
  // Windows lets only administrators make symbolic links.
  if (process.platform === 'win32') linkSync(node, command);
  else symlinkSync(relative(COMMANDS, node), command);
}
if (existsSync(COMMANDS)) {
  // Compiled here, what answers first in a service is not compiled while somebody waits for its first start.
  const compile =
    "require('node:module').enableCompileCache(); ['main', 'serve', 'events/logger', 'events/events'].map((name) => import('./src/' + name + '.ts'))";
  spawnSync(node ?? process.execPath, ['--eval', compile], {
    cwd: new URL('..', import.meta.url),
    stdio: 'ignore',
  });
}
