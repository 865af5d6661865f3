import { spawnSync } from 'node:child_process';
import { fetchPrograms, programPath } from './programs/fetch.ts';

/** node tools/program.ts NAME …: runs one of the programs of tools/programs. */
const [name = '', ...options] = process.argv.slice(2);
fetchPrograms();
process.exitCode = spawnSync(programPath(name), options, { stdio: 'inherit' }).status ?? 1;
