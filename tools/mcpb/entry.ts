import { Command } from 'commander';
import { addMcpCommand } from '../../src/cli/commands/mcp.ts';
import { complain, exitCodeOf } from '../../src/cli/tell.ts';

/** The program of the bundle: of all commands the one that programs which speak MCP start. */
const program = new Command('forecourt').exitOverride();
addMcpCommand(program);
/** Some hosts leave the name of a setting where it has no value; without an amount the usual one holds. */
const filled = (text = '') => text.replace(/\$\{user_config\.\w+\}/, '');
process.env.FORECOURT_WALLET_KEY = filled(process.env.FORECOURT_WALLET_KEY);
try {
  await program.parseAsync(process.argv.map(filled).filter((text) => !/^--max-\w+=$/.test(text)));
} catch (error) {
  complain(error);
  process.exitCode = exitCodeOf(error);
}
