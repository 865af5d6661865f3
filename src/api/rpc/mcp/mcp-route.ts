import { protocolPaths } from '../../documents/links.ts';
import type { Handler, Route } from '../../http/routes.ts';
import type { McpHandlerOptions } from './serve-mcp.ts';

/** POST only: there are no sessions to end and no streams to open. Loaded when it is first asked. */
export function mcpRoute(options: McpHandlerOptions): Route {
  let loading: Promise<Handler> | undefined;
  const load = async () => (await import('./serve-mcp.ts')).createMcpHandler(options);
  return {
    path: protocolPaths.mcp,
    async post(c) {
      loading ??= load();
      return (await loading)(c);
    },
  };
}
