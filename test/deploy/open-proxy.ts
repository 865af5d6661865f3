import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

export interface FrontProxy extends AsyncDisposable {
  url: string;
}

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;
export const hasCaddy = spawnSync('caddy', ['version']).status === 0;
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;

const LONGEST_START_MS = 15_000;

/** Starts a proxy before a service, with a folder of its own, and waits until it passes calls on. */
export async function startProxy(
  command: string,
  url: string,
  /** Writes its settings into the folder, and gives the options that lead there. */
  configure: (folder: string) => string[],
): Promise<FrontProxy> {
  await using parts = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-proxy-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const child = spawn(command, configure(folder), {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const ended = once(child, 'exit');
  parts.defer(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const health = () => fetch(`${url}/health`).then(({ status }) => status, String);
  for (const startedMs = performance.now(); ; await wait(50)) {
    const found = await health();
    if (found === 200) break;
    if (child.exitCode !== null || performance.now() - startedMs > LONGEST_START_MS)
      throw new Error(`${command} passes no calls on: ${found}`);
  }
  const built = parts.move();
  return { url, [Symbol.asyncDispose]: () => built.disposeAsync() };
}

/** A whole configuration around what stands in the http block: beside folders and logs all is as nginx has it. */
export async function startNginx(http: (port: number) => string): Promise<FrontProxy> {
  const port = await freePort();
  return startProxy('nginx', `http://127.0.0.1:${port}`, (folder) => {
    const file = join(folder, 'nginx.conf');
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = places.map((place) => `${place}_temp_path ${folder}/${place};`).join('\n');
    const user = process.getuid?.() === 0 ? 'user root root;' : '';
    const block = `http {\naccess_log off;\n${temporary}\n${http(port)}\n}\n`;
    writeFileSync(file, `${user}\npid ${folder}/pid;\nevents {}\n${block}`);
    return ['-p', folder, '-c', file, '-e', join(folder, 'error.log'), '-g', 'daemon off;'];
  });
}

/** Before several instances, with the settings that nginx has by itself. */
export const startNginxBefore = (hosts: readonly string[]) =>
  startNginx((port) => {
    const servers = hosts.map((host) => `server ${host};`).join(' ');
    return `upstream forecourt { ${servers} } server { listen 127.0.0.1:${port}; location / { proxy_pass http://forecourt; } }`;
  });

/** Before several instances, with the settings that Debian gives it. */
export async function startHaproxyBefore(hosts: readonly string[]): Promise<FrontProxy> {
  const port = await freePort();
  return startProxy('haproxy', `http://127.0.0.1:${port}`, (folder) => {
    const file = join(folder, 'haproxy.cfg');
    const servers = hosts.map((host, index) => `  server instance${index} ${host} check`).join('\n');
    const times = ['connect 5s', 'client 50s', 'server 50s'].map((time) => `  timeout ${time}`).join('\n');
    writeFileSync(
      file,
      `defaults\n  mode http\n${times}\nlisten forecourt\n  bind 127.0.0.1:${port}\n${servers}\n`,
    );
    return ['-db', '-f', file];
  });
}
