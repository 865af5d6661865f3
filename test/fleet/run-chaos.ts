import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';
import { whyNoHosts } from './hosts.ts';

/** Everything fails, in an order that the seed decides: npm run chaos -- --minutes 30 --seed 1 --storage sqlite --from FOLDER */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    storage: { type: 'string', default: 'postgres' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const reason = whyNoHosts();
if (reason === undefined) {
  say(`seed ${values.seed}`);
  const report = await runChaos({
    seed: Number(values.seed),
    minutes: Number(values.minutes),
    storage: values.storage === 'sqlite' ? 'sqlite' : 'postgres',
    ...(values.from !== undefined && { from: values.from }),
    say,
  });
  say(JSON.stringify(report, undefined, 2));
  if (report.wrongs.length > 0) process.exitCode = 1;
} else {
  say(`No chaos: ${reason}.`);
  process.exitCode = 2;
}
