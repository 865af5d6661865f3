import { createCipheriv, createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Secret } from '../../lib/secret.ts';

/** The beginning of a sealed file; one that can be read begins as gzip does. */
const MARK = Buffer.from('forecourt sealed backup 1\n');
const SALT_BYTES = 16;
/** Tells a wrong key from a damaged file. */
const CHECK_BYTES = 8;
const HEAD_BYTES = MARK.length + SALT_BYTES + CHECK_BYTES;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;

/** The salt is new for every file, and so are key and nonce. */
function keysOf(secret: Secret, salt: Buffer) {
  const bytes = KEY_BYTES + IV_BYTES + CHECK_BYTES;
  const made = Buffer.from(hkdfSync('sha256', secret.reveal(), salt, 'backup', bytes));
  const iv = made.subarray(KEY_BYTES, KEY_BYTES + IV_BYTES);
  return { key: made.subarray(0, KEY_BYTES), iv, check: made.subarray(-CHECK_BYTES) };
}

/** Seals what goes through: mark, salt, check of the key, text, and the tag that proves all of it. */
export function seal(secret: Secret): Transform {
  const salt = randomBytes(SALT_BYTES);
  const { key, iv, check } = keysOf(secret, salt);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([MARK, salt, check]));
      done();
    },
    transform: (chunk: Buffer, _encoding, done) => done(null, cipher.update(chunk)),
    flush(done) {
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
}

export class SealError extends Error {
  override readonly name = 'SealError';
}

/** Opens what is sealed, and lets pass what is not. What comes out is proven only when it has come to its end. */
export function unseal(secret: Secret | undefined): Transform {
  let waiting = Buffer.alloc(0);
  let decipher: DecipherGCM | 'none' | undefined;
  const begin = (): DecipherGCM | 'none' => {
    if (!waiting.subarray(0, MARK.length).equals(MARK)) return 'none';
    if (!secret) throw new SealError('is sealed: set BACKUP_SECRET to the key that it was made with.');
    const salt = waiting.subarray(MARK.length, MARK.length + SALT_BYTES);
    const { key, iv, check } = keysOf(secret, salt);
    if (!check.equals(waiting.subarray(HEAD_BYTES - CHECK_BYTES, HEAD_BYTES)))
      throw new SealError('is sealed with another key than that in BACKUP_SECRET.');
    waiting = waiting.subarray(HEAD_BYTES);
    return createDecipheriv(ALGORITHM, key, iv);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        waiting = Buffer.concat([waiting, chunk]);
        if (decipher === undefined && waiting.length >= HEAD_BYTES) decipher = begin();
        if (decipher === undefined) return done();
        // The last bytes are the tag.
        const ready = decipher === 'none' ? waiting.length : Math.max(0, waiting.length - TAG_BYTES);
        const text = waiting.subarray(0, ready);
        waiting = waiting.subarray(ready);
        done(null, decipher === 'none' ? text : decipher.update(text));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    flush(done) {
      if (decipher === undefined || decipher === 'none') return done(null, waiting);
      try {
        if (waiting.length < TAG_BYTES) throw new Error('cut');
        decipher.setAuthTag(waiting);
        done(null, decipher.final());
      } catch {
        done(new SealError('is damaged or cut short: use another copy.'));
      }
    },
  });
}
