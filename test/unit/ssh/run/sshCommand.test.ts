import { execFileSync } from 'node:child_process';
import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { explicitSshArguments, formatCommandLine, sshArguments } from '../../../../src/ssh/run/sshCommand';

describe('sshArguments', () => {
  const defaultConfigFile = '/home/me/.ssh/config';
  it('is the alias alone for the file that ssh reads by itself', () => {
    expect(sshArguments({ alias: 'gpu-1', configFile: defaultConfigFile, defaultConfigFile })).toEqual([
      'gpu-1',
    ]);
  });

  it('names any other file', () => {
    const args = sshArguments({ alias: 'gpu-1', configFile: '/a b/config', defaultConfigFile });
    expect(args).toEqual(['-F', '/a b/config', 'gpu-1']);
  });
});

describe('explicitSshArguments', () => {
  it('needs no config file, keeps the host key by instance, and forwards nothing', () => {
    const address = { host: '2001:db8::1', port: 41_022, route: 'direct' as const };
    expect(explicitSshArguments('gpu-7', address, 'root', '/home/me/.ssh/id')).toEqual([
      '-a',
      '-x',
      '-o',
      'HostKeyAlias=gpu-7',
      '-p',
      '41022',
      '-i',
      '/home/me/.ssh/id',
      'root@2001:db8::1',
    ]);
  });
});

describe('formatCommandLine', () => {
  it('leaves plain words as they are', () => {
    expect(formatCommandLine(['ssh', '-p', '22', 'root@host.example'], 'linux')).toBe(
      'ssh -p 22 root@host.example',
    );
  });

  it('gives a POSIX shell exactly the arguments', () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom(...Array.from('a \'"$`\\;&|<>*?!#~(){}[]%\n\t=-é')) }),
      {
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(words, (args) => {
        const line = formatCommandLine(['printf', '%s\\0', ...args], 'linux');
        const output = execFileSync('sh', ['-c', line]).toString();
        expect(output).toBe((args.length > 0 ? args : ['']).map((arg) => `${arg}\0`).join(''));
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    [['ssh', 'C:\\Users\\Jo\\id'], 'ssh C:\\Users\\Jo\\id'],
    // A line that begins with a quote is a text for PowerShell, which then fails at `-p`.
    [['C:\\Program Files\\Git\\ssh.exe', '-p'], 'C:\\"Program Files"\\Git\\ssh.exe -p'],
    [['ssh', 'C:\\Users\\Jo Doe\\id'], 'ssh "C:\\Users\\Jo Doe\\id"'],
    [['ssh', 'C:\\a b\\'], 'ssh "C:\\a b\\\\"'],
    [['a"b'], '"a\\"b"'],
    [[''], '""'],
  ])('quotes %j for Windows', (args, line) => expect(formatCommandLine(args, 'win32')).toBe(line));
});
