import { Argument, type Command } from 'commander';
import { completionScript, type Shell, shells } from '../completion/scripts.ts';
import { listWords } from '../completion/words.ts';

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print the script by which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      '\nTo keep it, add to the start file of the shell:\n' +
        '  bash  source <(forecourt completion bash)\n' +
        '  zsh   source <(forecourt completion zsh)\n' +
        '  fish  forecourt completion fish | source',
    )
    .action((shell: Shell) => {
      process.stdout.write(completionScript[shell](listWords(program)));
    });
}
