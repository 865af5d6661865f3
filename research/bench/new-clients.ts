import { randomInt } from 'node:crypto';

/** Headers of callers behind a proxy, each of whom asks so often: one alone would soon have to wait. */
export function newClients(calls: number, callsPerClient: number): string[] {
  const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const clients = Array.from({ length: calls / callsPerClient }, () => `X-Forwarded-For: ${address()}`);
  return Array.from({ length: calls }, (_, index) => clients[index % clients.length] ?? '');
}
