import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { errorCodes, errors } from '../../src/errors/errors.ts';
import { describeQuery } from '../../src/products/describe-query.ts';
import { products } from '../../src/products/table.ts';
import { runService } from '../running-service.ts';
import { readJson } from './read.ts';

const run = promisify(execFile);
const PUBLIC_URL = 'https://forecourt.example';

const service = await runService({ PUBLIC_URL, CONTACT: 'https://forecourt.example/contact' });
afterAll(() => service[Symbol.asyncDispose]());

const text = async (path: string) => (await service.get(path)).text();

describe('/llms.txt', () => {
  it('has one title, then a quoted summary, then only lists under its headings', async () => {
    const lines = (await text('/llms.txt')).split('\n');
    expect(lines.filter((line) => /^# /.test(line))).toEqual(['# Forecourt']);
    expect(lines[2]).toMatch(/^> /);
    const sections = lines.slice(lines.findIndex((line) => line.startsWith('## ')));
    for (const line of sections) expect(line).toMatch(/^$|^## |^- \[[^\]]+\]\(https:\/\/[^)]+\): ./);
  });

  it('links only to what is there', async () => {
    const links = [...(await text('/llms.txt')).matchAll(/\]\((https:[^)]+)\)/g)].map(
      ([, link = '']) => new URL(link),
    );
    expect(links.length).toBeGreaterThan(20);
    for (const { origin, pathname } of links) {
      expect(origin).toBe(PUBLIC_URL);
      const { status } = await service.get(pathname, { method: 'HEAD' });
      expect(status, pathname).not.toBe(404);
    }
  });
});

describe('/llms.txt alone', () => {
  it('has the key of a wallet to try it with, where no money is real', async () => {
    expect(await text('/llms.txt')).toContain(`private key ${service.devPayments?.wallet.privateKey}.`);
  });

  it('is enough to buy: of each product every parameter, its price and size, and a worked call', async () => {
    const lines = (await text('/llms.txt')).split('\n');
    expect(lines.join('\n').length).toBeLessThan(12_000);
    for (const { slug, path, priceUsd, query } of products) {
      const line = lines.find((one) => one.includes(`GET ${path}, $${priceUsd}.`)) ?? '';
      expect(line).toContain(`${PUBLIC_URL}/docs/${slug}.md`);
      expect(line).toMatch(/[\d.]+ kB, some [\d,]+ tokens; with `view=brief` it would have [\d.]+ kB/);
      for (const { name } of describeQuery(query)) expect(line).toMatch(new RegExp(`\\b${name}\\b`));
    }
    expect(lines.join('\n')).toMatch(/Example: GET \S+\/v1\/decode\?vin=/);
    expect(lines.join('\n')).toContain('paidBefore');
  });

  it('has a program that buys as it stands', async () => {
    const [, program = ''] = (await text('/llms.txt')).match(/```ts\n(.*?)```/s) ?? [];
    // The test runs the service under an address of its own.
    const { stdout } = await run(process.execPath, [
      '--input-type=module',
      '--eval',
      program.replace(PUBLIC_URL, service.url),
    ]);
    expect(stdout).toMatch(/^200 \{"view":"brief",.*"charged":true/);
  });

  it('leads to every guide of the reference as Markdown, which leads only to others of them', async () => {
    const reference = await text('/docs');
    const guides = [...(await text('/llms.txt')).matchAll(/\/docs\/[a-z-]+\.md/g)].map(String);
    const [, list = ''] = reference.match(/<h2>How to<\/h2>\s*<ul>(.*?)<\/ul>/s) ?? [];
    const pages = [...list.matchAll(/<li><a href="(\/docs\/[^"]+)"/g)].map(([, path]) => `${path}.md`);
    expect(guides).toEqual(expect.arrayContaining(pages));
    for (const page of pages) {
      const response = await service.get(page);
      expect(response.headers.get('content-type')).toContain('text/markdown');
      const links = [...(await response.text()).matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, to]) => to);
      for (const to of links) expect(pages, page).toContain(to);
    }
  });

  it.each(products)(
    'leads to a short page of $slug with each parameter and a call',
    async ({ slug, query, path }) => {
      const response = await service.get(`/docs/${slug}.md`);
      expect(response.headers.get('content-type')).toContain('text/markdown');
      const page = await response.text();
      expect(page.length).toBeLessThan(4_500);
      for (const { name } of describeQuery(query)) expect(page).toContain(`| \`${name}\` |`);
      const sample = Object(await (await service.get(`/v1/sample/${slug}`)).json());
      const { sample: _, note: __, ...answer } = slug === 'purchase-costs' ? sample.ca : sample;
      for (const name of Object.keys(answer)) expect(page).toContain(`\`${name}\``);
      expect(page).toContain(`curl '${PUBLIC_URL}${path}?`);
    },
  );
});

describe('what an agent guesses', () => {
  it.each([
    ['/.well-known/mcp.json', '/.well-known/mcp/server-card.json'],
    ['/.well-known/agent.json', '/.well-known/agent-card.json'],
    ['/AGENTS.md', '/skill.md'],
  ])('%s is %s', async (guessed, path) => {
    expect(await text(guessed)).toBe(await text(path));
  });

  it('/.well-known/api-catalog leads on to the interfaces', async () => {
    const response = await service.get('/.well-known/api-catalog');
    expect(response.headers.get('content-type')).toContain('application/linkset+json');
    const { linkset } = (await response.json()) as { linkset: Record<string, unknown>[] };
    expect(linkset).toMatchObject([
      {
        item: [{ href: `${PUBLIC_URL}/mcp` }, { href: `${PUBLIC_URL}/a2a` }],
        'service-desc': [{ href: `${PUBLIC_URL}/openapi.json` }],
      },
    ]);
  });
});

