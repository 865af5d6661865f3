import type { CommandWords } from './words.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const PROGRAM = 'forecourt';

export const completionScript: Record<Shell, (commands: readonly CommandWords[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const keyOf = ({ path }: CommandWords) => path.join(' ');
const wordsOf = ({ subcommands, options }: CommandWords) =>
  [...subcommands.map(({ name }) => name), ...options.map(({ long }) => long)].join(' ');
const singleQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The command is found from the words before: those that are no options and that lead on. */
function bashScript(commands: readonly CommandWords[]): string {
  const cases = commands.map(
    (command) => `    ${singleQuoted(keyOf(command))}) words=${singleQuoted(wordsOf(command))} ;;`,
  );
  const known = commands.map((command) => singleQuoted(keyOf(command))).join('|');
  const withValue = commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ long, values }) =>
          `    ${singleQuoted(`${keyOf(command)} ${long}`)}) words=${singleQuoted(values.join(' '))} ;;`,
      ),
  );
  return `# Completion of ${PROGRAM} for bash: source <(${PROGRAM} completion bash)
_${PROGRAM}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command='' candidate words i
  for ((i = 1; i < COMP_CWORD; i++)); do
    candidate="\${command:+$command }\${COMP_WORDS[i]}"
    case "$candidate" in
      ${known}) command="$candidate" ;;
    esac
  done
  case "$command" in
${cases.join('\n')}
  esac
  case "$command \${COMP_WORDS[COMP_CWORD-1]}" in
${withValue.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${PROGRAM} ${PROGRAM}
`;
}

/** zsh shows what each word means. */
function zshScript(commands: readonly CommandWords[]): string {
  const withValue = commands.flatMap((command) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ long, values }) =>
          `    ${singleQuoted(`${keyOf(command)} ${long}`)}) entries=(${values.map(singleQuoted).join(' ')}) ;;`,
      ),
  );
  const described = (name: string, description: string) =>
    singleQuoted(`${name.replaceAll(':', '\\:')}:${description.split('\n')[0]}`);
  const cases = commands.map((command) => {
    const words = [
      ...command.subcommands.map(({ name, description }) => described(name, description)),
      ...command.options.map(({ long, description }) => described(long, description)),
    ];
    return `    ${singleQuoted(keyOf(command))}) entries=(${words.join(' ')}) ;;`;
  });
  const known = commands.map((command) => singleQuoted(keyOf(command))).join('|');
  return `#compdef ${PROGRAM}
# Completion of ${PROGRAM} for zsh: source <(${PROGRAM} completion zsh)
_${PROGRAM}() {
  local command='' candidate i
  local -a entries
  for ((i = 2; i < CURRENT; i++)); do
    candidate="\${command:+$command }\${words[i]}"
    case "$candidate" in
      (${known}) command="$candidate" ;;
    esac
  done
  case "$command" in
${cases.join('\n')}
  esac
  case "$command \${words[CURRENT-1]}" in
${withValue.join('\n')}
  esac
  _describe ${PROGRAM} entries || _files
}
compdef _${PROGRAM} ${PROGRAM}
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ path, subcommands, options }) => {
    const inside = path.map((name) => `__fish_seen_subcommand_from ${name}`);
    const notDeeper =
      subcommands.length > 0
        ? [`not __fish_seen_subcommand_from ${subcommands.map(({ name }) => name).join(' ')}`]
        : [];
    const deeper = [...inside, ...notDeeper].join('; and ');
    const complete = (condition: string, rest: string) =>
      `complete -c ${PROGRAM}${condition === '' ? '' : ` -n ${singleQuoted(condition)}`} ${rest}`;
    return [
      ...subcommands.map(({ name, description }) =>
        complete(deeper, `-f -a ${name} -d ${singleQuoted(description)}`),
      ),
      ...options.map(({ long, short, description, takesValue, values }) =>
        complete(
          deeper,
          [
            `-l ${long.slice(2)}`,
            ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
            ...(takesValue ? ['-r'] : []),
            ...(values.length > 0 ? [`-f -a ${singleQuoted(values.join(' '))}`] : []),
            `-d ${singleQuoted(description)}`,
          ].join(' '),
        ),
      ),
    ];
  });
  return `# Completion of ${PROGRAM} for fish: ${PROGRAM} completion fish | source\n${lines.join('\n')}\n`;
}
