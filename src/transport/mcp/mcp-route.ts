import type { HttpApp } from '../http/reply.ts';
import { addRoute, type Handler } from '../http/routes.ts';
import type { McpHandlerOptions } from './serve-mcp.ts';

/** POST only: there are no sessions to end and no streams to open. Loaded when it is first asked. */
export function addMcpRoute<Knowledge>(app: HttpApp, options: McpHandlerOptions<Knowledge>): void {
  let loading: Promise<Handler> | undefined;
  const load = async () => (await import('./serve-mcp.ts')).createMcpHandler(options);
  addRoute(app, '/mcp', {
    async post(c) {
      loading ??= load();
      return (await loading)(c);
    },
  });
}
