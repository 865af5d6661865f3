import { Argument, type Command } from 'commander';

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
  /** Those that it may have, where they are listed. */
  values: readonly string[];
}

/** The words that can follow one command. */
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
  '--sale-type': ['private', 'dealer'],
  '--odometer-unit': ['km', 'mi'],
};

export const completionScript = { bash: bashScript, zsh: zshScript, fish: fishScript };

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const keyOf = ({ path }: CommandWords) => path.join(' ');
const wordsOf = ({ subcommands, options }: CommandWords) => [...subcommands, ...options];
const keysOf = (commands: readonly CommandWords[]) =>
  commands.map((command) => quoted(keyOf(command))).join('|');

/** The branches of a `case`: what is offered after a command. */
function afterCommands(commands: readonly CommandWords[], offer: (words: Word[]) => string): string {
  return commands.map((command) => `    ${quoted(keyOf(command))}) ${offer(wordsOf(command))} ;;`).join('\n');
}

/** The branches of a `case`: what is offered after an option that takes a value. */
function afterOptions(
  commands: readonly CommandWords[],
  offer: (values: readonly string[]) => string,
): string {
  return commands
    .flatMap((command) =>
      command.options
        .filter(({ takesValue }) => takesValue)
        .map(({ name, values }) => `    ${quoted(`${keyOf(command)} ${name}`)}) ${offer(values)} ;;`),
    )
    .join('\n');
}

/** The command is found from the words before: those that are no options and that lead on. */
function bashScript(commands: readonly CommandWords[]): string {
  return `# Completion of ${PROGRAM} for bash: source <(${PROGRAM} completion bash)
_${PROGRAM}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command='' candidate words i
  for ((i = 1; i < COMP_CWORD; i++)); do
    candidate="\${command:+$command }\${COMP_WORDS[i]}"
    case "$candidate" in
      ${keysOf(commands)}) command="$candidate" ;;
    esac
  done
  case "$command" in
${afterCommands(commands, (words) => `words=${quoted(words.map(({ name }) => name).join(' '))}`)}
  esac
  case "$command \${COMP_WORDS[COMP_CWORD-1]}" in
${afterOptions(commands, (values) => `words=${quoted(values.join(' '))}`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${PROGRAM} ${PROGRAM}
`;
}

/** zsh shows what each word means. */
function zshScript(commands: readonly CommandWords[]): string {
  const described = ({ name, description }: Word) =>
    quoted(`${name.replaceAll(':', '\\:')}:${description.split('\n')[0]}`);
  return `#compdef ${PROGRAM}
# Completion of ${PROGRAM} for zsh: source <(${PROGRAM} completion zsh)
_${PROGRAM}() {
  local command='' candidate i
  local -a entries
  for ((i = 2; i < CURRENT; i++)); do
    candidate="\${command:+$command }\${words[i]}"
    case "$candidate" in
      (${keysOf(commands)}) command="$candidate" ;;
    esac
  done
  case "$command" in
${afterCommands(commands, (words) => `entries=(${words.map(described).join(' ')})`)}
  esac
  case "$command \${words[CURRENT-1]}" in
${afterOptions(commands, (values) => `entries=(${values.map(quoted).join(' ')})`)}
  esac
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
