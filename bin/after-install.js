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
