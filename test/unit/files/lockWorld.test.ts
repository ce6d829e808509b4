import { describe, expect, it } from 'vitest';
import { machineOf, type MachineFacts } from '../../../src/files/lockWorld';

const facts = (over: Partial<MachineFacts>): MachineFacts => ({
  platform: 'linux',
  hostname: 'box',
  temporary: '/tmp',
  read: () => 'e5a1c0ffee\n',
  link: () => 'pid:[4026531836]',
  ...over,
});

describe('the name of a computer, in marks and locks', () => {
  it('stays when a Mac gets another host name with its network', () => {
    const temporary = '/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/';
    const at = (hostname: string): string => machineOf(facts({ platform: 'darwin', hostname, temporary }));
    expect(at('me.local')).toBe(at('dhcp-17.example'));
    expect(at('me.local')).toBe(
      machineOf(facts({ platform: 'darwin', temporary: `/private${temporary.slice(0, -1)}` })),
    );
  });

  it('stays when Linux gets another host name, but two containers differ', () => {
    expect(machineOf(facts({ hostname: 'a' }))).toBe(machineOf(facts({ hostname: 'b' })));
    expect(machineOf(facts({}))).not.toBe(machineOf(facts({ link: () => 'pid:[4026532999]' })));
  });

  it.each([
    ['Windows', { platform: 'win32' }],
    ['a Linux without an id', { read: () => undefined }],
    ['a Linux without /proc', { link: () => undefined }],
    ['a Mac with a folder for temporary files that all share', { platform: 'darwin', temporary: '/tmp' }],
  ] as const)('%s has its host name', (_, over) => expect(machineOf(facts(over))).toBe('box'));

  it('is one word without a dash, as the names of marks need it', () =>
    expect(machineOf(facts({}))).toMatch(/^[0-9a-f]+$/));
});
