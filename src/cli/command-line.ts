import { Command, CommanderError } from 'commander';
import { version } from '../version.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addCostsCommand } from './commands/costs.ts';
import { addDecodeCommand } from './commands/decode.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addIssuesCommand } from './commands/issues.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addRecallsCommand } from './commands/recalls.ts';
import { addReportCommand } from './commands/report.ts';
import { addServeCommand } from './commands/serve.ts';
import { addVpicCommand } from './commands/vpic.ts';
import { addWarmCommand } from './commands/warm.ts';
import { addWarrantyCommand } from './commands/warranty.ts';

const USAGE_ERROR = 2;

const commands: readonly ((program: Command) => void)[] = [
  addServeCommand,
  addReportCommand,
  addDecodeCommand,
  addRecallsCommand,
  addIssuesCommand,
  addCostsCommand,
  addWarrantyCommand,
  addWarmCommand,
  addVpicCommand,
  addMcpCommand,
  addDoctorCommand,
  addDemoCommand,
  addCompletionCommand,
];

/** Runs one command. Wrong usage ends with code 2 and a hint; a failed command with code 1 and its reason. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const program = new Command('forecourt')
    .description('What a VIN means before money changes hands.')
    .version(version, '-v, --version')
    .showHelpAfterError('(add --help to see what is possible)')
    .showSuggestionAfterError()
    .exitOverride();
  for (const addCommand of commands) addCommand(program);
  for (const command of program.commands) inheritSettings(program, command);

  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version also arrive here, with exit code 0.
      process.exitCode = error.exitCode === 0 || error.code === 'commander.help' ? 0 : USAGE_ERROR;
      return;
    }
    process.stderr.write(`forecourt: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Settings of the program reach commands only when they are made from it; subcommands may be nested. */
function inheritSettings(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheritSettings(command, child);
}
