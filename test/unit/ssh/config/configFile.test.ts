import { writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import fc from '../../support/fastCheck';
import { describe, expect, it } from 'vitest';
import { buildConfig, readConfig } from '../../../../src/ssh/config/configFile';
import type { SshEntry } from '../../../../src/ssh/config/hostEntry';
import { sshG } from '../support/sshG';
import { temporaryFolder } from '../support/temporary';

const knownHosts = '/home/me/.ssh/gpu-rental/known_hosts';
const plain: SshEntry = { instanceId: 1_234_567, host: 'ssh4.example.net', port: 12_345, user: 'root' };
const withKey: SshEntry = {
  ...plain,
  instanceId: 42,
  host: '2001:db8::1',
  identityFile: '/home/me/my keys/100%/id',
};

describe('buildConfig', () => {
  it('writes nothing but its heading for no instance', async () => {
    await expect(buildConfig([], knownHosts).text).toMatchFileSnapshot('golden/none.txt');
  });

  it('writes one section for each instance, in the order of the ids', async () => {
    await expect(buildConfig([plain, withKey], knownHosts).text).toMatchFileSnapshot('golden/two.txt');
    expect(buildConfig([withKey, plain], knownHosts)).toEqual(buildConfig([plain, withKey], knownHosts));
  });

  it('writes Windows paths with forward slashes', async () => {
    const entry = { ...plain, identityFile: 'C:\\Users\\Jo Doe\\.ssh\\id_ed25519' };
    const { text } = buildConfig([entry], 'C:\\Users\\Jo Doe\\.ssh\\gpu-rental\\known_hosts');
    await expect(text).toMatchFileSnapshot('golden/windows.txt');
  });

  it('says to ssh exactly what is meant', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'config');
    const { text } = buildConfig([withKey], path.join(folder, 'a %d b', 'known_hosts'));
    await writeFile(file, text);
    const effective = await sshG(file, 'gpu-42');
    const expected: Record<string, string> = {
      hostname: '2001:db8::1',
      port: '12345',
      user: 'root',
      hostkeyalias: 'gpu-42',
      identityfile: '/home/me/my keys/100%/id',
      identitiesonly: 'yes',
      stricthostkeychecking: 'accept-new',
      userknownhostsfile: path.join(folder, 'a %d b', 'known_hosts'),
      serveraliveinterval: '30',
      serveralivecountmax: '3',
      connecttimeout: '30',
      forwardagent: 'no',
      forwardx11: 'no',
      passwordauthentication: 'no',
      preferredauthentications: 'publickey',
      kbdinteractiveauthentication: 'no',
    };
    const found = Object.fromEntries(Object.keys(expected).map((name) => [name, effective.value(name)]));
    // `ssh -G` prints paths before it expands their tokens.
    expect({
      ...found,
      identityfile: found.identityfile?.replaceAll('%%', '%'),
      userknownhostsfile: found.userknownhostsfile?.replaceAll('%%', '%'),
    }).toEqual(expected);
  });

  it.each<[string, Partial<SshEntry>]>([
    ['a newline in the host name', { host: 'x\n  ProxyCommand touch /tmp/owned' }],
    ['an option as host name', { host: '-oProxyCommand=touch' }],
    ['an empty host name', { host: '' }],
    ['a port out of range', { port: 70_000 }],
    ['a port that is not a number', { port: NaN }],
    ['a user with a blank', { user: 'root x' }],
    ['a user with a newline', { user: 'root\nProxyCommand x' }],
    ['a quote in the identity file', { identityFile: '/home/me/"x' }],
    ['a newline in the identity file', { identityFile: '/home/me/x\nProxyCommand x' }],
    ['an environment variable in the identity file', { identityFile: '/home/${X}/id' }],
    ['a relative identity file', { identityFile: 'id_ed25519' }],
    ['an id that is not positive', { instanceId: -5 }],
  ])('leaves out an entry with %s, and says why', (_, change) => {
    const { text, skipped } = buildConfig([{ ...withKey, ...change }, plain], knownHosts);
    expect(skipped).toHaveLength(1);
    expect(skipped[0]?.reason).toBeTruthy();
    expect(text).toBe(buildConfig([plain], knownHosts).text);
  });

  it.each(['/home/"me/known_hosts', '/home/m\ne/known_hosts', '/home/${X}/known_hosts'])(
    'writes nothing that ssh would stop at for the sake of %j',
    (file) => {
      expect(() => buildConfig([plain], file)).toThrow(/special characters/);
      expect(buildConfig([], file).text).toBe(buildConfig([], knownHosts).text);
    },
  );

  it('keeps the first of two entries with one id', () => {
    const { text, skipped } = buildConfig([plain, { ...plain, host: 'other.example.net' }], knownHosts);
    expect(text).toBe(buildConfig([plain], knownHosts).text);
    expect(skipped).toMatchObject([{ instanceId: plain.instanceId }]);
  });

  it('lets no entry say more than its own values, whatever they hold', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'x\nProxyCommand y',
        '%h',
        '$(id)',
        '"',
        '\u202e',
        '\\',
        '/a/${B}',
        '-x',
        'a'.repeat(10_000),
      ),
    );
    const entry = fc.record({
      instanceId: fc.integer(),
      host: fc.oneof(fc.domain(), hostile),
      port: fc.oneof(fc.integer({ min: 1, max: 65_535 }), fc.double()),
      user: fc.oneof(fc.constant('root'), hostile),
      identityFile: fc.option(
        fc.oneof(
          hostile.map((text) => `/${text}`),
          hostile,
        ),
        { nil: undefined },
      ),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
        const { text, skipped } = buildConfig(entries, knownHosts);
        const lines = text.split('\n');
        const written = entries.length - skipped.length;
        expect(lines.filter((line) => line.startsWith('Host ')).length).toBe(written);
        expect(
          lines.every((line) => line === '' || /^(#|Host gpu-\d+$| {2}[A-Z][A-Za-z0-9]+ \S)/.test(line)),
        ).toBe(true);
        expect(text).not.toContain('ProxyCommand');
      }),
      { numRuns: 500 },
    );
  });
});

describe('readConfig', () => {
  it('reads what another editor has saved, and the first of two values as ssh does', () => {
    const text = 'Host gpu-5\r\n\tHostName = a.example\r\n\tPort 7\r\n\tPort 8\r\n\tUser "root"\r\n';
    expect(readConfig(text)).toEqual([{ instanceId: 5, host: 'a.example', port: 7, user: 'root' }]);
  });

  it('reads back what was written', () => {
    const { text } = buildConfig([plain, withKey], knownHosts);
    expect(readConfig(text)).toEqual([withKey, plain]);
  });

  it.each([
    '',
    'garbage "',
    'Host gpu-1',
    'Host gpu-1\n  HostName -x\n  Port 1\n  User root\n',
    'Host other\n  HostName a\n  Port 1\n  User root\n',
    'Match all\n  User root\n',
    'Host gpu-1 gpu-2\n  HostName a\n  Port 1\n  User root\n',
    'Host gpu-1\nHost other\n  HostName a\n  Port 1\n  User root\n',
    'Host gpu-1\nMatch all\n  HostName a\n  Port 1\n  User root\n',
  ])('finds no entry in %j', (text) => expect(readConfig(text)).toEqual([]));
});
