import { describe, expect, it } from 'vitest';
import { commandOf } from '../../../../src/ssh/run/command';

describe('commandOf', () => {
  it.each([
    ['linux', '/usr/bin/ssh'],
    ['darwin', '/opt/homebrew/bin/ssh'],
    ['linux', '/home/me/ssh.cmd'],
    ['win32', 'C:\\Windows\\System32\\OpenSSH\\ssh.exe'],
    ['win32', 'ssh'],
  ] as const)('%s starts %s directly', (platform, program) => {
    expect(commandOf(program, ['-G', 'gpu-1'], { platform })).toEqual({
      file: program,
      args: ['-G', 'gpu-1'],
      options: { windowsHide: true },
    });
  });

  it.each(['C:\\my tools\\ssh.bat', 'C:\\my tools\\ssh.CMD'])(
    '%s goes through the shell of Windows',
    (program) => {
      const { file, args, options } = commandOf(program, ['-F', 'C:\\a & b\\%x%', 'gpu-1'], {
        platform: 'win32',
        env: { ComSpec: 'C:\\Windows\\system32\\cmd.exe' },
      });
      expect(file).toBe('C:\\Windows\\system32\\cmd.exe');
      expect(options.windowsVerbatimArguments).toBe(true);
      expect(args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
      expect(args[3]).toContain('^"C:\\a^ ^&^ b\\^%x^%^"');
      // Nothing that the shell would take for its own stands alone.
      const unescaped = (args[3] ?? '').slice(1, -1).replaceAll(/\^./g, '');
      expect(unescaped).not.toMatch(/["&|<>%^()]/);
    },
  );

  it('a script gets no argument of several lines, which would end the command', () => {
    expect(() => commandOf('ssh.bat', ['a\nb'], { platform: 'win32' })).toThrow(/several lines/);
  });
});
