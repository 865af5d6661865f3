/** `npm run bench` runs all; `npm run bench -- http vin` runs those named. */
const all = [
  'http',
  'vin',
  'payments',
  'paid-decode',
  'costs',
  'issues',
  'report',
  'mirror',
  'database',
  'sizes',
  'paint',
];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : all;

for (const name of chosen) {
  if (!all.includes(name)) throw new Error(`There is no benchmark "${name}"; there are: ${all.join(', ')}`);
  console.log(`\n== ${name}`);
  const { run }: { run(): Promise<void> } = await import(new URL(`./${name}.ts`, import.meta.url).href);
  await run();
}
