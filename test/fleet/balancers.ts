import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

export interface Balancers extends AsyncDisposable {
  urls: readonly string[];
  /** Those that this machine has. */
  names: readonly string[];
}

/** nginx and haproxy before the same instances, with the settings that Debian gives them. */
export async function startBalancers(instances: readonly string[]): Promise<Balancers> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-balancers-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const hosts = instances.map((url) => new URL(url).host);
  const urls: string[] = [];
  const names: string[] = [];
  const start = async (
    name: string,
    settings: (port: number) => string,
    args: (file: string) => string[],
  ) => {
    const port = await freePort();
    const file = join(folder, `${name}.conf`);
    await writeFile(file, settings(port));
    const child = spawn(name, args(file), { stdio: 'ignore' });
    const ended = once(child, 'exit');
    parts.defer(async () => {
      child.kill('SIGTERM');
      await ended;
    });
    const url = `http://127.0.0.1:${port}`;
    while (
      (await fetch(`${url}/health`).then(
        ({ status }) => status,
        () => 0,
      )) !== 200
    ) {
      if (child.exitCode !== null) throw new Error(`${name} did not start`);
      await wait(100);
    }
    urls.push(url);
    names.push(name);
  };
  if (hasNginx) {
    await start(
      'nginx',
      (port) => nginxSettings(folder, port, hosts),
      (file) => ['-p', folder, '-c', file, '-e', join(folder, 'nginx.log'), '-g', 'daemon off;'],
    );
  }
  if (hasHaproxy)
    await start(
      'haproxy',
      (port) => haproxySettings(port, hosts),
      (file) => ['-db', '-f', file],
    );
  const built = parts.move();
  return { urls, names, [Symbol.asyncDispose]: () => built.disposeAsync() };
}

function nginxSettings(folder: string, port: number, hosts: readonly string[]): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `${process.getuid?.() === 0 ? 'user root root;' : ''}
pid ${folder}/nginx.pid;
events {}
http {
access_log off;
${places.map((place) => `${place}_temp_path ${folder}/${place};`).join('\n')}
upstream forecourt { ${hosts.map((host) => `server ${host};`).join(' ')} }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://forecourt; } }
}
`;
}

const haproxySettings = (port: number, hosts: readonly string[]) => `defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
listen forecourt
  bind 127.0.0.1:${port}
${hosts.map((host, index) => `  server instance${index} ${host} check`).join('\n')}
`;
