import type { Command } from 'commander';

/** What can follow one command. */
export interface CommandWords {
  /** The names that lead to it after the program's: empty for the program itself. */
  path: readonly string[];
  subcommands: readonly { name: string; description: string }[];
  options: readonly {
    long: string;
    short: string | undefined;
    description: string;
    takesValue: boolean;
    /** Those that it may have, where they are listed. */
    values: readonly string[];
  }[];
}

/** Reads the commands of a program, also nested ones, so that completion never offers others than there are. */
export function listWords(command: Command, path: readonly string[] = []): CommandWords[] {
  const help = command.createHelp();
  const visible = help.visibleCommands(command);
  return [
    {
      path,
      subcommands: visible.map((child) => ({ name: child.name(), description: child.description() })),
      options: help
        .visibleOptions(command)
        .map(({ long, short, description, required, optional, argChoices }) => ({
          long: long ?? '',
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

/** Of options that take the same in every command, and forgive lower case, which choices of the program would not. */
const valuesOf: Readonly<Record<string, readonly string[]>> = {
  '--country': ['CA', 'US'],
  '--market': ['CA', 'US'],
  '--sale-type': ['private', 'dealer'],
  '--odometer-unit': ['km', 'mi'],
};
