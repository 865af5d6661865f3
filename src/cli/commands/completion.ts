import { Argument, type Command } from 'commander';
import { provinces, states } from '../../costs/place-codes.ts';

const PROGRAM = 'forecourt';

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Print the script by which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(completionScript)))
    .addHelpText(
      'after',
      '\nTo keep it, add to the start file of the shell:\n' +
        '  bash  source <(forecourt completion bash)\n' +
        '  zsh   source <(forecourt completion zsh)\n' +
        '  fish  forecourt completion fish | source',
    )
    .action((shell: keyof typeof completionScript) => {
      process.stdout.write(completionScript[shell](listWords(program)));
    });
}

interface Word {
  name: string;
  description: string;
}

interface Option extends Word {
  short: string | undefined;
  takesValue: boolean;
  /** All that it may have, where they are listed. */
  values: readonly string[];
}

interface CommandWords {
  /** The names that lead to it after the program's: empty for the program itself. */
  path: readonly string[];
  subcommands: readonly Word[];
  options: readonly Option[];
}

/** Reads the commands of a program, also nested ones, so that completion never offers others than there are. */
export function listWords(command: Command, path: readonly string[] = []): CommandWords[] {
  const help = command.createHelp();
  const visible = help.visibleCommands(command);
  const options = help.visibleOptions(command);
  return [
    {
      path,
      subcommands: visible.map((child) => ({ name: child.name(), description: child.description() })),
      options: options.map(({ long, short, description, required, optional, argChoices }) => ({
        name: long ?? '',
        short,
        description,
        takesValue: required || optional,
        values: argChoices ?? valuesOf[long ?? ''] ?? [],
      })),
    },
    ...visible
      .filter((child) => child.name() !== 'help')
      .flatMap((child) => listWords(child, [...path, child.name()])),
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

export const completionScript = { bash: bashScript, zsh: zshScript, fish: fishScript };

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The body that bash and zsh share: finds the command in the words before, then says what may follow it. */
function findWords(
  commands: readonly CommandWords[],
  shell: { words: string; current: string; first: number; open: string },
  offer: (words: readonly Word[]) => string,
): string {
  const keyOf = ({ path }: CommandWords) => path.join(' ');
  const afterCommand = commands.map(
    (command) => `    ${quoted(keyOf(command))}) ${offer([...command.subcommands, ...command.options])} ;;\n`,
  );
  const afterOption = commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(({ name, values }) => {
        const words = values.map((value) => ({ name: value, description: '' }));
        return `    ${quoted(`${keyOf(command)} ${name}`)}) ${offer(words)} ;;\n`;
      }),
  );
  const { words, current, first, open } = shell;
  return `  for ((i = ${first}; i < ${current}; i++)); do
    candidate="\${command:+$command }\${${words}[i]}"
    case "$candidate" in
      ${open}${commands.map((command) => quoted(keyOf(command))).join('|')}) command="$candidate" ;;
    esac
  done
  case "$command" in
${afterCommand.join('')}  esac
  case "$command \${${words}[${current}-1]}" in
${afterOption.join('')}  esac`;
}

function bashScript(commands: readonly CommandWords[]): string {
  const shell = { words: 'COMP_WORDS', current: 'COMP_CWORD', first: 1, open: '' };
  return `# Completion of ${PROGRAM} for bash: source <(${PROGRAM} completion bash)
_${PROGRAM}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command='' candidate words i
${findWords(commands, shell, (words) => `words=${quoted(words.map(({ name }) => name).join(' '))}`)}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${PROGRAM} ${PROGRAM}
`;
}

/** zsh shows what each word means. */
function zshScript(commands: readonly CommandWords[]): string {
  const shell = { words: 'words', current: 'CURRENT', first: 2, open: '(' };
  const described = ({ name, description }: Word) =>
    quoted(description === '' ? name : `${name.replaceAll(':', '\\:')}:${description.split('\n')[0]}`);
  return `#compdef ${PROGRAM}
# Completion of ${PROGRAM} for zsh: source <(${PROGRAM} completion zsh)
_${PROGRAM}() {
  local command='' candidate i
  local -a entries
${findWords(commands, shell, (words) => `entries=(${words.map(described).join(' ')})`)}
  _describe ${PROGRAM} entries || _files
}
compdef _${PROGRAM} ${PROGRAM}
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const seen = (names: readonly string[]) => `__fish_seen_subcommand_from ${names.join(' ')}`;
  const lines = commands.flatMap(({ path, subcommands, options }) => {
    const below = subcommands.map(({ name }) => name);
    const condition = [
      ...path.map((name) => seen([name])),
      ...(below.length > 0 ? [`not ${seen(below)}`] : []),
    ];
    const when = condition.length === 0 ? '' : ` -n ${quoted(condition.join('; and '))}`;
    const complete = (what: string, description: string) =>
      `complete -c ${PROGRAM}${when} ${what} -d ${quoted(description)}`;
    return [
      ...subcommands.map(({ name, description }) => complete(`-f -a ${name}`, description)),
      ...options.map(({ name, short, description, takesValue, values }) => {
        const value = values.length > 0 ? ` -f -a ${quoted(values.join(' '))}` : '';
        const letter = short === undefined ? '' : ` -s ${short.slice(1)}`;
        return complete(`-l ${name.slice(2)}${letter}${takesValue ? ' -r' : ''}${value}`, description);
      }),
    ];
  });
  return `# Completion of ${PROGRAM} for fish: ${PROGRAM} completion fish | source\n${lines.join('\n')}\n`;
}
