import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anOffer } from '../../../test/payments/offer.ts';
import { newWallet, nowSeconds, signPayment, toHeader } from '../../../test/payments/wallet.ts';
import { checkPayment, decodePayment, MAX_HEADER_CHARACTERS } from './header.ts';

const wallet = newWallet();
const offer = anOffer();
const valid = await signPayment(wallet, offer);

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
