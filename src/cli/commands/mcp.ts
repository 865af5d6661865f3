import type { Command } from 'commander';
import { addTimeoutOption, type TimeoutOptions } from '../here.ts';
import { readDollars, requireHttpUrl } from '../remote.ts';

interface McpOptions extends TimeoutOptions {
  url: string;
  maxSpend: string;
  maxPrice: string;
}

export function addMcpCommand(program: Command): void {
  const mcp = program
    .command('mcp')
    .description(
      'MCP server over stdio for programs on this machine: the tools of a Forecourt service, paid within limits',
    )
    .option('--url <url>', 'address of the service', 'http://localhost:8402')
    .option('--max-spend <usd>', 'the most that is signed for in total, until this server ends', '1.00')
    .option('--max-price <usd>', 'the most that one call may cost', '0.25')
    .addHelpText(
      'after',
      '\nDecoding and purchase costs are computed on this machine and cost nothing.\n' +
        'FORECOURT_WALLET_KEY is the private key of the wallet that pays for the rest,\n' +
        'best one that holds little else. Without it tools say the price and where to pay.',
    );
  addTimeoutOption(mcp, 'for each answer of the service').action(serveStdio);
}

async function serveStdio(options: McpOptions, command: Command): Promise<void> {
  const [{ startLocalServer }, { openLocalKnowledge }, { StdioServerTransport }] = await Promise.all([
    import('../local-mcp/local-server.ts'),
    import('../local-mcp/local-knowledge.ts'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  const { url, wallet, wrong } = await readSettings(options, command);
  // Standard output belongs to the protocol.
  const log = (line: string) => process.stderr.write(`forecourt: ${line}\n`);
  await using _server = startLocalServer(new StdioServerTransport(), {
    url,
    knowledge: openLocalKnowledge(),
    timeoutSeconds: options.timeout,
    wallet,
    wrong,
    log,
  });
  log(
    wallet
      ? `${url}, paying up to $${wallet.maxPriceUsd} a call and $${wallet.maxSpendUsd} in total`
      : `${url || 'No service'}, without a wallet: set FORECOURT_WALLET_KEY to buy what is not computed on this machine`,
  );
  await new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve));
}

/** An error is no end: a host shows its user no more of a server that ends than that it did, but what tools say. */
async function readSettings({ url, maxSpend, maxPrice }: McpOptions, command: Command) {
  try {
    // A bundle passes what its user has left empty.
    if (url !== '') requireHttpUrl(url, command);
    // Also without a wallet: the one that is set tomorrow would find them wrong.
    readDollars('--max-spend', maxSpend, command);
    readDollars('--max-price', maxPrice, command);
    const { readClientConfig } = await import('../../config/client-config.ts');
    const { walletKey } = readClientConfig();
    const limits = { maxSpendUsd: maxSpend, maxPriceUsd: maxPrice };
    return { url, wallet: walletKey && { privateKey: walletKey.reveal(), ...limits } };
  } catch (error) {
    return { url: '', wrong: `${error instanceof Error ? error.message : error}.` };
  }
}
