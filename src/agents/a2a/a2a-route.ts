import { protocolPaths } from '../../documents/links.ts';
import type { Handler, Route } from '../../http/routes.ts';
import type { A2aHandlerOptions } from './serve-a2a.ts';

/** Loaded when it is first asked. */
export function a2aRoute(options: A2aHandlerOptions): Route {
  let loading: Promise<Handler> | undefined;
  const load = async () => (await import('./serve-a2a.ts')).createA2aHandler(options);
  return {
    path: protocolPaths.a2a,
    async post(c) {
      loading ??= load();
      return (await loading)(c);
    },
  };
}
