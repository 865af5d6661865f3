#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { endWithStarter } from './end-with-starter.js';
import { isOldNode } from './node-version.js';

// Plain JavaScript that any Node from 20 can run: what follows needs Node 24.

endWithStarter();

if (isOldNode) {
  const { continueOnOwnNode } = await import('./own-node.js');
  continueOnOwnNode(fileURLToPath(import.meta.url), process.argv.slice(2));
} else {
  // Types are stripped and code is compiled once, not at every start.
  module.enableCompileCache();
  const source = new URL('../src/cli/command-line.ts', import.meta.url);
  // A published package has no sources: Node does not strip types below node_modules.
  const program = existsSync(source) ? source : new URL('../dist/cli/command-line.js', import.meta.url);
  const { runCommandLine } = await import(program.href);
  await runCommandLine(process.argv);
}
