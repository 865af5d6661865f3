import type { Command } from 'commander';

/** What can follow one command. */
export interface CommandWords {
  /** The names that lead to it after the program's: empty for the program itself. */
  path: readonly string[];
  subcommands: readonly { name: string; description: string }[];
  options: readonly { long: string; short: string | undefined; description: string; takesValue: boolean }[];
}

/** Reads the commands of a program, also nested ones, so that completion never offers others than there are. */
export function listWords(command: Command, path: readonly string[] = []): CommandWords[] {
  const help = command.createHelp();
  const visible = help.visibleCommands(command);
  return [
    {
      path,
      subcommands: visible.map((child) => ({ name: child.name(), description: child.description() })),
      options: help.visibleOptions(command).map(({ long, short, description, required, optional }) => ({
        long: long ?? '',
        short,
        description,
        takesValue: required || optional,
      })),
    },
    ...visible
      .filter((child) => child.name() !== 'help')
      .flatMap((child) => listWords(child, [...path, child.name()])),
  ];
}
