import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { entry, modeOf, setup } from '../support/configHome';
import { sshG } from '../support/sshG';
import { temporaryFolder } from '../support/temporary';

describe('ensureInclude and writeEntries', () => {
  it('make the alias work for ssh, with our values before those of Host *', async () => {
    const { config, file } = await setup('Host *\n  User nobody\n  Port 1\n  HostName wrong\n');
    await config.writeEntries([entry]);
    await config.ensureInclude();
    const effective = await sshG(file, 'gpu-7');
    expect(['hostname', 'port', 'user'].map((name) => effective.value(name))).toEqual([
      '203.0.113.5',
      '41022',
      'root',
    ]);
  });

  it('leave every other host as it was', async () => {
    const content = 'User me\nHost other\n  Port 99\nMatch host x\n  User y\n';
    const { config, file } = await setup(content);
    const before = await Promise.all(['other', 'x', 'z'].map(async (host) => (await sshG(file, host)).text));
    await config.writeEntries([entry]);
    await config.ensureInclude();
    const after = await Promise.all(['other', 'x', 'z'].map(async (host) => (await sshG(file, host)).text));
    expect(after).toEqual(before);
  });

  it('work in a folder with blanks and a tilde', async () => {
    const { config, file } = await setup('Host other\n', nodeFileSystem, 'a ~ folder');
    await config.writeEntries([entry]);
    await config.ensureInclude();
    expect((await sshG(file, 'gpu-7')).value('hostname')).toBe('203.0.113.5');
  });

  it('make folders 0700 and files 0600, whatever the umask', async () => {
    const old = process.umask(0);
    try {
      const { config, file } = await setup();
      await config.writeEntries([entry]);
      await config.ensureInclude();
      const { folder, ownConfig } = config.paths;
      expect(await Promise.all([path.dirname(file), folder].map(modeOf))).toEqual([0o700, 0o700]);
      expect(await Promise.all([file, ownConfig].map(modeOf))).toEqual([0o600, 0o600]);
    } finally {
      process.umask(old);
    }
  });

  it('repair modes that would make ssh stop for every host', async () => {
    const { config, file } = await setup('Host other\n');
    await config.writeEntries([entry]);
    await config.ensureInclude();
    await chmod(config.paths.ownConfig, 0o666);
    expect((await sshG(file, 'other')).error).toMatch(/Bad owner or permissions/);
    await chmod(config.paths.folder, 0o777);
    expect(await config.writeEntries([entry])).toEqual({ changed: false, skipped: [] });
    expect((await sshG(file, 'other')).accepted).toBe(true);
    expect(await modeOf(config.paths.folder)).toBe(0o700);
  });
});

describe('writeEntries', () => {
  it('writes only when something changed', async () => {
    const { config } = await setup('');
    expect(await config.writeEntries([entry])).toEqual({ changed: true, skipped: [] });
    const before = await stat(config.paths.ownConfig);
    expect(await config.writeEntries([entry])).toEqual({ changed: false, skipped: [] });
    expect((await stat(config.paths.ownConfig)).ino).toBe(before.ino);
    expect(await config.readEntries()).toEqual([entry]);
  });

  it('makes no folder for nothing', async () => {
    const { config } = await setup('');
    expect(await config.writeEntries([])).toEqual({ changed: false, skipped: [] });
    expect(existsSync(config.paths.folder)).toBe(false);
    await config.writeEntries([entry]);
    expect(await config.writeEntries([])).toEqual({ changed: true, skipped: [] });
    expect(await config.readEntries()).toEqual([]);
  });

  it('drops the entry of an instance that stopped', async () => {
    const { config, file } = await setup('');
    await config.writeEntries([entry, { ...entry, instanceId: 8 }]);
    await config.ensureInclude();
    await config.writeEntries([{ ...entry, instanceId: 8 }]);
    expect((await sshG(file, 'gpu-7')).value('hostname')).toBe('gpu-7');
  });

  it('takes over a new port', async () => {
    const { config, file } = await setup('');
    await config.ensureInclude();
    await config.writeEntries([entry]);
    await config.writeEntries([{ ...entry, port: 50_000 }]);
    expect((await sshG(file, 'gpu-7')).value('port')).toBe('50000');
  });

  it('leaves out a hostile entry and names it', async () => {
    const { config } = await setup('');
    const { skipped } = await config.writeEntries([{ ...entry, host: 'x\nProxyCommand touch /tmp/owned' }]);
    expect(skipped).toMatchObject([{ instanceId: 7 }]);
    expect(await config.readEntries()).toEqual([]);
  });

  it('reads an identity file from the home directory', async () => {
    const { config, home } = await setup('');
    await config.writeEntries([{ ...entry, identityFile: '~/keys/id' }]);
    const [read] = await config.readEntries();
    expect(path.normalize(read?.identityFile ?? '')).toBe(path.join(home, 'keys/id'));
  });

  it('cleans up after a process that was killed while writing', async () => {
    const { config } = await setup('');
    await config.writeEntries([entry]);
    await writeFile(path.join(config.paths.folder, '.config.gpu-rental-0123456789ab.tmp'), 'half');
    await config.writeEntries([]);
    expect(await readdir(config.paths.folder)).toEqual(['config']);
  });
});

