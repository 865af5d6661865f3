import { resolve } from 'node:path';
import { makeBundle } from './mcpb/bundle.ts';

/** npm run mcpb:build -- BUNDLE: makes the MCP bundle of this checkout. */
const [bundle] = process.argv.slice(2);
if (bundle === undefined) {
  console.error('Name the bundle to write.');
  process.exitCode = 2;
} else await makeBundle(resolve(bundle));
