import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

const HIDDEN = '[secret]';

/**
 * A value that must not be printed. Text, JSON and inspection of it, and of whatever holds it, show that there is one
 * and not which; only reveal() gives the value, at the place that needs it.
 */
export class Secret<Value extends string | readonly string[] = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface SealKey {
  /** 32 bytes. */
  key: CipherKey;
  /** The thing that the text belongs to: sealed for one, it does not open for another. */
  boundTo?: string;
}

/** Encrypts a text or bytes, so that only who has the key can read them. */
export function seal(content: string | Uint8Array, { key, boundTo = '' }: SealKey): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(boundTo));
  const text = typeof content === 'string' ? Buffer.from(content) : content;
  const sealed = [iv, cipher.update(text), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64');
}

/** Throws where it was sealed with another key or for another thing, or was changed. */
export function unsealBytes(sealed: string, { key, boundTo = '' }: SealKey): Buffer {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}

export const unseal = (sealed: string, key: SealKey): string => unsealBytes(sealed, key).toString('utf8');
