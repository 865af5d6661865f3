import { Command } from 'commander';
import { addMcpCommand } from '../../src/cli/commands/mcp.ts';

/** The program of the bundle: of all commands the one that programs which speak MCP start. */
const program = new Command('forecourt');
addMcpCommand(program);
await program.parseAsync();
