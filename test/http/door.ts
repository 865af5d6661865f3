import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { createEntrance, type Door } from '../../src/http/entrance.ts';
import { createHttpApp } from '../../src/http/routes.ts';
import { startHttpServer } from '../../src/http/server.ts';

type App = ReturnType<typeof createHttpApp>;
type EntranceOptions = Parameters<typeof createEntrance>[0];

const quiet = { requestFaulted() {}, requestFinished() {} };

/** The door of the service on a free port, with nothing behind it but what a test puts there. */
export function startDoor(
  addRoutes: (app: App) => void,
  options: Partial<EntranceOptions> = {},
  drainDeadlineMs = 1_000,
) {
  const app = createHttpApp(quiet);
  addRoutes(app);
  const { events = quiet } = options;
  const door: Door = { leaving: false, closing: false, app };
  const entrance = createEntrance({ events, trustedProxies: 0, door, ...options });
  const address = { host: '127.0.0.1', port: 0, trustedProxies: 0 };
  return startHttpServer({ fetch: entrance, events: quiet, door, drainDeadlineMs, ...address });
}

/** Opens connections to doors of this machine, which are closed after each test. */
export function connections() {
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  return async (port: number, options: { allowHalfOpen?: boolean } = {}): Promise<Socket> => {
    const socket = connect({ port, host: '127.0.0.1', ...options });
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
}
