import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../config/config.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
    server.close();
    return ok('port', `${port} on ${host} is free`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EADDRINUSE'
      ? warning(
          'port',
          `${port} is taken`,
          'Set PORT to another one, unless it is this service that runs already.',
        )
      : problem('port', `${port} on ${host} cannot be listened on (${code})`, 'Correct HOST and PORT.');
  }
}
