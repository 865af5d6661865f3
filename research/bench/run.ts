import { existsSync } from 'node:fs';

/** `npm run bench` runs all; `npm run bench -- http vin` runs those named. */
const all = [
  'http',
  'start',
  'vin',
  'vpic-build',
  'payments',
  'paid-decode',
  'costs',
  'recalls',
  'issues',
  'issues-model',
  'under-work',
  'report',
  'mirror',
];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : all;

for (const name of chosen) {
  const file = new URL(`./${name}.ts`, import.meta.url);
  if (!existsSync(file)) {
    console.error(`There is no benchmark "${name}"; there are: ${all.join(', ')}`);
    process.exitCode = 2;
    continue;
  }
  console.log(`\n== ${name}`);
  const { run } = (await import(file.href)) as { run(): Promise<void> };
  await run();
}
