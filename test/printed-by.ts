import { Command } from 'commander';
import { vi } from 'vitest';

/** Runs a command as a shell would, in this process, and returns what it printed; what it complains of is told. */
export async function printedBy(
  addCommand: (program: Command) => unknown,
  args: readonly string[],
  complain: (text: string) => void = () => {},
): Promise<string> {
  const program = new Command().exitOverride().configureOutput({ writeErr: complain });
  addCommand(program);
  for (const command of program.commands) command.copyInheritedSettings(program);
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await program.parseAsync(args, { from: 'user' });
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}
