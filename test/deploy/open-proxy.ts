import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../free-port.ts';
import { folderOfTest } from '../own-folder.ts';

export interface FrontProxy extends AsyncDisposable {
  url: string;
}

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;
export const hasCaddy = spawnSync('caddy', ['version']).status === 0;

/** Starts a proxy before a service, and waits until it passes calls on. */
export async function startProxy(
  command: string,
  options: string[],
  url: string,
  folder: string,
): Promise<FrontProxy> {
  const child = spawn(command, options, {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const ended = once(child, 'exit');
  await expect.poll(() => fetch(`${url}/health`).then(({ status }) => status, String)).toBe(200);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A whole configuration around what stands in the http block: beside folders and logs all is as nginx has it. */
export async function startNginx(http: (port: number) => string): Promise<FrontProxy> {
  const port = await freePort();
  const folder = folderOfTest();
  const file = join(folder, 'nginx.conf');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = places.map((place) => `${place}_temp_path ${folder}/${place};`).join('\n');
  const user = process.getuid?.() === 0 ? 'user root root;' : '';
  const block = `http {\naccess_log off;\n${temporary}\n${http(port)}\n}\n`;
  writeFileSync(file, `${user}\npid ${folder}/pid;\nevents {}\n${block}`);
  const options = ['-p', folder, '-c', file, '-e', join(folder, 'error.log'), '-g', 'daemon off;'];
  return startProxy('nginx', options, `http://127.0.0.1:${port}`, folder);
}
