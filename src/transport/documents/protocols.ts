/** A way to call the service that is not plain HTTP with JSON: one path that takes JSON-RPC. */
export interface Protocol {
  name: string;
  path: string;
  summary: string;
  description: string;
}

const all: readonly Protocol[] = [
  {
    name: 'MCP',
    path: '/mcp',
    summary: 'Model Context Protocol over streamable HTTP, stateless',
    description:
      'JSON-RPC requests of the Model Context Protocol. Every product and every free sample is a tool; a call of a ' +
      'paid tool without a payment is answered with what to pay, and is repeated with the payment in ' +
      '`_meta["x402/payment"]`.',
  },
  {
    name: 'A2A',
    path: '/a2a',
    summary: 'Agent2Agent protocol 0.3.0, JSON-RPC',
    description:
      'JSON-RPC requests of the A2A protocol 0.3.0; streaming and push notifications are off. The skills are in ' +
      '/.well-known/agent-card.json. Paid skills follow the x402 extension of A2A.',
  },
];

export function servedProtocols(isServed: (path: string) => boolean): readonly Protocol[] {
  return all.filter(({ path }) => isServed(path));
}
