import type { Context } from './context.ts';
import { version } from './version.ts';

/** What runs where, how it is configured, and how to make the first call. */
export function describeStart({ config, publicUrl, devPayments }: Context): string {
  const storage =
    config.storage.kind === 'sqlite' ? `SQLite in ${config.storage.folder}` : 'PostgreSQL (DATABASE_URL)';
  const payments =
    config.payments.mode === 'live'
      ? `LIVE: USDC on Base goes to ${config.payments.payTo}`
      : 'DEV: a chain on this machine, no real money (set PAY_TO and a facilitator to sell)';
  return [
    `Forecourt ${version} serves ${publicUrl}`,
    `  storage   ${storage}`,
    `  payments  ${payments}`,
    ...(devPayments
      ? [`  wallet    ${devPayments.wallet.privateKey} holds test USDC; worthless anywhere else`]
      : []),
    `  decoder   ${config.decoder}`,
    `  settings  forecourt serve --help   (in a checkout: npm start -- --help)`,
    `  try       curl ${publicUrl}/v1/sample/decode    (free; npm run demo shows a purchase)`,
  ].join('\n');
}
