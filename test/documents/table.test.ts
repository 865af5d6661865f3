import { decodePaymentRequiredHeader } from '@x402/core/http';
import { afterAll, describe, expect, it } from 'vitest';
import { products as table } from '../../src/products/table.ts';
import { runService } from '../running-service.ts';
import { madeUp } from './made-up-product.ts';
import { type Description, readJson } from './read.ts';

const PUBLIC_URL = 'https://forecourt.example';
const products = [...table, madeUp];

const service = await runService({ PUBLIC_URL }, { products });
afterAll(() => service[Symbol.asyncDispose]());

const text = async (path: string) => (await service.get(path)).text();

describe.each(products)('the documents agree with the table about $slug:', (product) => {
  const { slug, name, path, priceUsd, summary, sample } = product;
  const url = `${PUBLIC_URL}${path}`;

  it('the live challenge', async () => {
    const response = await service.get(path);
    expect(response.status).toBe(402);
    const header = decodePaymentRequiredHeader(response.headers.get('PAYMENT-REQUIRED') ?? '');
    const [accepted] = header.accepts;
    expect(header.resource).toMatchObject({ url, description: summary, serviceName: 'Forecourt' });
    expect(Number(accepted?.amount) / 1e6).toBe(Number(priceUsd));
    expect(response.headers.get('link')).toContain('</openapi.json>; rel="service-desc"');
    expect(response.headers.get('link')).toContain('</terms.txt>; rel="terms-of-service"');

    const { payment } = await readJson<{ payment: object }>(service, '/discovery');
    expect(payment).toMatchObject({ payTo: accepted?.payTo, asset: accepted?.asset });
  });

  it('OpenAPI', async () => {
    const { paths } = await readJson<Description>(service, '/openapi.json');
    expect(paths[path]?.get).toMatchObject({
      summary: expect.stringContaining(`$${priceUsd}`),
      description: expect.stringContaining(summary),
      security: [{ x402: [] }],
      'x-payment-info': {
        price: { mode: 'fixed', currency: 'USD', amount: priceUsd },
        protocols: [{ x402: {} }],
      },
      responses: { '200': expect.any(Object), '402': expect.any(Object) },
    });
    expect(paths[path]?.get?.parameters?.length).toBeGreaterThan(0);
    expect(paths[sample.path]?.get).toMatchObject({ security: [], responses: { '200': expect.any(Object) } });
  });

  it('the lists for agents and indexers', async () => {
    const { resources } = await readJson<{ resources: string[] }>(service, '/.well-known/x402');
    expect(resources).toContain(url);
    const discovery = await readJson<{ products: { slug: string }[] }>(service, '/discovery');
    expect(discovery.products.find((listed) => listed.slug === slug)).toMatchObject({
      name,
      url,
      priceUsd,
      summary,
      sample: { url: `${PUBLIC_URL}${sample.path}`, limitPerMinute: sample.limitPerMinute },
    });
  });

  it('the texts for language models, the page and the sitemap', async () => {
    const short = await text('/llms.txt');
    expect(short).toContain(
      `- [${name}](${PUBLIC_URL}/docs/${slug}.md): GET ${path}, $${priceUsd}. ${summary}`,
    );
    expect(short).toContain(`(${PUBLIC_URL}${sample.path})`);
    const full = await text('/llms-full.txt');
    expect(full).toContain(`| ${name} | \`GET ${path}\` | $${priceUsd} | \`${sample.path}\` |`);
    expect(full).toContain(product.description);
    expect(await text('/docs')).toContain(`<a href="/docs/${slug}">${name}</a>`);
    const page = await text(`/docs/${slug}`);
    expect(page).toContain(
      `<span class="path">GET ${path}</span> <span class="chip paid">$${priceUsd}</span>`,
    );
    expect(page).toContain(
      `<span class="path">GET ${sample.path}</span> <span class="chip free">free</span>`,
    );
    expect(await text('/sitemap.xml')).toContain(`<loc>${PUBLIC_URL}/docs/${slug}</loc>`);
  });
});

describe('a product that was only added to the table', () => {
  it('is in the catalog, and its sample is answered', async () => {
    const catalog = await readJson<{ products: object[] }>(service, '/.well-known/catalog');
    expect(catalog.products).toContainEqual({
      slug: madeUp.slug,
      name: madeUp.name,
      api: `${PUBLIC_URL}${madeUp.path}`,
      mcp: `${PUBLIC_URL}/mcp`,
    });
    const response = await service.get(madeUp.sample.path);
    expect(response.headers.get('ratelimit-policy')).toBe('"client";q=7;w=60');
    expect(await response.json()).toMatchObject({ code: 'NH-731P', sample: true });
  });

  it('lists exactly what the table has, everywhere', async () => {
    const slugs = products.map(({ slug }) => slug);
    const discovery = await readJson<{ products: { slug: string }[] }>(service, '/discovery');
    expect(discovery.products.map(({ slug }) => slug)).toEqual(slugs);
    const { resources } = await readJson<{ resources: string[] }>(service, '/.well-known/x402');
    expect(resources).toEqual(products.map(({ path }) => `${PUBLIC_URL}${path}`));
    const { paths } = await readJson<Description>(service, '/openapi.json');
    const paid = Object.entries(paths).filter(([, { get }]) => get?.['x-payment-info']);
    expect(paid.map(([path]) => path)).toEqual(products.map(({ path }) => path));
  });
});