it('/changelog has the version of the interface and what changed of it', async () => {
  const changes = await text('/changelog');
  expect(changes).toContain('## The interface: 0.2.1');
  expect(changes).toMatch(/### 2026-07-07\n- .*known-issues.*\n- .*purchase-costs/);
});

it('/openapi.json says where browsers get pages', async () => {
  const { paths, components } = JSON.parse(await text('/openapi.json'));
  const answers = (path: string) =>
    [paths[path].get.responses['200'], components.responses.PaymentRequired].map(({ content }) =>
      Object.keys(content),
    );
  expect(answers('/v1/prepurchase')).toEqual([
    ['application/json', 'text/html'],
    ['application/json', 'text/html'],
  ]);
  expect(answers('/v1/recalls')).toEqual([['application/json'], ['application/json', 'text/html']]);
});

describe('/llms-full.txt', () => {
  it('lists every error code with its status, and every reason for a 402', async () => {
    const full = await text('/llms-full.txt');
    for (const code of errorCodes) {
      const { status } = errors[code];
      expect(full).toContain(status === 402 ? `\n| \`${code}\` | ` : `\n| ${status} | \`${code}\` | `);
    }
    expect(full).toContain('| `wrong_amount` | Sign for exactly the amount in accepts. |');
  });

  it('works a payment through with the terms that are really asked for', async () => {
    const full = await text('/llms-full.txt');
    const challenge = (await (await service.get('/v1/decode')).json()) as {
      accepts: Record<string, string>[];
    };
    const blocks = [...full.matchAll(/```json\n([^`]+)```/g)].map(([, block = '']) => JSON.parse(block));
    const [asked, signed, paid] = blocks;
    const [accepted] = challenge.accepts;
    expect(accepted).toMatchObject(asked.accepts[0]);
    expect(paid.accepted).toEqual(asked.accepts[0]);
    expect(signed).toMatchObject({
      domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: accepted?.asset },
      message: { to: accepted?.payTo, value: accepted?.amount },
    });
  });
});

const REFERENCE = ['/docs', '/docs/decode', '/docs/prepurchase', '/docs/documents', '/docs/errors'];

describe.each(REFERENCE)('%s', (path) => {
  it('links only to places that exist, each of which exists once', async () => {
    const page = await text(path);
    const idsOf = (text: string) => [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
    const links = [...page.matchAll(/href="(\/docs[^"#]*)?#([^"]+)"/g)];
    const others = new Set(links.flatMap(([, other]) => other ?? []));
    const idsByPage = new Map<string | undefined, (string | undefined)[]>([[undefined, ids]]);
    for (const other of others) idsByPage.set(other, idsOf(await text(other)));
    for (const [, other, target] of links) expect(idsByPage.get(other)).toContain(target);
  });

  it('is a page that can be read: language, title, one first heading, headings without gaps', async () => {
    const page = await text(path);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).toContain('<title>');
    const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries())
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    expect(page.match(/<th(?! scope)[ >]/g)).toBeNull();
  });
});

describe('what robots look for', () => {
  it('robots.txt points at the sitemap, which lists only pages that are free', async () => {
    expect(await text('/robots.txt')).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
    const urls = [...(await text('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, url = '']) => new URL(url),
    );
    expect(urls.length).toBeGreaterThan(15);
    for (const { pathname } of urls) {
      expect((await service.get(pathname, { method: 'HEAD' })).status, pathname).not.toBe(402);
    }
  });

  it('security.txt names the contact and has not expired', async () => {
    const security = await text('/.well-known/security.txt');
    expect(security).toContain('Contact: https://forecourt.example/contact\n');
    const [, expires = ''] = /Expires: (\S+)/.exec(security) ?? [];
    expect(Date.parse(expires)).toBeGreaterThan(Date.now());
  });
});

describe('terms, changelog and discovery', () => {
  it('name the versions as /health does', async () => {
    const { version, interfaceVersion } = await readJson<Record<string, unknown>>(service, '/health');
    expect(await readJson(service, '/discovery')).toMatchObject({ version, interfaceVersion });
  });

  it('link to each other', async () => {
    for (const link of ['/changelog', '/discovery']) {
      expect(await text('/terms.txt')).toContain(PUBLIC_URL + link);
      expect(await text('/terms.json')).toContain(PUBLIC_URL + link);
    }
    expect(await text('/changelog')).toContain(`${PUBLIC_URL}/terms.txt`);
    expect(await text('/changelog')).toContain(`${PUBLIC_URL}/discovery`);
    expect(await readJson(service, '/discovery')).toMatchObject({
      terms: `${PUBLIC_URL}/terms.txt`,
      changelog: `${PUBLIC_URL}/changelog`,
      contact: 'https://forecourt.example/contact',
    });
  });

  it('name each other in the Link header of every document', async () => {
    for (const path of ['/terms.txt', '/changelog', '/discovery', '/llms.txt', '/docs']) {
      const link = (await service.get(path)).headers.get('link');
      expect(link, path).toContain('</openapi.json>; rel="service-desc"');
      expect(link, path).toContain('</terms.txt>; rel="terms-of-service"');
    }
  });
});
