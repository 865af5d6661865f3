import { describe, expect, it } from 'vitest';
import { createDigests } from './sealing.ts';

const digests = createDigests('a secret of at least thirty-two characters');
const others = createDigests('another secret of thirty-two characters!');
const key = { payer: '0xa', nonce: '0x1' };
const REQUEST = 'GET /v1/decode?vin=1';
const ANSWER = Buffer.from(JSON.stringify({ text: 'Ünïcode 🚗' }));

describe('a digest', () => {
  it('is the same for the same text, and differs by text, kind and secret', () => {
    const digest = digests.digest('request', REQUEST);
    expect(digests.digest('request', REQUEST)).toBe(digest);
    expect(digests.digest('request', `${REQUEST}1`)).not.toBe(digest);
    expect(digests.digest('signature', REQUEST)).not.toBe(digest);
    expect(others.digest('request', REQUEST)).not.toBe(digest);
  });
});

describe('a sealed answer', () => {
  it('opens for the identical request, and looks different every time it is sealed', () => {
    const sealed = digests.seal(ANSWER, REQUEST, key);
    expect(digests.unseal(sealed, REQUEST, key)).toEqual(ANSWER);
    expect(digests.seal(ANSWER, REQUEST, key)).not.toBe(sealed);
  });

  it('does not open for another request, payment or secret, nor when it was altered', () => {
    const sealed = digests.seal(ANSWER, REQUEST, key);
    const altered = `${sealed.slice(0, 30)}${sealed[30] === 'A' ? 'B' : 'A'}${sealed.slice(31)}`;
    expect(() => digests.unseal(sealed, 'GET /v1/decode?vin=2', key)).toThrow();
    expect(() => digests.unseal(sealed, REQUEST, { ...key, nonce: '0x2' })).toThrow();
    expect(() => others.unseal(sealed, REQUEST, key)).toThrow();
    expect(() => digests.unseal(altered, REQUEST, key)).toThrow();
  });
});
