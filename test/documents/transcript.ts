import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { startFakeSource } from '../sources/fake-source.ts';

const DOCUMENT = 'test/documents/transcripts.md';

/** Compares what went over the wire with the part of that name in the document; `WRITE_TRANSCRIPTS=1` writes it there. */
export async function expectTranscript(name: string, lines: readonly string[]): Promise<void> {
  const text = `## ${name}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`;
  const document = await readFile(DOCUMENT, 'utf8');
  const [head = '', ...parts] = document.split(/\n(?=## )/);
  const at = parts.findIndex((part) => part.startsWith(`## ${name}\n`));
  if (process.env.WRITE_TRANSCRIPTS) {
    parts.splice(at < 0 ? parts.length : at, 1, text);
    await writeFile(DOCUMENT, [head, ...parts].join('\n'));
  }
  expect(lines.at(-1)).toContain('charged: true');
  expect(process.env.WRITE_TRANSCRIPTS ? text : parts[at]).toBe(text);
}

/** Stands before the service and writes down what passes. */
export async function startRecorder(target: string) {
  const lines: string[] = [];
  const served = new RegExp(`http://(localhost|127\\.0\\.0\\.1):${new URL(target).port}`, 'g');
  const server = await startFakeSource(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url = '/', headers } = request;
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers;
    const reply = await fetch(`${target}${url}`, {
      method,
      headers: { ...(passed as Record<string, string>), 'accept-encoding': 'identity' },
      ...(body.length > 0 && { body }),
    });
    // Addresses in the reply lead back here.
    const text = (await reply.text()).replaceAll(served, server.url);
    const header = ['payment-signature', 'x-payment'].find((name) => headers[name] !== undefined);
    const said = body.length > 0 ? ` ${describeCall(JSON.parse(body.toString()))}` : '';
    lines.push(
      `> ${method} ${url}${header ? ` with ${header.toUpperCase()}` : ''}${said}`,
      `< ${reply.status}${describeReply(text)}`,
    );
    const kept = [...reply.headers].filter(
      ([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name),
    );
    response.writeHead(reply.status, Object.fromEntries(kept)).end(text);
  });
  return { ...server, lines };
}

function describeCall({ method, params }: { method: string; params?: object }): string {
  const pays = /"x402\/payment"|"x402\.payment\.payload"/.test(JSON.stringify(params ?? {}));
  const tool = Object(params).name;
  return `${method}${tool ? ` ${tool}` : ''}${pays ? ' with a payment in its metadata' : ''}`;
}

/** The facts of a reply that a purchase shows, in whatever protocol. */
function describeReply(text: string): string {
  const facts = [
    /payment_required/.exec(text) && 'payment_required',
    /"amount":\s*"(\d+)"/.exec(text)?.[1]?.replace(/^/, 'amount: '),
    /"maxAmountRequired":\s*"(\d+)"/.exec(text)?.[1]?.replace(/^/, 'maxAmountRequired: '),
    /"network":\s*"([^"]+)"/.exec(text)?.[1]?.replace(/^/, 'network: '),
    /"jsonrpc".*"state":\s*"([^"]+)"/s.exec(text)?.[1]?.replace(/^/, 'state: '),
    /"charged":\s*true/.exec(text) && 'charged: true',
    // A price shows an example of the answer, which nobody has bought yet.
    !/payment_required/.test(text) &&
      /"totalKnownCad":\s*([\d.]+)/.exec(text)?.[1]?.replace(/^/, 'total known: '),
  ].filter(Boolean);
  return facts.length > 0 ? ` ${facts.join(', ')}` : '';
}
