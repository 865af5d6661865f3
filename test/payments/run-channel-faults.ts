import { runChannelFaults } from './channel-faults.ts';

// node test/payments/run-channel-faults.ts 5000
const purchases = Number(process.argv[2] ?? 5_000);
const { transactions, ...result } = await runChannelFaults({ purchases, buyers: 16, killEveryMs: 6_000 });
const kinds = Object.groupBy(transactions, (kind) => kind);
process.stdout.write(
  `${JSON.stringify(
    {
      ...result,
      transactions: Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all.length])),
    },
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
    2,
  )}\n`,
);
