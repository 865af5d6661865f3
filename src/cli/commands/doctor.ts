import { styleText } from 'node:util';
import type { Command } from 'commander';
import { wrapped } from '../../view/text.ts';
import type { Finding } from '../doctor/probe.ts';
import { addTimeoutOption, showingWork, type TimeoutOptions } from '../here.ts';
import { requireHttpUrl } from '../remote.ts';

interface DoctorOptions extends TimeoutOptions {
  url?: string;
  json?: true;
}

export function addDoctorCommand(program: Command): void {
  const doctor = program
    .command('doctor')
    .description('Check configuration, storage, sources, payments, clock and data, and say what to fix')
    .option('--url <url>', 'look at the running service at this address instead, as a caller sees it')
    .option('--json', 'one object with all findings')
    .addHelpText('after', '\nEnds with code 1 where there is a problem. Pays nothing and prints no secret.');
  addTimeoutOption(doctor, 'for each answer').action(diagnose);
}

async function diagnose({ url, json, timeout }: DoctorOptions, command: Command): Promise<void> {
  if (url !== undefined) requireHttpUrl(url, command);
  const probing = timeout === undefined ? {} : { timeoutMs: timeout * 1_000 };
  const findings = await showingWork(
    () => (url === undefined ? 'Asking storage, sources and payments' : `Asking ${url}`),
    async () =>
      url === undefined
        ? (await import('../doctor/examine.ts')).examine(probing)
        : (await import('../doctor/examine-service.ts')).examineService(url, probing),
  );
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (problems > 0) process.exitCode = 1;
  process.stdout.write(
    `${json ? JSON.stringify({ problems, findings }, null, 2) : findingsText(findings)}\n`,
  );
}

const MARKS = {
  ok: ['green', 'ok     '],
  warning: ['yellow', 'warning'],
  problem: ['red', 'PROBLEM'],
} as const;

function findingsText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings
    .flatMap(({ check, state, what, fix }) => {
      const [colour, mark] = MARKS[state];
      const indent = ' '.repeat(mark.length + width + 4);
      const lines = [...wrapped(what, indent), ...wrapped(fix === undefined ? '' : `-> ${fix}`, indent)];
      return [`${styleText(colour, mark)}  ${check.padEnd(width)}  ${lines.join('\n').trimStart()}`];
    })
    .join('\n');
}
