import { z } from 'zod';
import { createDocument, type DocumentedSite, type FreeDocument, type SoldProduct } from './document.ts';
import { paths } from './links.ts';

/** Where the short document of a product is: beside its page of the reference. */
export const guidePathOf = ({ slug }: Pick<SoldProduct, 'slug'>): string => `${paths.reference}/${slug}.md`;

/** Writes one short document for each product: all that a model needs to buy this one. */
export function createProductGuides(site: DocumentedSite): FreeDocument[] {
  return site.products.map((product) =>
    createDocument({
      path: guidePathOf(product),
      contentType: 'text/markdown; charset=utf-8',
      summary: `How to buy ${product.name.toLowerCase()}, on one page`,
      text: () => guide(product),
    }),
  );
}

async function guide(product: SoldProduct): Promise<string> {
  const { name, path, priceUsd, summary, parameters, exampleUrl, sample, failures, offer } = product;
  return `# ${name}

\`GET ${path}\`, $${priceUsd}. ${summary}

| parameter | | meaning |
|---|---|---|
${parameters.map((one) => `| \`${one.name}\` | ${one.required ? 'required' : ''} | ${one.description}${valuesOf(one)} |`).join('\n')}

## Call

\`\`\`
curl '${exampleUrl}'
\`\`\`

402 says what to pay: sign one entry of \`accepts\` (x402 version 2, ${offer.requirements.amount} atomic units of USDC on ${offer.requirements.network}) and repeat the same request with it, in base64, as \`PAYMENT-SIGNATURE\`. ${ASK_AGAIN}

## Answer

${await sizeOf(product)} Members: ${membersOf(product)}.

Not charged: errors (400 for parameters${failures.map((code) => `, \`${code}\``).join('')}) and answers with \`charged: false\`.

Free sample: ${sample.url} · All products: ${new URL(paths.llms, exampleUrl)} · Every member: ${new URL(paths.openapi, exampleUrl)}
`;
}

/** The answer to who asks again, also in the other form. */
export const ASK_AGAIN =
  'Within ten minutes the same request, in either `view`, gets the same answer and nothing more is taken: with the same payment as it was, `charged: true`; with a new payment of the same wallet, `charged: false` and `paidBefore`.';

/** Few values are listed; many are places, which everybody knows. */
export function valuesOf({ schema, required }: SoldProduct['parameters'][number]): string {
  const values = schema.enum ?? [];
  if (values.length > 0 && values.length <= 12) return ` (${values.join(', ')})`;
  return values.length > 0
    ? ' (code or name)'
    : schema.type === 'boolean' && !required
      ? ' (true, false)'
      : '';
}

/** Measures the sample, which is as large as an answer. */
export async function sizeOf({ sample, inView }: SoldProduct): Promise<string> {
  const body = await sample.read();
  const [full = 0, brief = 0] = [body, inView(body, 'brief')].map((one) =>
    Buffer.byteLength(JSON.stringify(one)),
  );
  return `The sample has ${kB(full)}, some ${Math.round(full / 4_000) || 1},000 tokens; with \`view=brief\` it would have ${kB(brief)}.`;
}

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

/** Names the members of an answer at its top, of every form that it may have. */
function membersOf({ response }: SoldProduct): string {
  const {
    $defs = {},
    oneOf = [],
    ...schema
  } = z.toJSONSchema(response, {
    io: 'output',
    unrepresentable: 'any',
  });
  const forms = [schema, ...oneOf.map((one) => $defs[one.$ref?.split('/').at(-1) ?? ''] ?? one)];
  const names = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names, 'charged', 'disclaimer'].map((member) => `\`${member}\``).join(', ');
}
