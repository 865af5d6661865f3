import { type Variable, variables } from './variables.ts';

/** The table of environment variables, for `--help`. */
export function describeVariables(): string {
  const rows = Object.entries<Variable>(variables);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows
    .map(([name, variable]) => `  ${name.padEnd(width)}  ${variable.meaning} (default: ${variable.default})`)
    .join('\n');
}
