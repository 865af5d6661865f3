import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { asHex, type Hex } from '../evm/encoding.ts';

const hex = z
  .string()
  .regex(/^0x[0-9a-f]+$/)
  .transform(asHex);
const accountSchema = z.strictObject({ address: hex, privateKey: hex });

const accountsSchema = z.strictObject({
  facilitator: accountSchema,
  wallet: accountSchema,
  proxyAdmin: accountSchema,
  usdcOwner: accountSchema.describe('Owner, minter, pauser and blacklister of USDC on the dev chain.'),
  others: z.array(accountSchema),
});

/** The accounts of the mnemonic "test test ... junk" that every Ethereum tool ships: everybody has their keys. */
export const devAccounts = onDemand(() => readDataFile('dev/accounts.json', accountsSchema));

const everyAccount = () => Object.values(devAccounts()).flat();

/**
 * Receives the payments of dev mode. Nobody has its key.
 *
 * @NOTE The dev chain shares the id and the USDC address of Base, so what a real wallet signs for dev mode would
 * be good on Base. Paid to a dev account, anybody could take that money; paid here, it is worth nothing to anyone.
 */
export const DEV_PAY_TO: Hex = '0x000000000000000000000000000000000000dead';

/** True for private keys that everybody has; `live` must not start with one. */
export function isDevPrivateKey(privateKey: string): boolean {
  const key = privateKey.trim().toLowerCase().replace(/^0x/, '');
  return everyAccount().some((known) => known.privateKey.slice(2) === key);
}

/** True for addresses whose money anybody, or nobody, can spend; `live` must not be paid to one. */
export function isDevAddress(address: string): boolean {
  const wanted = address.trim().toLowerCase();
  return (
    /^0x0{36}[0-9a-f]{4}$/.test(wanted) ||
    wanted === DEV_PAY_TO ||
    everyAccount().some((known) => known.address === wanted)
  );
}
