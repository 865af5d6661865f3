import { Argument, type Command } from 'commander';
import { provinces, states } from '../../costs/place-codes.ts';

/** The shells ask the program at each Tab: what it offers is never older than itself. */
const scripts = {
  bash: `_forecourt() {
  local words="$(forecourt complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" | cut -f 1)"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _forecourt forecourt
`,
  zsh: `#compdef forecourt
_forecourt() {
  local -a entries=("\${(@f)$(forecourt complete -- "\${(@)words[2,CURRENT-1]}" | tr '\\t' ':')}")
  _describe forecourt entries || _files
}
compdef _forecourt forecourt
`,
  fish: "complete -c forecourt -a '(forecourt complete -- (commandline -opc)[2..])'\n",
};

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print the script by which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      '\nTo keep it, add to the start file of the shell:\n' +
        '  bash  source <(forecourt completion bash)\n' +
        '  zsh   source <(forecourt completion zsh)\n' +
        '  fish  forecourt completion fish | source',
    )
    .action((shell: keyof typeof scripts) => {
      process.stdout.write(scripts[shell]);
    });
  program
    .command('complete', { hidden: true })
    .argument('[typed...]')
    .action((typed: string[]) => {
      const lines = offeredAfter(program, typed).map((word) => word.join('\t'));
      process.stdout.write(`${lines.join('\n')}\n`);
    });
}

type Word = readonly [name: string, description?: string | undefined];

/** Words that may stand behind these: the values of an option, or else subcommands and options. */
export function offeredAfter(program: Command, typed: readonly string[]): Word[] {
  const help = program.createHelp();
  let command = program;
  for (const word of typed) command = command.commands.find((child) => child.name() === word) ?? command;
  const options = help.visibleOptions(command);
  const last = options.find(({ long, short }) => [long, short].includes(typed.at(-1)));
  if (last?.required || last?.optional)
    return (last.argChoices ?? valuesOf[last.long ?? ''] ?? []).map((value) => [value]);
  return [
    ...help.visibleCommands(command).map((child): Word => [child.name(), child.description()]),
    ...options.map(({ long, description }): Word => [long ?? '', description.split('\n')[0]]),
  ];
}

/** Values of options that take the same in every command and forgive lower case, which choices of the program would not. */
const valuesOf: Readonly<Record<string, readonly string[]>> = {
  '--country': ['CA', 'US'],
  '--market': ['CA', 'US'],
  '--province': provinces,
  '--state': states,
  '--sale-type': ['private', 'dealer'],
  '--odometer-unit': ['km', 'mi'],
};
