import type { Command } from 'commander';
import { describeVariables } from '../../config/variables.ts';
import { textWidth } from '../../view/text.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Run the service')
    .showHelpAfterError(
      '(it takes no options: settings are environment variables, such as PORT=8080; see --help)',
    )
    .addHelpText('after', ({ command }) => {
      const help = command.createHelp();
      help.helpWidth = textWidth();
      const rows = describeVariables();
      const width = Math.max(...rows.map(([name]) => name.length));
      const lines = rows.map(([name, description]) => help.formatItem(name, width, description, help));
      return `\nConfigured by environment variables:\n${lines.join('\n')}`;
    })
    .action(async () => {
      const { serveProcess } = await import('../../main.ts');
      await serveProcess();
    });
}
