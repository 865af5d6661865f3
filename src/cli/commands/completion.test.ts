import { spawnSync } from 'node:child_process';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { completionScript, listWords } from './completion.ts';

function words() {
  const program = new Command('forecourt').description('All of it');
  program.command('decode').description("Say a VIN's meaning").option('--json', 'as JSON').argument('<vin>');
  program.command('costs').description('Taxes').option('--country <code>', 'where');
  const vpic = program.command('vpic').description('The data: of the decoder');
  vpic.command('update').description('Get it').option('-f, --from <url>', 'where it is');
  return listWords(program);
}

/** The words that bash offers behind these, the last one typed in part. */
function offered(...typed: string[]): string[] {
  const script = `${completionScript.bash(words())}
    COMP_WORDS=(${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length - 1}
    _forecourt; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

describe('bash offers', () => {
  test.each([
    [
      ['forecourt', ''],
      ['decode', 'costs', 'vpic', 'help', '--help'],
    ],
    [['forecourt', 'd'], ['decode']],
    [
      ['forecourt', 'decode', '--'],
      ['--json', '--help'],
    ],
    [['forecourt', 'decode', '5NPDH4AE8DH100013', '--j'], ['--json']],
    [
      ['forecourt', 'costs', '--country', ''],
      ['CA', 'US'],
    ],
    [['forecourt', 'costs', '--country', 'U'], ['US']],
    [['forecourt', 'vpic', 'update', '--from', ''], []],
    [['forecourt', 'vpic', 'u'], ['update']],
    [['forecourt', 'vpic', 'update', '--f'], ['--from']],
  ])('after %j', (typed, expected) => {
    expect(offered(...typed)).toEqual(expected);
  });
});

test('zsh explains what each word means', () => {
  const script = completionScript.zsh(words());
  expect(script).toMatch(/^#compdef forecourt\n/);
  expect(script).toContain(`'vpic') entries=('update:Get it'`);
  expect(script).toContain(`'decode:Say a VIN'\\''s meaning'`);
});

test('fish explains what each word means and which take a value', () => {
  const script = completionScript.fish(words());
  expect(script).toContain(
    `complete -c forecourt -n 'not __fish_seen_subcommand_from decode costs vpic help' -f -a vpic -d 'The data: of the decoder'`,
  );
  expect(script).toContain(
    `complete -c forecourt -n '__fish_seen_subcommand_from vpic; and __fish_seen_subcommand_from update' -l from -s f -r -d 'where it is'`,
  );
});
