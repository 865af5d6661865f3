#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Types are stripped and code is compiled once, not at every start.
enableCompileCache();

const { runCommandLine } = await import('./command-line.ts');
await runCommandLine(process.argv);