describe('a home directory that no ssh config line can name', () => {
  it.each(['a"b', 'a\nb', 'a${HOME}b', 'a\\b'])('%j leaves ssh as it was, with the reason', async (name) => {
    const home = path.join(await temporaryFolder(), name);
    const file = path.join(home, '.ssh', 'config');
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, 'Host mine\n  Port 9\n');
    const homes = { home, passwordHome: home };
    const config = new SshConfig({ fs: nodeFileSystem, configFile: file, defaultConfigFile: file, ...homes });
    await expect(config.writeEntries([entry])).rejects.toMatchObject({ code: 'unwritable_path' });
    await expect(config.ensureInclude()).rejects.toThrow(/special characters/);
    expect(await readFile(file, 'utf8')).toBe('Host mine\n  Port 9\n');
    expect((await sshG(file, 'mine')).value('port')).toBe('9');
    // Nothing to say is nothing to complain about.
    expect(await config.writeEntries([])).toEqual({ changed: false, skipped: [] });
  });
});

describe('what a person sets for all hosts', () => {
  it('does not take the place of what is asked for on the machine', async () => {
    const theirs = [
      'RemoteCommand tmux',
      'RequestTTY force',
      'PreferredAuthentications password',
      'KbdInteractiveAuthentication yes',
    ];
    const { config, file } = await setup(`Host *\n  ${theirs.join('\n  ')}\n`);
    await config.writeEntries([entry]);
    await config.ensureInclude();
    const effective = await sshG(file, 'gpu-7');
    const names = ['preferredauthentications', 'kbdinteractiveauthentication'];
    expect(names.map((name) => effective.value(name))).toEqual(['publickey', 'no']);
    // Without -T, which would decide it.
    const { stdout } = await promisify(execFile)('ssh', ['-G', '-F', file, 'gpu-7']);
    expect(stdout).toContain('\nrequesttty auto\n');
    expect(effective.value('remotecommand') ?? 'none').toBe('none');
    expect((await sshG(file, 'other')).value('remotecommand')).toBe('tmux');
  });
});

describe('forgetHostKey', () => {
  it('leaves a host that isn’t known any more', async () => {
    const { config } = await setup('');
    expect(await config.knowsHost(1)).toBe(false);
    await config.writeEntries([entry]);
    expect(await config.knowsHost(1)).toBe(false);
    await writeFile(config.paths.knownHosts, 'gpu-1 a b\ngpu-2 a b\n');
    expect([await config.knowsHost(1), await config.knowsHost(12)]).toEqual([true, false]);
    await config.forgetHostKey('gpu-1');
    expect(await config.knowsHost(1)).toBe(false);
  });

  it('forgets the keys of an instance that is gone, and no others', async () => {
    const { config } = await setup('');
    expect(await config.forgetHostKey('gpu-1')).toEqual({ changed: false });
    await config.writeEntries([entry]);
    await writeFile(config.paths.knownHosts, 'gpu-1 a b\ngpu-2 a b\n');
    expect(await config.forgetHostKey('gpu-1')).toEqual({ changed: true });
    expect(await readFile(config.paths.knownHosts, 'utf8')).toBe('gpu-2 a b\n');
    expect(await config.forgetHostKey('gpu-1')).toEqual({ changed: false });
  });
});
