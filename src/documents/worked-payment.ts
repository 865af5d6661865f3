import type { SoldProduct } from './document.ts';
import { paths } from './links.ts';

const CHANNELS = `### Many calls: a channel

The entry \`batch-settlement\` takes one deposit, signed as \`ReceiveWithAuthorization\`, and then a voucher for each call: the sum of all calls so far and this one. Use the client of \`@x402/evm/batch-settlement/client\`. Every answer says in \`PAYMENT-RESPONSE\` what the channel was charged; a voucher that does not follow on that gets 402 \`invalid_batch_settlement_evm_cumulative_amount_mismatch\` with the state in \`accepts\`. \`refund()\` brings back what is left.

`;

/** Shows a payment step by step, with the real terms of one product. */
export function workedPayment({ name, offer, exampleUrl }: SoldProduct): string {
  const { requirements, channel, resource, priceUsd } = offer;
  const other = channel?.();
  const address = new URL(exampleUrl);
  const challenge = {
    x402Version: 2,
    error: 'payment_required',
    resource: { url: resource.url, description: resource.description, mimeType: resource.mimeType },
    accepts: [requirements, ...(other ? [other] : [])],
  };
  return `### 1. Ask: ${name}

\`\`\`http
GET ${address.pathname}${address.search} HTTP/1.1
Host: ${address.host}
\`\`\`

The answer is 402. Its \`PAYMENT-REQUIRED\` header is base64 of this (the body holds the same, and more for people):

\`\`\`json
${JSON.stringify(challenge, undefined, 2)}
\`\`\`

\`amount\` is in atomic units of USDC with six decimals: ${requirements.amount} is $${priceUsd}.

### 2. Sign

Sign the EIP-712 message \`TransferWithAuthorization\` of EIP-3009 for one entry of \`accepts\`:

\`\`\`json
${JSON.stringify(typedData(offer), undefined, 2)}
\`\`\`

\`nonce\` is 32 random bytes, new for every payment. Nothing is sent to the chain by you, and you need no gas.

### 3. Repeat the identical request with the payment

\`\`\`http
GET ${address.pathname}${address.search} HTTP/1.1
Host: ${address.host}
PAYMENT-SIGNATURE: <base64 of the JSON below>
\`\`\`

\`\`\`json
${JSON.stringify(payment(offer), undefined, 2)}
\`\`\`

The answer is computed first and the payment settled after. 200 has \`charged: true\` and the header \`PAYMENT-RESPONSE\` with the transaction and a signed receipt; the keys are in \`${paths.signingKeys}\`. An error has \`charged: false\`, and the same authorization can be used again. Whoever lost the response may send the same payment again, or a new one: within ten minutes the same request of the same payer gets the same answer, and a new payment is not taken (\`charged: false\`, \`paidBefore\` with the earlier transaction).

More that a client may use:

- An id of its own for the payment, 16 to 128 letters, digits, \`-\` and \`_\`, as \`id\` in the \`info\` of the extension \`payment-identifier\`. The same id with another request is 409 \`payment_identifier_conflict\`.
- A sign-in in place of a payment, for ten minutes after the wallet has paid for the same request: sign the message of the extension \`sign-in-with-x\` in the \`PAYMENT-REQUIRED\` header and send it as \`SIGN-IN-WITH-X\`. The answer has \`charged: false\` and \`paidBefore\`.
- x402 version 1: send the payment as \`X-PAYMENT\`; \`?x402Version=1\` asks for the challenge in the old shape.

${other ? CHANNELS : ''}### Or let a client do it

${clientCode(exampleUrl, requirements.network)}`;
}

/** A whole program that buys, with the client of x402. */
export function clientCode(url: string, network: string, key = '0x...'): string {
  return `\`npm install @x402/fetch @x402/evm viem\`, then as a file \`buy.mjs\`:

\`\`\`ts
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

const account = privateKeyToAccount('${key}');
const pay = wrapFetchWithPayment(fetch, new x402Client().register('${network}', new ExactEvmScheme(account)));
const answer = await pay('${url}');
console.log(answer.status, await answer.text());
\`\`\`
`;
}

function typedData({ requirements }: SoldProduct['offer']) {
  const [, chainId] = requirements.network.split(':');
  return {
    domain: {
      name: requirements.extra.name,
      version: requirements.extra.version,
      chainId: Number(chainId),
      verifyingContract: requirements.asset,
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      from: '<your address>',
      to: requirements.payTo,
      value: requirements.amount,
      validAfter: '0',
      validBefore: `<now in seconds + ${requirements.maxTimeoutSeconds}>`,
      nonce: '<0x and 64 random hexadecimal digits>',
    },
  };
}

function payment({ requirements, resource }: SoldProduct['offer']) {
  return {
    x402Version: 2,
    resource: { url: resource.url },
    accepted: requirements,
    payload: { signature: '<0x…>', authorization: '<the message that was signed>' },
  };
}
