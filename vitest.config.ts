import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SkippedReporter } from './test/report-skipped.ts';

/** Beside the sources, and yet slow: they start a chain, PostgreSQL or a shell, or try very many cases. */
const slowInSource = [
  'src/cli/commands/completion.test.ts',
  'src/costs/*.property.test.ts',
  'src/payments/channels/*.test.ts',
  'src/payments/dev/*.test.ts',
  'src/payments/evm/{chain,incoming-transfers,nodes}.test.ts',
  'src/payments/facilitators/local*.test.ts',
  'src/payments/sale/{sale.property,claims}.test.ts',
  'src/storage/postgres/*.test.ts',
  'src/storage/sqlite/ledger.property.test.ts',
];

/**
 * Long by nature, for `npm run test:all`: random faults, killed processes, deadlines that pass, days that pass, packed and
 * installed packages, other programs, pictures of pages.
 */
const long = [
  'research/**/*.test.ts',
  'src/payments/sale/sale.property.test.ts',
  'src/storage/postgres/pgbouncer.test.ts',
  'test/cli/waiting.test.ts',
  'test/contributing/*.test.ts',
  'test/deploy/{monitoring,proxies}.test.ts',
  'test/doctor/*.test.ts',
  'test/fleet/*.test.ts',
  'test/http/signals.test.ts',
  'test/issues/{attacks-over-a-model,crowded,kept-work,no-report}.test.ts',
  'test/mirror/{commands,kill,sources}.test.ts',
  'test/package/{install,pack,packages,release}.test.ts',
  'test/payments/{channel-faults,channel-thousand,failure-table,faults,node-trouble,rehearsal}.test.ts',
  'test/python/*.test.ts',
  'test/recalls/{failing-source,faults,slow-live}.test.ts',
  'test/report/{matrix,stalled-chain}.test.ts',
  'test/sales/*.test.ts',
  'test/sources/recorded-world.test.ts',
  'test/storage/{backup,kill,retention}.test.ts',
  'test/vpic/dump-decode.test.ts',
  // A whole purchase; on paper, at twice the size, by the keyboard alone; with wallets of every kind; sent to others and read
  // offline; every page in French, and in each of its states.
  'test/web/{french,kept-reports,keyboard,manners,states,walk,wallets}.test.ts',
];

export default defineConfig({
  test: {
    // What a file imports is loaded once for a worker's files: that takes longer than most tests.
    isolate: false,
    // What tests make lives briefly: with more room for it a tenth of the processor time is saved.
    execArgv: ['--max-semi-space-size=64'],
    // One more than there are cores: much of the time is spent waiting for a browser, a chain or another process.
    maxWorkers: availableParallelism() + 1,
    // Commands that tests run in their own process ask the sources that the test gives, or none.
    env: { RECORDED_WORLD: 'off' },
    globalSetup: ['test/run-databases.ts', 'test/fetch-programs.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes at once on a quiet machine; a busy one may take its time.
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', new SkippedReporter()],
    coverage: {
      provider: 'v8',
      include: ['src/**', 'packages/*/src/**'],
      reporter: ['text-summary', 'html'],
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['{src,packages/*/src,tools}/**/*.test.ts'],
          exclude: [...slowInSource, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['test/**/*.test.ts', ...slowInSource],
          exclude: long,
        },
      },
      {
        extends: true,
        test: { name: 'long', include: long },
      },
    ],
  },
});
