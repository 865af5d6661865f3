import { randomBytes } from 'node:crypto';
import { dropDatabases } from './postgres.ts';

/** Gives the databases of a run a name of its own, and drops them at its end. */
export default function setup(): () => Promise<void> {
  const run = `forecourt_test_${randomBytes(4).toString('hex')}`;
  process.env.FORECOURT_TEST_RUN = run;
  return () => dropDatabases(run);
}
