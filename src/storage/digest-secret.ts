import { randomBytes } from 'node:crypto';
import type { Secret } from '../lib/secret.ts';
import type { SecretStore } from './storage.ts';

const NAME = 'payment-digests';
const BYTES = 32;

/** The key of all digests: the configured one, which then is kept nowhere else, or one that is made once and kept. */
export async function openDigestSecret(secrets: SecretStore, given: Secret | undefined): Promise<string> {
  if (given === undefined) return secrets.keep(NAME, randomBytes(BYTES).toString('base64url'));
  await secrets.forget(NAME);
  return given.reveal();
}
