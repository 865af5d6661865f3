import { Command, CommanderError } from 'commander';
import { version } from '../lib/version.ts';
import { textWidth } from '../view/text.ts';
import { complain, exitCodeOf, tell, USAGE_ERROR } from './tell.ts';

type AddCommand = (program: Command) => void;

const commands: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['serve', async () => (await import('./commands/serve.ts')).addServeCommand],
  ['report', async () => (await import('./commands/report.ts')).addReportCommand],
  ['decode', async () => (await import('./commands/decode.ts')).addDecodeCommand],
  ['recalls', async () => (await import('./commands/recalls.ts')).addRecallsCommand],
  ['issues', async () => (await import('./commands/issues.ts')).addIssuesCommand],
  ['costs', async () => (await import('./commands/costs.ts')).addCostsCommand],
  ['quote', async () => (await import('./commands/quote.ts')).addQuoteCommand],
  ['warranty', async () => (await import('./commands/warranty.ts')).addWarrantyCommand],
  ['record', async () => (await import('./commands/record.ts')).addRecordCommand],
  ['warm', async () => (await import('./commands/warm.ts')).addWarmCommand],
  ['mirror', async () => (await import('./commands/mirror.ts')).addMirrorCommand],
  ['vpic', async () => (await import('./commands/vpic.ts')).addVpicCommand],
  ['mcp', async () => (await import('./commands/mcp.ts')).addMcpCommand],
  ['doctor', async () => (await import('./commands/doctor.ts')).addDoctorCommand],
  ['rehearse', async () => (await import('./commands/rehearse.ts')).addRehearseCommand],
  ['sales', async () => (await import('./commands/sales.ts')).addSalesCommand],
  ['refund', async () => (await import('./commands/refund.ts')).addRefundCommand],
  ['backup', async () => (await import('./commands/backup.ts')).addBackupCommand],
  ['verify', async () => (await import('./commands/backup.ts')).addVerifyCommand],
  ['restore', async () => (await import('./commands/backup.ts')).addRestoreCommand],
  ['demo', async () => (await import('./commands/demo.ts')).addDemoCommand],
  ['completion', async () => (await import('./commands/completion.ts')).addCompletionCommand],
]);

/** Runs one command. Wrong usage ends with code 2 and a hint; a failed command with code 1 and its reason. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  // The service goes on without anybody who reads its output; a command is nothing without it.
  process.stdout.on('error', argv[2] === 'serve' ? () => {} : endWithoutOutput);
  process.stderr.on('error', () => {});
  const program = new Command('forecourt')
    .description('What a VIN means before money changes hands.')
    .version(version, '-v, --version')
    .helpCommand('help [command]', 'Say how a command is used')
    .addHelpText('after', '\nEnds with 2 where what was asked cannot be meant, with 1 where it failed.')
    .showHelpAfterError('(add --help to see what is possible)')
    .showSuggestionAfterError()
    // Beside the longest command a terminal of 80 columns leaves few for its description.
    .configureHelp({ minWidthToWrap: 20 })
    .configureOutput({
      getOutHelpWidth: () => textWidth(),
      getErrHelpWidth: () => textWidth(process.stderr),
      writeErr: (text) => tell(text.trimEnd()),
    })
    .exitOverride();
  // Only what is asked for is loaded; help, completing and what is misspelt need all.
  const asked = commands.get(argv[2] ?? '');
  for (const load of asked === undefined ? commands.values() : [asked]) {
    (await load())(program);
  }
  for (const command of program.commands) inheritSettings(program, command);

  if (argv.length <= 2) {
    program.outputHelp();
    return;
  }
  const [, , first, wanted] = argv;
  try {
    if (first === 'help' && wanted !== undefined && !wanted.startsWith('-') && !commands.has(wanted))
      program.error(`error: unknown command '${wanted}'`);
    await program.parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      // Help and version also arrive here, with exit code 0.
      if (error.code === 'commander.unknownOption' && argv[2] === 'serve')
        tell('(settings of serve are environment variables, such as PORT=8080)');
      if (error.code === 'commander.missingArgument' && /'vins?'/.test(error.message))
        tell('(- in its place reads VINs from standard input)');
      process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR;
      return;
    }
    if (isClosedPipe(error)) return;
    const isTooDear = error instanceof Error && error.name === 'PaymentCapExceeded';
    complain(isTooDear ? `${error.message} (--max-spend)` : error);
    process.exitCode = exitCodeOf(error);
  }
}

/** Settings of the program reach commands only when they are made from it; subcommands may be nested. */
function inheritSettings(parent: Command, command: Command): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inheritSettings(command, child);
}

function endWithoutOutput(error: Error): void {
  if (isClosedPipe(error)) return;
  complain(`Standard output cannot be written to: ${error.message}`);
  process.exit(1);
}

/** `forecourt … | head` closes the pipe early; that is no error. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
