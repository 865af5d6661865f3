import { declareMcpTool } from '../../payments/wire/extensions/bazaar.ts';
import type { Offer } from '../../payments/wire/requirements.ts';
import { describeQuery, exampleQuery, toInputSchema } from '../../products/describe-query.ts';
import type { Listing } from '../../products/product.ts';
import { toolName } from './tool-name.ts';

/**
 * What a paid tool asks for: the same price, under the address of the MCP server.
 *
 * @NOTE The protocol's examples name tools `mcp://tool/...`. Facilitators list a resource by the origin of its address,
 * and receipts are checked against it; such an address has none. The part after # distinguishes the tools.
 */
export function offerTool(product: Listing, httpOffer: Offer, publicUrl: string): Offer {
  const name = toolName(product);
  const parameters = describeQuery(product.query);
  const { bazaar, resource } = httpOffer;
  return {
    ...httpOffer,
    resource: { ...resource, url: `${publicUrl}/mcp#${name}` },
    ...(bazaar && {
      bazaar: declareMcpTool({
        toolName: name,
        description: product.summary,
        inputSchema: toInputSchema(parameters),
        example: exampleQuery(parameters),
        output: bazaar.info.output,
      }),
    }),
  };
}
