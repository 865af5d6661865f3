import type { Command } from 'commander';
import { describeVariables } from '../../config/variables.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Run the service')
    .showHelpAfterError(
      '(it takes no options: settings are environment variables, such as PORT=8080; see --help)',
    )
    .addHelpText('after', () => `\nConfigured by environment variables:\n${describeVariables()}`)
    .action(async () => {
      const { serveProcess } = await import('../../main.ts');
      await serveProcess();
    });
}
