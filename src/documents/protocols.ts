import type { FailureCode } from '../errors/errors.ts';
import { SAMPLE_VIN } from '../products/parameters.ts';
import { protocolPaths } from './links.ts';

/** A way to call the service that is not plain HTTP with JSON: one path that takes JSON-RPC. */
export interface Protocol {
  name: string;
  path: string;
  summary: string;
  description: string;
  /** Statuses besides 200 with which the transport refuses a message, each with its occasion. */
  refusals: Readonly<Record<string, string>>;
  /** Failures of the whole service that this way reports with their status, inside its own error. */
  failures: readonly FailureCode[];
  takesNotifications: boolean;
  /** A first message to try it with; headers where it needs some. */
  example: { message: object; headers?: Readonly<Record<string, string>> };
}

export const protocols: readonly Protocol[] = [
  {
    name: 'MCP',
    path: protocolPaths.mcp,
    summary: 'Model Context Protocol over streamable HTTP, stateless',
    description:
      'JSON-RPC requests of the Model Context Protocol. Every product and every free sample is a tool; a call of a ' +
      'paid tool without a payment is answered with what to pay, and is repeated with the payment in ' +
      '`_meta["x402/payment"]`.',
    refusals: {
      400: 'No JSON, no message of JSON-RPC, or not as its revision of the protocol has it',
      403: 'From a web page of another origin',
      404: 'No such method (revision 2026-07-28)',
      406: 'The client takes no JSON',
      415: 'The body is not declared as JSON',
    },
    failures: ['body_too_large'],
    takesNotifications: true,
    example: { message: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  },
  {
    name: 'A2A',
    path: protocolPaths.a2a,
    summary: 'Agent2Agent protocol 1.0 and 0.3, JSON-RPC',
    description:
      'JSON-RPC requests of the A2A protocol 1.0 and 0.3; streaming and push notifications are off. The skills are in ' +
      '/.well-known/agent-card.json. Paid skills follow the x402 extension of A2A.',
    refusals: {},
    failures: ['body_too_large', 'rate_limited'],
    takesNotifications: false,
    example: {
      headers: { 'A2A-Version': '1.0' },
      message: {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: {
            messageId: '1',
            role: 'ROLE_USER',
            parts: [{ text: `any recall on ${SAMPLE_VIN}?` }],
          },
        },
      },
    },
  },
];
