import type { SoldProduct } from '../../documents/document.ts';
import { protocolPaths } from '../../documents/links.ts';
import { type Protocol, protocols } from '../../documents/protocols.ts';
import { type Html, html } from '../../view/html.ts';
import type { Site } from '../page.ts';

/** Shows how to call what is sold, in each language. */
export function paidExamples(product: SoldProduct, site: Site): Html {
  return waysPart(product.path, paidWays(product, site));
}

export function freeExamples(path: string, { publicUrl }: Site): Html {
  const protocol = protocols.find((one) => one.path === path);
  const url = `${publicUrl}${path}`;
  return waysPart(path, protocol ? messageWays(url, protocol) : readingWays(url));
}

/** One language at a time, chosen by buttons that need no script; the script makes it one choice for all. */
function waysPart(path: string, ways: Record<string, string>): Html {
  const group = `call${path.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  return html`<fieldset class="ways"><legend class="unseen">How to call ${path}</legend>
<div class="tabs">${Object.keys(ways).map((name, index) => html`<label><input type="radio" name="${group}" value="${name}"${index === 0 && html` checked`}>${name}</label>`)}</div>
${Object.entries(ways).map(([name, code]) => html`<div class="code" data-name="${name} for ${path}"><pre tabindex="0" role="region" aria-label="${name} for ${path}">${code}</pre></div>`)}</fieldset>`;
}

function readingWays(url: string): Record<string, string> {
  return {
    curl: `curl '${url}'`,
    TypeScript: `const response = await fetch('${url}');
console.log(response.status, await response.text());`,
    Python: `from urllib.request import urlopen

print(urlopen("${url}").read().decode())`,
  };
}

function messageWays(url: string, { example }: Protocol): Record<string, string> {
  const headers = { 'Content-Type': 'application/json', ...example.headers };
  const body = JSON.stringify(example.message);
  return {
    curl: [
      `curl '${url}'`,
      ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
      `-d '${body}'`,
    ].join(' \\\n  '),
    TypeScript: `const response = await fetch('${url}', {
  method: 'POST',
  headers: ${JSON.stringify(headers)},
  body: JSON.stringify(${body}),
});
console.log(await response.json());`,
    Python: `import json
from urllib.request import Request, urlopen

message = ${body}
request = Request("${url}", json.dumps(message).encode(), ${JSON.stringify(headers)})
print(json.load(urlopen(request)))`,
  };
}

function paidWays(
  { slug, path, exampleUrl, exampleQuery, priceUsd }: SoldProduct,
  { publicUrl }: Site,
): Record<string, string> {
  const query = JSON.stringify(exampleQuery);
  return {
    curl: `# 402 with the price first; the header PAYMENT-REQUIRED says what to sign\ncurl -i '${exampleUrl}'\n# then the same with the signed payment\ncurl '${exampleUrl}' -H 'PAYMENT-SIGNATURE: …'`,
    TypeScript: `import { createClient } from '@forecourt/client';
import { privateKeyToAccount } from 'viem/accounts';

const forecourt = createClient({
  url: '${publicUrl}',
  account: privateKeyToAccount(process.env.FORECOURT_WALLET_KEY),
  maxPerCallUsd: ${priceUsd},
});
const answer = await forecourt.${methodOf(slug)}(${query});`,
    Python: `# pip install 'x402[evm,requests]' eth-account
import os

from eth_account import Account
from x402 import x402ClientSync
from x402.http.clients import x402_requests
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client

payer = x402ClientSync()
register_exact_evm_client(payer, EthAccountSigner(Account.from_key(os.environ["KEY"])))

with x402_requests(payer) as session:
    answer = session.get("${publicUrl}${path}", params=${pythonOf(exampleQuery)}, timeout=90)
print(answer.json())`,
    MCP: `// POST ${publicUrl}${protocolPaths.mcp}: the first call says what to pay, the second carries the payment in _meta
${JSON.stringify(
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: `get_${slug.replaceAll('-', '_')}`, arguments: exampleQuery },
  },
  undefined,
  2,
)}`,
  };
}

function methodOf(slug: string): string {
  return slug.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function pythonOf(query: SoldProduct['exampleQuery']): string {
  const words = (value: string | number | boolean) =>
    typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
  return `{${Object.entries(query)
    .map(([name, value]) => `"${name}": ${words(value)}`)
    .join(', ')}}`;
}
