import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  extractReceiptPayload,
  findAcceptsObjectFromSignedOffer,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, describe, expect, test } from 'vitest';
import { products } from '../../src/products/table.ts';
import { connectMcp } from '../mcp/connect.ts';
import { runService } from '../running-service.ts';
import { type DevService, startDevService } from './dev-service.ts';
import { toHeader } from './wallet.ts';

/** A sale that nobody has asked about: the same one is sold to a payer once only. */
let nextPrice = 25_000;
const anySale = () => ({ country: 'CA', province: 'ON', price: String(nextPrice++), sale_type: 'private' });
const pathOf = (sale: Record<string, string>) => `/v1/purchase-costs?${new URLSearchParams(sale)}`;

const service = await startDevService();
afterAll(() => service[Symbol.asyncDispose]());
const publicUrl = `http://localhost:${service.port}`;
const wallet = privateKeyToAccount(service.payments.wallet.privateKey);
const { address } = wallet;
const payer = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));

async function askFor(path: string, from = service) {
  const { headers } = await from.get(path);
  return decodePaymentRequiredHeader(headers.get('PAYMENT-REQUIRED') ?? '');
}

async function offerOf(path: string) {
  const required = await askFor(path);
  const [offer] = decodeSignedOffers(extractOffersFromPaymentRequired(required));
  if (!offer) throw new Error('There is no signed offer');
  return { offer, accepts: required.accepts };
}

/** The official package looks the key up where its name says: in a document of the service itself. */
async function verify(receipt: unknown) {
  return verifyReceiptSignatureJWS(receipt as Parameters<typeof verifyReceiptSignatureJWS>[0]);
}

describe.each(products)('the offer of $slug', ({ path }) => {
  test('is signed by the service, for what accepts asks', async () => {
    const { offer, accepts } = await offerOf(path);
    expect(findAcceptsObjectFromSignedOffer(offer, accepts)).toEqual(accepts[0]);
    const { signedOffer } = offer;
    if (signedOffer.format !== 'jws') throw new Error('Not a JWS');
    const signed = await verifyOfferSignatureJWS(signedOffer);
    expect(signed).toMatchObject({ resourceUrl: `${publicUrl}${path}`, amount: accepts[0]?.amount });
    const nowSeconds = Math.floor(Date.now() / 1_000);
    expect(signed.validUntil).toBeGreaterThanOrEqual(nowSeconds + (accepts[0]?.maxTimeoutSeconds ?? 0));
  });
});

describe('a receipt', () => {
  const buy = (path = pathOf(anySale())) => wrapFetchWithPayment(fetch, payer)(`${publicUrl}${path}`);

  test('of a paid answer is verified by the official package and fits the offer', async () => {
    const sale = anySale();
    const { offer } = await offerOf(pathOf(sale));
    const response = await buy(pathOf(sale));
    const receipt = extractReceiptFromResponse(response);
    const { transaction } = decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE') ?? '');
    expect(await verify(receipt)).toEqual({
      version: 1,
      network: 'eip155:8453',
      resourceUrl: `${publicUrl}/v1/purchase-costs`,
      payer: address.toLowerCase(),
      issuedAt: expect.any(Number),
      transaction,
    });
    expect(receipt && verifyReceiptMatchesOffer(receipt, offer, [address])).toBe(true);
    // The query says what somebody is about to buy: no receipt repeats it.
    expect(JSON.stringify(receipt && extractReceiptPayload(receipt))).not.toContain(sale.price);
  });

  test('that somebody has changed is not verified', async () => {
    const receipt = extractReceiptFromResponse(await buy());
    const [header, payload = '', signature] = receipt?.signature.split('.') ?? [];
    const other = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const changed = Buffer.from(JSON.stringify({ ...other, payer: `0x${'1'.repeat(40)}` }));
    const forged = [header, changed.toString('base64url'), signature].join('.');
    await expect(verify({ format: 'jws', signature: forged })).rejects.toThrow(/signature verification/);
  });

  test('comes with an answer that is bought over MCP, and names the tool', async () => {
    await using mcp = await connectMcp(service.url);
    const sale = anySale();
    const { body } = await mcp.call('get_purchase_costs', sale);
    const payment = await payer.createPaymentPayload(body as never);
    const bought = await mcp.call('get_purchase_costs', sale, payment);
    const { transaction, extensions } = bought.receipt as Signed;
    const resourceUrl = `${publicUrl}/mcp#get_purchase_costs`;
    const verified = await verify(extensions['offer-receipt'].info.receipt);
    expect(verified).toMatchObject({ resourceUrl, transaction });
  });

  test('is not given for a payment that was not taken', async () => {
    const payment = await payer.createPaymentPayload(await askFor('/v1/decode'));
    const headers = { 'PAYMENT-SIGNATURE': toHeader(payment) };
    const response = await service.get(pathOf(anySale()), { headers });
    expect(response.status).toBe(402);
    expect(extractReceiptFromResponse(response)).toBeUndefined();
  });
});

interface Signed {
  transaction: string;
  extensions: { 'offer-receipt': { info: { receipt: unknown } } };
}

describe('the key', () => {
  const keysOf = async ({ get }: Pick<DevService, 'get'>) => {
    const document = (await (await get('/.well-known/did.json')).json()) as {
      verificationMethod: { id: string; publicKeyJwk: { x: string } }[];
    };
    return document.verificationMethod;
  };
  const signingKey = Buffer.alloc(32, 7).toString('base64');

  test('is named where the service describes its payments', async () => {
    const discovery = await (await service.get('/discovery')).json();
    expect(discovery).toMatchObject({ payment: { signingKeys: `${publicUrl}/.well-known/did.json` } });
  });

  test('is made at the first start and kept', async () => {
    const [kept] = await keysOf(service);
    await using again = await runService({ DATA_DIR: service.folder, PUBLIC_URL: publicUrl });
    expect(await keysOf(again)).toEqual([kept]);
    await using elsewhere = await runService();
    expect((await keysOf(elsewhere))[0]?.publicKeyJwk).not.toEqual(kept?.publicKeyJwk);
  });

  test('comes from the configuration where one is given, and former ones stay published', async () => {
    const [former] = await keysOf(service);
    await using configured = await runService({
      OFFER_SIGNING_KEY: signingKey,
      OFFER_FORMER_KEYS: former?.publicKeyJwk.x ?? '',
      PUBLIC_URL: publicUrl,
    });
    const keys = await keysOf(configured);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toEqual(former);
    expect(JSON.stringify(keys)).not.toContain(signingKey);
  });

  test.each([
    ['OFFER_SIGNING_KEY', 'short'],
    ['OFFER_FORMER_KEYS', 'short'],
  ])('stops the start where %s is none', async (name, value) => {
    await expect(runService({ [name]: value })).rejects.toThrow(name);
  });
});
