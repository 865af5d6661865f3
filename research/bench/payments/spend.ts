import { connect } from 'node:net';

export interface Spending {
  requestsPerSecond: number;
  statuses: Map<number, number>;
}

const ANSWER = /^HTTP\/1\.1 (\d{3})[\s\S]*?\r\ncontent-length: (\d+)[\s\S]*?\r\n\r\n/i;

/** Asks once with each header line, over a few connections, and counts the answers. Raw sockets cost the least. */
export async function spend(
  port: number,
  path: string,
  headerLines: readonly string[],
  concurrency: number,
): Promise<Spending> {
  const statuses = new Map<number, number>();
  const queue = headerLines.values();
  const startedMs = performance.now();
  const connections = Array.from({ length: concurrency }, () => spendOver(port, path, queue, statuses));
  await Promise.all(connections);
  const seconds = (performance.now() - startedMs) / 1_000;
  return { requestsPerSecond: headerLines.length / seconds, statuses };
}

function spendOver(
  port: number,
  path: string,
  queue: Iterator<string>,
  statuses: Map<number, number>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    const sendNext = () => {
      const { value, done } = queue.next();
      if (done) socket.end();
      else socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${value}\r\n\r\n`);
    };
    socket.once('connect', sendNext);
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.on('data', (chunk) => {
      received += chunk;
      const answer = ANSWER.exec(received);
      if (!answer || received.length < answer[0].length + Number(answer[2])) return;
      received = '';
      const status = Number(answer[1]);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      sendNext();
    });
  });
}
