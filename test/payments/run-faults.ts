import { parseArgs } from 'node:util';
import { runFaults } from './faults.ts';

/** The long fault test: node test/payments/run-faults.ts --purchases 2000 --seed 1 --storage sqlite */
const { values } = parseArgs({
  options: {
    purchases: { type: 'string', default: '1500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    storage: { type: 'string', default: 'both' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

for (const [storage, shops] of [
  ['sqlite', 1],
  ['postgres', 2],
] as const) {
  if (values.storage !== 'both' && values.storage !== storage) continue;
  say(`${storage}, ${shops} instance(s), seed ${values.seed}, ${values.purchases} purchases ...`);
  const startedMs = Date.now();
  const report = await runFaults({
    seed: Number(values.seed),
    purchases: Number(values.purchases),
    storage,
    shops,
  });
  const shown = { ...report, received: String(report.received), seconds: (Date.now() - startedMs) / 1_000 };
  say(JSON.stringify(shown, undefined, 2));
  if (report.wrongs.length > 0) process.exitCode = 1;
}
