import { protocolPaths } from '../../documents/links.ts';
import type { Events } from '../../events/events.ts';
import type { Handler, Route } from '../../http/routes.ts';
import type { McpOptions } from './methods.ts';

export interface McpRouteOptions extends McpOptions {
  events: Pick<Events, 'requestFaulted'>;
  /** Of other hosts whose pages may call; `*` for all. */
  origins: readonly string[];
  iconUrl: string;
}

/** POST only: there are no sessions to end and no streams to open. Loaded when it is first asked. */
export function mcpRoute(options: McpRouteOptions): Route {
  let loading: Promise<Handler> | undefined;
  return {
    path: protocolPaths.mcp,
    async post(c) {
      loading ??= load(options);
      return (await loading)(c);
    },
  };
}

async function load(options: McpRouteOptions): Promise<Handler> {
  const [{ createMcpHandler }, { createForecourtServer }, { createMethods }, { createGuard }] =
    await Promise.all([
      import('./serve-mcp.ts'),
      import('./forecourt-server.ts'),
      import('./methods.ts'),
      import('../guard.ts'),
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
}
