import type { Command } from 'commander';
import { requireHttpUrl } from '../remote.ts';

interface McpOptions {
  url: string;
  maxSpend: string;
  maxPrice: string;
}

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      'MCP server over stdio for programs on this machine: the tools of a Forecourt service, paid within limits',
    )
    .option('--url <url>', 'address of the service', 'http://localhost:8402')
    .option('--max-spend <usd>', 'the most that is signed for in total, until this server ends', '1.00')
    .option('--max-price <usd>', 'the most that one call may cost', '0.25')
    .addHelpText(
      'after',
      '\nFORECOURT_WALLET_KEY is the private key of the wallet that pays, best one that holds little else.\n' +
        'Without it the free samples work, and paid tools answer what they cost.',
    )
    .action((options: McpOptions, command: Command) => {
      requireHttpUrl(options.url, command);
      return serveStdio(options);
    });
}

async function serveStdio({ url, maxSpend, maxPrice }: McpOptions): Promise<void> {
  const [{ readClientConfig }, { startLocalServer }, { StdioServerTransport }] = await Promise.all([
    import('../../config/client-config.ts'),
    import('../local-mcp/local-server.ts'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ]);
  const { walletKey } = readClientConfig();
  // Standard output belongs to the protocol.
  const log = (line: string) => process.stderr.write(`forecourt: ${line}\n`);
  await using _server = await startLocalServer(new StdioServerTransport(), {
    url,
    ...(walletKey && {
      wallet: { privateKey: walletKey.reveal(), maxSpendUsd: maxSpend, maxPriceUsd: maxPrice },
    }),
    log,
  });
  log(
    `${url}, ${walletKey ? `paying up to $${maxPrice} a call and $${maxSpend} in total` : 'free tools only'}`,
  );
  await new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve));
}
