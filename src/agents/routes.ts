import { protocolPaths } from '../documents/links.ts';
import type { Events } from '../events/events.ts';
import type { Handler, Route } from '../http/routes.ts';
import { onDemand } from '../lib/on-demand.ts';
import type { A2aHandlerOptions } from './a2a/serve-a2a.ts';
import type { McpOptions } from './mcp/forecourt-server.ts';

interface McpRouteOptions extends McpOptions {
  events: Pick<Events, 'requestFaulted'>;
  /** Other hosts whose pages may call; `*` for all. */
  origins: readonly string[];
  iconUrl: string;
}

export function mcpRoute(options: McpRouteOptions): Route {
  return messagesRoute(protocolPaths.mcp, async () => {
    const [{ createMcpHandler }, { createForecourtServer, createMethods }, { createGuard }] =
      await Promise.all([
        import('./mcp/serve-mcp.ts'),
        import('./mcp/forecourt-server.ts'),
        import('./json-rpc.ts'),
      ]);
    const methods = createMethods(options);
    return createMcpHandler({
      ...options,
      createServer: ({ exchange, ...message }) =>
        createForecourtServer({
          ...options,
          ...message,
          methods,
          guard: createGuard(exchange, options.events),
        }),
    });
  });
}

export function a2aRoute(options: A2aHandlerOptions): Route {
  return messagesRoute(protocolPaths.a2a, async () =>
    (await import('./a2a/serve-a2a.ts')).createA2aHandler(options),
  );
}

/** Loads the libraries of a protocol when it is first asked. */
function messagesRoute(path: string, load: () => Promise<Handler>): Route {
  const handler = onDemand(load);
  return { path, post: async (c) => (await handler())(c) };
}
