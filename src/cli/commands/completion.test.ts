import { spawnSync } from 'node:child_process';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { offeredAfter } from './completion.ts';

function aProgram() {
  const program = new Command('forecourt').description('All of it');
  program.command('decode').description("Say a VIN's meaning").option('--json', 'as JSON').argument('<vin>');
  program.command('costs').description('Taxes').option('--country <code>', 'where');
  const vpic = program.command('vpic').description('The data of the decoder');
  vpic.command('update').description('Get it').option('-f, --from <url>', 'where it is');
  return program;
}

describe('what is offered', () => {
  test.each([
    [[], ['decode', 'costs', 'vpic', 'help', '--help']],
    [['decode'], ['--json', '--help']],
    [
      ['decode', '5NPDH4AE8DH100013'],
      ['--json', '--help'],
    ],
    [
      ['costs', '--country'],
      ['CA', 'US'],
    ],
    [['vpic'], ['update', 'help', '--help']],
    [['vpic', 'update', '--from'], []],
    [['vpic', 'update', '-f'], []],
    [
      ['vpic', 'update'],
      ['--from', '--help'],
    ],
  ])('after %j', (typed, expected) => {
    expect(offeredAfter(aProgram(), typed).map(([name]) => name)).toEqual(expected);
  });

  test('says what each word means', () => {
    expect(offeredAfter(aProgram(), [])).toContainEqual(['decode', "Say a VIN's meaning"]);
  });
});

/** The words that bash offers behind these, the last one typed in part. */
function offeredByBash(...typed: string[]): string[] {
  const script = `forecourt() { node bin/forecourt.js "$@"; }; source <(forecourt completion bash)
    COMP_WORDS=(${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length - 1}
    _forecourt; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

test.each([
  [['forecourt', 'dec'], ['decode']],
  [['forecourt', 'decode', '5NPDH4AE8DH100013', '--j'], ['--json']],
  [
    ['forecourt', 'costs', '--state', 'T'],
    ['TN', 'TX'],
  ],
  [
    ['forecourt', 'mirror', 's'],
    ['sync', 'status'],
  ],
])('bash asks the program: %j', (typed, expected) => {
  expect(offeredByBash(...typed)).toEqual(expected);
});

test.each(['bash', 'zsh', 'fish'])('%s has a script that asks it', (shell) => {
  const { stdout } = spawnSync('node', ['bin/forecourt.js', 'completion', shell], { encoding: 'utf8' });
  expect(stdout).toContain('forecourt complete -- ');
});
