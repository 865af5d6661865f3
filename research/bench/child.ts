import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface Child extends AsyncDisposable {
  port: number;
}

/** Runs a server in a process of its own; it prints its address, from which the port is read. */
export async function startChild(args: readonly string[], env: Record<string, string> = {}): Promise<Child> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      const found = /localhost:(\d+)/.exec(line)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened`)));
  });
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
