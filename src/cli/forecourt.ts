#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 24;

// @NOTE What is loaded up to here must run on any Node from 20.
if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
  // Types are stripped and code is compiled once, not at every start.
  module.enableCompileCache();
  const { runCommandLine } = await import('./command-line.ts');
  await runCommandLine(process.argv);
} else {
  const { continueOnOwnNode } = await import('./own-node.ts');
  continueOnOwnNode(fileURLToPath(import.meta.url), process.argv.slice(2));
}
