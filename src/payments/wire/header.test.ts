import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anOffer } from '../../../test/payments/offer.ts';
import { inCapitals, newWallet, nowSeconds, signPayment, toHeader } from '../../../test/payments/wallet.ts';
import { checkPayment, decodePayment, MAX_HEADER_CHARACTERS } from './header.ts';

const wallet = newWallet();
const offer = anOffer();
const valid = await signPayment(wallet, offer);
const { signature, authorization } = valid.payload;

const read = (payment: unknown) => decodePayment(toHeader(payment), 'PAYMENT-SIGNATURE');
const readRaw = (value: string) => decodePayment(value, 'PAYMENT-SIGNATURE');
const reasonOf = (reading: ReturnType<typeof decodePayment>) =>
  reading.kind === 'malformed' ? reading.malformed.reason : reading.kind;

const holding = (payload: object) => ({ ...valid, payload });
const bent = (part: object) => holding({ signature, authorization: { ...authorization, ...part } });
const named = (info: object) => ({ ...valid, extensions: { 'payment-identifier': info } });

describe('a payment header', () => {
  test('of version 2 is read', () => {
    const decoded = { accepted: { amount: '10000' } };
    expect(read(valid)).toMatchObject({ kind: 'decoded', header: 'PAYMENT-SIGNATURE', decoded });
  });

  test.each([
    ['version 1', 1, 'base'],
    ['version 1 without its number', undefined, 'base'],
    ['version 1 with the network of version 2', 1, 'eip155:8453'],
    ['the hybrid that says 2 and is shaped like 1', 2, 'base'],
  ])('of %s is read', (_name, x402Version, network) => {
    const payment = { x402Version, scheme: 'exact', network, payload: valid.payload };
    expect(read(payment)).toMatchObject({ kind: 'decoded' });
  });

  test('is read in the URL-safe alphabet and without padding', () => {
    const urlSafe = toHeader({ ...valid, note: '>>>???' })
      .replaceAll('+', '-')
      .replaceAll('/', '_');
    expect(readRaw(urlSafe.replace(/=+$/, '')).kind).toBe('decoded');
  });

  test('is the same payment in whatever letter case its numbers are', () => {
    expect(read(inCapitals(valid))).toEqual(read(valid));
  });

  test('may carry whole numbers as JSON numbers', () => {
    const decoded = { payload: { authorization: { value: '10000' } } };
    expect(read(bent({ value: 10000 }))).toMatchObject({ decoded });
  });

  test.each([
    ['an empty header', '', 'empty'],
    ['characters outside base64', '!!!', 'not_base64'],
    ['two headers joined by a proxy', `${toHeader(valid)}, ${toHeader(valid)}`, 'not_base64'],
    ['JSON that was not encoded', JSON.stringify(valid), 'not_base64'],
    ['text', toHeader('hello'), 'not_json'],
    ['null', toHeader('null'), 'not_json'],
    ['a number', toHeader('42'), 'not_json'],
    ['an array', toHeader('[]'), 'not_json'],
    ['junk after the payment', `${toHeader(valid)}AAAA`, 'not_base64'],
    ['more than the cap', 'A'.repeat(MAX_HEADER_CHARACTERS + 1), 'too_long'],
    ['40 kB', 'A'.repeat(40_000), 'too_long'],
    ['an empty object', toHeader('{}'), 'malformed'],
    ['deep objects', toHeader(`{"accepted":${'{"a":'.repeat(900)}1${'}'.repeat(900)}}`), 'too_deep'],
    ['deep arrays', toHeader(`{"accepted":${'['.repeat(2_000)}${']'.repeat(2_000)}}`), 'too_deep'],
    ['deep and never closed', toHeader('['.repeat(6_000)), 'too_deep'],
  ])('with %s is malformed', (_name, value, reason) => {
    expect(reasonOf(readRaw(value))).toBe(reason);
  });

  test.each([
    ['an unknown version', { ...valid, x402Version: 3 }, 'unsupported_version'],
    ['a version in words', { ...valid, x402Version: '2' }, 'unsupported_version'],
    ['version 2 without its number', { ...valid, x402Version: undefined }, 'malformed'],
    ['accepted null', { ...valid, accepted: null }, 'malformed'],
    ['accepted a string', { ...valid, accepted: 'x' }, 'malformed'],
    ['accepted missing', { ...valid, accepted: undefined }, 'malformed'],
    ['no payload', { ...valid, payload: undefined }, 'malformed'],
    ['a null payload', { ...valid, payload: null }, 'malformed'],
    ['no signature', holding({ authorization }), 'malformed'],
    ['a null signature', holding({ authorization, signature: null }), 'malformed'],
    ['half a byte of signature', holding({ authorization, signature: `${signature}1` }), 'malformed'],
    ['no authorization', holding({ signature }), 'malformed'],
    ['another way to move tokens', holding({ signature, permit2Authorization: {} }), 'malformed'],
    ['an additional field in the signed message', bent({ extra: 1 }), 'malformed'],
    ['a value in scientific notation', bent({ value: '1e4' }), 'malformed'],
    ['a value in hexadecimal', bent({ value: '0x2710' }), 'malformed'],
    ['a negative value', bent({ value: '-10000' }), 'malformed'],
    ['a fractional value', bent({ value: 10000.5 }), 'malformed'],
    ['a value with leading zeros', bent({ value: '010000' }), 'malformed'],
    ['a value beyond 256 bits', bent({ value: String(2n ** 256n) }), 'malformed'],
    ['a nonce of 31 bytes', bent({ nonce: authorization.nonce.slice(0, 64) }), 'malformed'],
    ['a payer that is no address', bent({ from: 'bob' }), 'malformed'],
    ['a payment identifier that breaks the rules', named({ info: { id: 'short' } }), 'malformed'],
  ])('with %s is malformed', (_name, payment, reason) => {
    expect(reasonOf(read(payment))).toBe(reason);
  });

  const solana = { ...valid.accepted, network: 'solana:5eykt4' };
  test.each([
    ['another chain', { ...valid, accepted: { ...valid.accepted, network: 'eip155:1' } }],
    [
      'Solana, whose payload has another shape',
      { x402Version: 2, accepted: solana, payload: { transaction: 'A' } },
    ],
    [
      'a test network of version 1',
      { x402Version: 1, scheme: 'exact', network: 'avalanche-fuji', payload: {} },
    ],
  ])('for %s is refused as such', (_name, payment) => {
    expect(read(payment)).toMatchObject({ kind: 'refused', reason: 'wrong_network' });
  });

  test('says where it is wrong without repeating what it found', () => {
    const reading = read(bent({ nonce: 'SECRET-VIN-1HGCM82633A004352' }));
    expect(JSON.stringify(reading)).toContain('payload.authorization.nonce');
    expect(JSON.stringify(reading)).not.toContain('SECRET');
  });

  test('may name the payment; nothing of a schema that comes with it is run', () => {
    const id = `${'a'.repeat(40)}-`;
    const hostile = { info: { id }, schema: { properties: { id: { pattern: '^(a+)+$' } } } };
    expect(read(named(hostile))).toMatchObject({ decoded: { paymentIdentifier: id } });
  });

  test('cannot reach prototypes', () => {
    const hostile = '{"__proto__":{"polluted":1},"extensions":{"__proto__":{"x":1}},';
    expect(readRaw(toHeader(JSON.stringify(valid).replace('{', hostile))).kind).toBe('decoded');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('no header up to the cap', () => {
  const CPU_LIMIT_MS = 5;

  /** The best of three: what else the machine does is not the header's cost. */
  function cpuMs(value: string): number {
    const once = () => {
      const before = process.threadCpuUsage();
      const reading = decodePayment(value, 'PAYMENT-SIGNATURE');
      if (reading.kind === 'decoded') checkPayment(reading.decoded, offer, nowSeconds());
      const used = process.threadCpuUsage(before);
      return (used.user + used.system) / 1000;
    };
    return Math.min(once(), once(), once());
  }

  const nest = (open: string, close: string, levels: number) =>
    toHeader(`{"x402Version":2,"accepted":${open.repeat(levels)}1${close.repeat(levels)}}`);
  const fill = (text: string) => text.slice(0, Math.floor((MAX_HEADER_CHARACTERS * 3) / 4) - 3);

  test.each([
    ['nested objects', nest('{"a":', '}', 950)],
    ['nested arrays', nest('[', ']', 2_900)],
    ['wide objects', toHeader(fill(`{${Array.from({ length: 900 }, (_, i) => `"k${i}":1`).join()}`))],
    [
      'thousands of extension keys',
      toHeader({
        ...valid,
        extensions: Object.fromEntries(Array.from({ length: 450 }, (_, i) => [`k${i}`, 1])),
      }),
    ],
    [
      'one long digit string',
      toHeader(
        fill(`{"scheme":"exact","network":"base","payload":{"authorization":{"value":"${'9'.repeat(6_000)}`),
      ),
    ],
    ['a huge JSON number', toHeader(`{"x402Version":2,"accepted":{"amount":${'9'.repeat(5_900)}}}`)],
    [
      'a huge signature',
      toHeader({ ...valid, payload: { ...valid.payload, signature: `0x${'1'.repeat(4_900)}` } }),
    ],
    ['escapes', toHeader(fill(`{"a":"${'\\\\\\"'.repeat(1_400)}"}`))],
    ['unpaired surrogates', toHeader(fill(`{"a":"${'\\ud800'.repeat(950)}"}`))],
    ['almost base64', `${'A'.repeat(MAX_HEADER_CHARACTERS - 1)}!`],
    ['only padding', '='.repeat(MAX_HEADER_CHARACTERS)],
  ])('takes more than 5 ms: %s', (_name, value) => {
    expect(value.length).toBeLessThanOrEqual(MAX_HEADER_CHARACTERS);
    expect(cpuMs(value)).toBeLessThan(CPU_LIMIT_MS);
  });

  test('takes more than 5 ms or throws, whatever JSON it carries', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20, noUnicodeString: false }), (json) => {
        const value = toHeader(json).slice(0, MAX_HEADER_CHARACTERS);
        expect(cpuMs(value)).toBeLessThan(CPU_LIMIT_MS);
      }),
      { numRuns: 200 },
    );
  });

  test('takes more than 5 ms or throws, wherever a valid payment is damaged', () => {
    const whole = JSON.stringify(valid);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(40), fc.string({ maxLength: 200 }), (at, cut, put) => {
        const value = toHeader(whole.slice(0, at) + put + whole.slice(at + cut));
        expect(cpuMs(value)).toBeLessThan(CPU_LIMIT_MS);
      }),
      { numRuns: 300 },
    );
  });
});
