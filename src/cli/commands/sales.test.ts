import { describe, expect, it } from 'vitest';
import type { SaleEntry } from '../../storage/sql/sales.ts';
import { checkText, readRange, readTime, salesCsv, salesText, sumSales } from './sales.ts';

const sale = (time: string, change: Partial<SaleEntry> = {}): SaleEntry => ({
  soldAtMs: Date.parse(time),
  product: '/v1/decode',
  amount: 10_000n,
  network: 'eip155:8453',
  payTo: '0xseller',
  transaction: '0xtx',
  requestId: undefined,
  gas: undefined,
  refundOf: undefined,
  ...change,
});

describe('dates of a range', () => {
  it('are days of UTC, the last one whole', () => {
    expect(readRange('2026-11-01', '2026-11-30')).toEqual({
      fromMs: Date.UTC(2026, 10, 1),
      toMs: Date.UTC(2026, 11, 1),
    });
    expect(readRange(undefined, undefined)).toEqual({ fromMs: 0, toMs: Number.MAX_SAFE_INTEGER });
  });

  it('can be times with their zone, taken as they are', () => {
    expect(readRange('2026-11-01T00:00-05:00', '2026-11-01T12:30:00.500Z')).toEqual({
      fromMs: Date.UTC(2026, 10, 1, 5),
      toMs: Date.UTC(2026, 10, 1, 12, 30, 0, 500),
    });
  });

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '2026-11-01T10:00', 'today', '', '1700000000'])(
    'are not %j',
    (text) => expect(readTime(text)).toBeUndefined(),
  );
});

describe('sums of sales', () => {
  it('are by day and product, and leave out what was taken back', () => {
    const entries = [
      sale('2026-11-02T00:00:00Z'),
      sale('2026-11-01T23:59:59Z', { product: '/v1/recalls' }),
      sale('2026-11-01T01:00:00Z'),
      sale('2026-11-02T10:00:00Z', { product: '/v1/prepurchase', amount: 250_000n }),
      sale('2026-11-02T10:00:00Z', { product: '/v1/prepurchase', amount: -250_000n }),
    ];
    expect(sumSales(entries)).toEqual([
      { day: '2026-11-01', product: '/v1/decode', sales: 1, amount: 10_000n },
      { day: '2026-11-01', product: '/v1/recalls', sales: 1, amount: 10_000n },
      { day: '2026-11-02', product: '/v1/decode', sales: 1, amount: 10_000n },
      { day: '2026-11-02', product: '/v1/prepurchase', sales: 0, amount: 0n },
    ]);
  });
});

describe('what is printed', () => {
  it('ends with the sums and their total', () => {
    const printed = salesText([
      sale('2026-11-01T10:00:00Z'),
      sale('2026-11-01T11:00:00Z', { amount: -1_234_567n }),
    ]);
    expect(printed).toBe(`2026-11-01T10:00:00.000Z  /v1/decode  0.01       eip155:8453  0xtx
2026-11-01T11:00:00.000Z  /v1/decode  -1.234567  eip155:8453  0xtx

day         product     sales  USDC
2026-11-01  /v1/decode  0      -1.224567
total                   0      -1.224567`);
  });

  it('quotes what a spreadsheet would take for the end of a field', () => {
    expect(salesCsv([sale('2026-11-01T10:00:00Z', { product: '/v1/a,"b"' })])).toBe(
      'time,product,amount_usdc,network,transaction\r\n' +
        '2026-11-01T10:00:00.000Z,"/v1/a,""b""",0.01,eip155:8453,0xtx',
    );
  });

  it('says what may explain a difference, and what was not compared', () => {
    const difference = { transaction: '0xtx', inJournal: 0n, onChain: 10_000n };
    expect(
      checkText({ transactions: 4, differences: [difference], beingSettled: 2, notCompared: 3 }),
    ).toBe(`The chain does not agree, of 4 transactions:
0xtx: 0.00 in the journal, 0.01 on the chain
2 payments are still being settled, which may explain it: look again later
3 sales went to another address or network and were not compared`);
    expect(checkText({ transactions: 4, differences: [], beingSettled: 2, notCompared: 0 })).toBe(
      'The chain agrees: 4 transactions compared.',
    );
  });
});
