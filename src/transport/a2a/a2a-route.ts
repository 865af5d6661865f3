import type { HttpApp } from '../http/reply.ts';
import { addRoute, type Handler } from '../http/routes.ts';
import type { A2aHandlerOptions } from './serve-a2a.ts';

/** Loaded when it is first asked. */
export function addA2aRoute<Knowledge>(app: HttpApp, options: A2aHandlerOptions<Knowledge>): void {
  let loading: Promise<Handler> | undefined;
  const load = async () => (await import('./serve-a2a.ts')).createA2aHandler(options);
  addRoute(app, '/a2a', {
    async post(c) {
      loading ??= load();
      return (await loading)(c);
    },
  });
}
