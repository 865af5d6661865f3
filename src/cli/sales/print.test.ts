import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAtomicUsdc } from '../../payments/evm/usdc.ts';
import type { SaleEntry } from '../../storage/sql/sales.ts';
import { agreementText, asCsv, asJson, asText } from './print.ts';

const entry = (time: string, change: Partial<SaleEntry> = {}): SaleEntry => ({
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

describe('what is printed', () => {
  it('sums by day and product what was sold and given back, and leaves out what was not paid after all', () => {
    const dear = { product: '/v1/prepurchase', amount: 250_000n, gas: 1_500_000_000_000n };
    const sales = [
      entry('2026-11-02T00:00:00Z'),
      entry('2026-11-01T23:59:59Z', { product: '/v1/recalls', gas: 3n }),
      entry('2026-11-01T01:00:00Z'),
      entry('2026-11-02T10:00:00Z', dear),
      entry('2026-11-02T10:00:00Z', { ...dear, amount: -250_000n, gas: -dear.gas }),
      entry('2026-11-02T11:00:00Z', { amount: -4_000n, refundOf: '0xtx', transaction: '0xback' }),
    ];
    const sold = { sales: 1, grossUsdc: '0.01', refundUsdc: '0.00', feeUsd: '0.001', netUsdc: '0.009' };
    const none = { grossUsdc: '0.00', refundUsdc: '0.00', feeUsd: '0.00', netUsdc: '0.00' };
    expect(JSON.parse(asJson({ sales }, 1_000n))).toMatchObject({
      sums: [
        { day: '2026-11-01', product: '/v1/decode', ...sold },
        // Our own key has settled it.
        { product: '/v1/recalls', ...sold, feeUsd: '0.00', netUsdc: '0.01', gasEth: '0.000000000000000003' },
        { day: '2026-11-02', product: '/v1/decode', ...sold, refundUsdc: '-0.004', netUsdc: '0.005' },
        { day: '2026-11-02', product: '/v1/prepurchase', sales: 0, ...none, gasEth: '0.0' },
      ],
      total: { sales: 3, grossUsdc: '0.03', refundUsdc: '-0.004', feeUsd: '0.002', netUsdc: '0.024' },
    });
    expect(asText({ sales: sales.slice(-1) }, 0n)).toBe(
      `time                      kind    product     net USDC  network      transaction
2026-11-02T11:00:00.000Z  refund  /v1/decode  -0.004    eip155:8453  0xback

day         product     sales  gross USDC  refund USDC  fee USD  net USDC  gas ETH
2026-11-02  /v1/decode  0      0.00        -0.004       0.00     -0.004
total                   0      0.00        -0.004       0.00     -0.004`,
    );
    expect(asText({ sales: [], open: [], failed: [] }, 0n)).toBe(
      'No sales.\n\nNo open settlements.\n\nNo failed settlements.',
    );
  });

  it('says of the money of a rehearsal that it is worth nothing', () => {
    const books = { sales: [entry('2026-11-01T10:00:00Z', { network: 'eip155:84532' })] };
    expect(asText(books, 0n)).toMatch(/\n\nREHEARSAL: .* worth nothing/);
    expect(JSON.parse(asJson(books, 0n)).notice).toMatch(/^REHEARSAL/);
  });

  it('quotes what a spreadsheet would take for the end of a field', () => {
    expect(
      asCsv({ sales: [entry('2026-11-01T10:00:00Z', { product: '/v1/a,"b"', requestId: 'one' })] }, 0n),
    ).toBe(
      'time,kind,product,gross_usdc,refund_usdc,fee_usd,net_usdc,gas_eth,network,transaction,refund_of,request_id\r\n' +
        '2026-11-01T10:00:00.000Z,sale,"/v1/a,""b""",0.01,0.00,0.00,0.01,,eip155:8453,0xtx,,one',
    );
  });

  it('has columns that sum to the journal, to the last unit', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const some = fc.record({
      amount: fc.oneof(
        amounts,
        amounts.map((amount) => -amount),
      ),
      refundOf: fc.constantFrom(undefined, '0xtx'),
      soldAtMs: fc.integer({ min: 0, max: 3 * 86_400_000 }),
      product: fc.constantFrom('/v1/decode', '/v1/recalls'),
    });
    const atomic = (text = '') => (text.startsWith('-') ? -1n : 1n) * toAtomicUsdc(text.replace('-', ''));
    const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);
    fc.assert(
      fc.property(fc.array(some), amounts, (changes, fee) => {
        const sales = changes.map((change) => entry('1970-01-01', change));
        const inJournal = sum(sales.map(({ amount }) => amount));
        const lines = asCsv({ sales }, fee)
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(','));
        const column = (index: number) => sum(lines.map((fields) => atomic(fields[index])));
        expect(column(3) + column(4)).toBe(inJournal);
        expect(column(6)).toBe(inJournal - column(5));
        const { sums, total } = JSON.parse(asJson({ sales }, fee));
        expect(sum(sums.map(({ netUsdc }: { netUsdc: string }) => atomic(netUsdc)))).toBe(column(6));
        expect(atomic(total.netUsdc)).toBe(column(6));
      }),
    );
  });

  it('says what may explain a difference, and what was not compared', () => {
    const difference = { transaction: '0xtx', inJournal: 0n, onChain: 10_000n };
    expect(
      agreementText({ transactions: 4, differences: [difference], beingSettled: 2, notCompared: 3 }),
    ).toBe(`The chain does not agree, of 4 transactions:
0xtx: 0.00 in the journal, 0.01 on the chain
2 payments still being settled may explain it: look again later
3 entries of another address or network not compared`);
    expect(agreementText({ transactions: 4, differences: [], beingSettled: 2, notCompared: 0 })).toBe(
      'The chain agrees: 4 transactions compared.',
    );
  });
});
