import { execFile } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { includeArgument, resolveConfigFile } from '../../../src/ssh/configPaths';
import { nodeFileSystem, type FileSystem } from '../../../src/ssh/fileSystem';
import type { SshEntry } from '../../../src/ssh/hostEntry';
import { whySshRefuses } from '../../../src/ssh/sshJudge';
import { SshConfig } from '../../../src/ssh/userConfig';
import { systemError } from './support/faultyFileSystem';
import { sshG } from './support/sshG';
import { temporaryFolder } from './support/temporary';

const entry: SshEntry = { instanceId: 7, host: '203.0.113.5', port: 41_022, user: 'root' };

interface Setup {
  config: SshConfig;
  home: string;
  file: string;
}

async function setup(content?: string, fs: FileSystem = nodeFileSystem, folderName = '.ssh'): Promise<Setup> {
  const home = await temporaryFolder();
  const file = path.join(home, folderName, 'config');
  if (content !== undefined) {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, content, { mode: 0o644 });
  }
  return { config: configFor(home, file, fs), home, file };
}

// The password database's home is another one here, so the Include carries an absolute path that `ssh -F` finds.
function configFor(home: string, file: string, fs: FileSystem = nodeFileSystem): SshConfig {
  return new SshConfig({
    fs,
    configFile: file,
    defaultConfigFile: '/home/me/.ssh/config',
    home,
    passwordHome: '/home/me',
  });
}

const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o7777;

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
    expect(await config.readEntries()).toMatchObject([{ identityFile: path.join(home, 'keys/id') }]);
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

describe('a removed integration', () => {
  it('stays removed for every product until somebody wants it again', async () => {
    const { config, home, file } = await setup('Host mine\n');
    await config.writeEntries([entry]);
    await config.ensureInclude();
    await config.markRemoved();
    await config.remove();
    const other = configFor(home, file);
    expect(await other.writeEntries([entry], { owner: 'other' })).toEqual({ changed: false, skipped: [] });
    expect(existsSync(config.paths.folder)).toBe(false);
    await config.wantAgain();
    expect((await other.writeEntries([entry], { owner: 'other' })).changed).toBe(true);
  });

  it('is not written by one who was already waiting for the lock', async () => {
    const { config, home, file } = await setup('Host mine\n');
    let waiting: Promise<unknown> = Promise.resolve();
    // The removal comes after the first look at the mark and before the lock is taken.
    const late: FileSystem = {
      ...nodeFileSystem,
      createExclusive: async (name, mode) => {
        if (path.basename(name) === 'lock' && path.dirname(name) === config.paths.folder) {
          waiting = waiting.then(() => config.markRemoved());
          await waiting;
        }
        return nodeFileSystem.createExclusive(name, mode);
      },
    };
    expect(await configFor(home, file, late).writeEntries([entry])).toMatchObject({ changed: false });
    expect(existsSync(config.paths.ownConfig)).toBe(false);
  });
});

describe('ensureInclude', () => {
  it('keeps a copy of the file as it was', async () => {
    const { config, file } = await setup('Host mine\r\n');
    expect(await config.ensureInclude()).toEqual({ changed: true, backup: `${file}.before-gpu-rental` });
    expect(await readFile(`${file}.before-gpu-rental`, 'utf8')).toBe('Host mine\r\n');
    expect(await modeOf(`${file}.before-gpu-rental`)).toBe(0o644);
  });

  it('does nothing the second time', async () => {
    const { config, file } = await setup('Host mine\n');
    await config.ensureInclude();
    const before = await stat(file);
    expect(await config.ensureInclude()).toEqual({ changed: false });
    expect((await stat(file)).ino).toBe(before.ino);
    expect(await config.includeState()).toBe('present');
  });

  it('keeps the mode of the file and a symbolic link to it', async () => {
    const { config, home, file } = await setup();
    const real = path.join(home, 'dotfiles', 'ssh config');
    await mkdir(path.dirname(real));
    await mkdir(path.dirname(file), { mode: 0o700 });
    await writeFile(real, 'Host mine\n', { mode: 0o640 });
    await symlink(real, file);
    await config.ensureInclude();
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(await readFile(real, 'utf8')).toContain('gpu-rental: start');
    expect(await modeOf(real)).toBe(0o640);
  });

  it('writes to the file that ssh reads where a relative link lies behind another link', async () => {
    const { config, home, file } = await setup();
    await mkdir(path.join(home, 'data', 'dot', 'ssh'), { recursive: true });
    await mkdir(path.join(home, 'data', 'dot', 'common'));
    await symlink(path.join('data', 'dot', 'ssh'), path.join(home, '.ssh'));
    await symlink(path.join('..', 'common', 'ssh_config'), path.join(home, 'data', 'dot', 'ssh', 'config'));
    await writeFile(file, 'Host mine\n');
    await config.ensureInclude();
    expect(await readFile(file, 'utf8')).toContain('gpu-rental: start');
    expect((await readdir(home)).sort()).toEqual(['.gpu-rental', '.ssh', 'data']);
    await config.remove();
    expect(await readFile(file, 'utf8')).toBe('Host mine\n');
  });

  it.each(['EACCES', 'EROFS'])('does not replace a file that it may not write (%s)', async (code) => {
    const { home, file } = await setup('Host precious\n');
    const denied = { ...nodeFileSystem, checkWritable: () => Promise.reject(systemError(code)) };
    await expect(configFor(home, file, denied).ensureInclude()).rejects.toThrow(/config/);
    expect(await readFile(file, 'utf8')).toBe('Host precious\n');
  });

  it('does not make somebody else’s file its own', async () => {
    const { home, file } = await setup('Host precious\n');
    const other = (process.getuid?.() ?? 0) + 1;
    const foreign: FileSystem = {
      ...nodeFileSystem,
      lstat: async (name) => ({
        ...(await nodeFileSystem.lstat(name)),
        ...(name === file && { uid: other }),
      }),
      createExclusive: async (name, mode) => ({
        ...(await nodeFileSystem.createExclusive(name, mode)),
        chown: (uid) => (uid === other ? Promise.reject(systemError('EPERM')) : Promise.resolve()),
      }),
    };
    await expect(configFor(home, file, foreign).ensureInclude()).rejects.toThrow(/config/);
    expect(await readFile(file, 'utf8')).toBe('Host precious\n');
  });

  it.each([
    ['config.*', '.config.before-gpu-rental'],
    ['*-*', '.config.before-gpu-rental'],
    ['conf[a-z]?.before*', '.config.before-gpu-rental'],
    ['other.d/*', 'config.before-gpu-rental'],
    ['gpu-*/config', 'config.before-gpu-rental'],
  ])('keeps the copy under a name that Include %s does not make ssh read', async (pattern, copy) => {
    const { file, home } = await setup();
    await mkdir(path.dirname(file));
    const content = `Include "${path.dirname(file)}/${pattern}"\nHost box\n  Port 2\n`;
    await writeFile(file, content);
    const config = configFor(home, file);
    const before = (await sshG(file, 'box')).text;
    expect((await config.ensureInclude()).backup).toBe(path.join(path.dirname(file), copy));
    await config.writeEntries([entry]);
    expect((await sshG(file, 'box')).text).toBe(before);
    expect((await config.remove()).backup).toBe(path.join(path.dirname(file), copy));
    expect(await readFile(file, 'utf8')).toBe(content);
    expect((await sshG(file, 'box')).text).toBe(before);
  });

  it('refuses a file whose Includes take in the copy under any name', async () => {
    const { config, file } = await setup('');
    const include = `Include "${path.dirname(file)}/c*.before*" \${HOME}/.ssh/.*`;
    await writeFile(file, `Host mine\n${include}\n`);
    await expect(config.ensureInclude()).rejects.toThrow(/in line 2/);
    expect(await readdir(path.dirname(file))).not.toContain('config.before-gpu-rental');
  });

  it('puts a block that is not first back to the front, without a new copy', async () => {
    const { config, file } = await setup('Host mine\n  User me\n');
    await config.ensureInclude();
    const block = (await readFile(file, 'utf8')).replace('Host mine\n  User me\n', '');
    await writeFile(file, `Host mine\n  User me\n${block}`);
    expect(await config.includeState()).toBe('not_first');
    expect(await config.ensureInclude()).toEqual({ changed: true });
    expect(await readFile(file, 'utf8')).toBe(`${block}Host mine\n  User me\n`);
  });

  it('refuses damaged markers and names file and line', async () => {
    const content = 'Host mine\n# --- gpu-rental: start ---\nHost yours\n';
    const { config, file } = await setup(content);
    await expect(config.ensureInclude()).rejects.toMatchObject({ code: 'refused', path: file });
    await expect(config.ensureInclude()).rejects.toThrow(/config wasn’t changed: in line 2/);
    await expect(config.remove()).rejects.toMatchObject({ code: 'refused' });
    expect(await config.includeState()).toHaveProperty('refused');
    expect(await readFile(file, 'utf8')).toBe(content);
    expect(existsSync(config.paths.backups[0])).toBe(false);
  });

  it.each(['EACCES', 'EIO'])(
    'does not take a file that cannot be read (%s) for an empty one',
    async (code) => {
      const { file, home } = await setup('Host precious\n');
      const failing: FileSystem = {
        ...nodeFileSystem,
        readFile: (name) =>
          name === file ? Promise.reject(systemError(code)) : nodeFileSystem.readFile(name),
      };
      const config = configFor(home, file, failing);
      await expect(config.ensureInclude()).rejects.toMatchObject({ code: 'unreadable' });
      await expect(config.includeState()).rejects.toMatchObject({ code: 'unreadable' });
      expect(await readFile(file, 'utf8')).toBe('Host precious\n');
    },
  );

  it('does not edit when the copy cannot be made', async () => {
    const { config, file } = await setup('Host precious\n');
    await mkdir(config.paths.backups[0]);
    await expect(config.ensureInclude()).rejects.toMatchObject({ code: 'directory' });
    expect(await readFile(file, 'utf8')).toBe('Host precious\n');
  });

  it('writes ~ only where ssh means the same home by it', async () => {
    const home = await temporaryFolder();
    const file = path.join(home, '.ssh', 'config');
    const usual = new SshConfig({
      fs: nodeFileSystem,
      configFile: file,
      defaultConfigFile: file,
      home,
      passwordHome: home,
    });
    await usual.ensureInclude();
    expect(await readFile(file, 'utf8')).toContain('\nInclude ~/.ssh/gpu-rental/config\n');
    const other = configFor(home, file);
    expect(await other.includeState()).toBe('missing');
    await other.ensureInclude();
    expect(await readFile(file, 'utf8')).toContain(`\nInclude ${home}/.ssh/gpu-rental/config\n`);
    expect(await other.includeState()).toBe('present');
  });

  it('quotes the path only where it must, and knows a quoted one again', async () => {
    const { config, file } = await setup('Host mine\n', nodeFileSystem, 'a folder');
    await config.ensureInclude();
    expect(await readFile(file, 'utf8')).toContain(`\nInclude "${config.paths.ownConfig}"\n`);

    const plain = await setup('Host mine\n');
    await plain.config.ensureInclude();
    const text = await readFile(plain.file, 'utf8');
    await writeFile(plain.file, text.replace(/Include (.*)/, 'Include "$1"'));
    expect(await plain.config.includeState()).toBe('present');
    await plain.config.ensureInclude();
    expect(await readFile(plain.file, 'utf8')).toBe(text);
  });

  it.each(['a*b', 'a"b', 'a%b', 'a${b}', 'a[b]', 'a\nb', 'a\\b'])(
    'refuses the folder name %j',
    async (name) => {
      const { config } = await setup('Host mine\n', nodeFileSystem, name);
      await expect(config.ensureInclude()).rejects.toMatchObject({ code: 'unwritable_path' });
    },
  );
});

describe('remove', () => {
  it('gives the file back as it was and keeps only the copy', async () => {
    const { config, home, file } = await setup('Host mine\r\n\tUser "me"');
    await config.writeEntries([entry]);
    await config.ensureInclude();
    await writeFile(config.paths.knownHosts, 'gpu-7 x y\n');
    expect(await config.remove()).toEqual({
      blockRemoved: true,
      fileDeleted: false,
      folderRemoved: true,
      backup: config.paths.backups[0],
    });
    expect(await readFile(file, 'utf8')).toBe('Host mine\r\n\tUser "me"');
    expect(await readdir(path.dirname(file))).toEqual(['config', 'config.before-gpu-rental']);
    expect(await readdir(home)).toEqual(['.ssh']);
  });

  it('keeps what the person wrote since, rather than the copy', async () => {
    const { config, file } = await setup('Host mine\n');
    await config.ensureInclude();
    await writeFile(file, `${await readFile(file, 'utf8')}Host new\n`);
    await config.remove();
    expect(await readFile(file, 'utf8')).toBe('Host mine\nHost new\n');
  });

  it('deletes a file that we created and nobody else wrote', async () => {
    const { config, file } = await setup();
    await config.ensureInclude();
    expect(await config.remove()).toEqual({ blockRemoved: true, fileDeleted: true, folderRemoved: true });
    expect(await readdir(path.dirname(file))).toEqual([]);
  });

  it('keeps a file that we created when something else is in it', async () => {
    const { config, file } = await setup();
    await config.ensureInclude();
    await writeFile(file, `${await readFile(file, 'utf8')}Host new\n`);
    expect(await config.remove()).toMatchObject({ fileDeleted: false });
    expect(await readFile(file, 'utf8')).toBe('Host new\n');
  });

  it('keeps an empty file that was there before us', async () => {
    const { config, file } = await setup('');
    await config.ensureInclude();
    expect(await config.remove()).toMatchObject({ blockRemoved: true, fileDeleted: false });
    expect(await readFile(file, 'utf8')).toBe('');
  });

  it('leaves a folder alone in which somebody else keeps a file', async () => {
    const { config } = await setup('');
    await config.writeEntries([entry]);
    await writeFile(path.join(config.paths.folder, 'notes'), 'mine');
    expect(await config.remove()).toMatchObject({ folderRemoved: false });
    expect(await readdir(config.paths.folder)).toEqual(['notes']);
  });

  it('has nothing to do where nothing was done, and makes nothing', async () => {
    const { config, home } = await setup();
    expect(await config.remove()).toEqual({ blockRemoved: false, fileDeleted: false, folderRemoved: false });
    expect(await readdir(home)).toEqual([]);
  });

  it('works after the person deleted the file and our folder', async () => {
    const { config, file } = await setup('Host mine\n');
    await config.ensureInclude();
    await rm(path.dirname(file), { recursive: true });
    expect(await config.remove()).toMatchObject({ blockRemoved: false, folderRemoved: false });
  });
});

describe('forgetHostKey', () => {
  it('forgets the keys of an instance that is gone, and no others', async () => {
    const { config } = await setup('');
    expect(await config.forgetHostKey(1)).toEqual({ changed: false });
    await config.writeEntries([entry]);
    await writeFile(config.paths.knownHosts, 'gpu-1 a b\ngpu-2 a b\n');
    expect(await config.forgetHostKey(1)).toEqual({ changed: true });
    expect(await readFile(config.paths.knownHosts, 'utf8')).toBe('gpu-2 a b\n');
    expect(await config.forgetHostKey(1)).toEqual({ changed: false });
  });
});

describe('resolveConfigFile', () => {
  const home = '/home/me';
  it.each([
    [{ gpuRentalSetting: '~/a', remoteSshSetting: '/b' }, '/home/me/a'],
    [{ gpuRentalSetting: '', remoteSshSetting: '/b' }, '/b'],
    [{ gpuRentalSetting: '  ', remoteSshSetting: ' ~/b c ' }, '/home/me/b c'],
    [{ remoteSshSetting: 'relative/config' }, '/home/me/relative/config'],
    [{ remoteSshSetting: '~other/config' }, '/home/me/~other/config'],
    [{}, '/home/me/.ssh/config'],
  ])('%j is %s', (settings, file) => expect(resolveConfigFile({ ...settings, home })).toBe(file));
});

describe('on Windows', () => {
  const home = 'C:\\Users\\Jo Doe';
  const env = { UserProfile: home, OneDrive: 'D:\\One' };
  it.each([
    ['%USERPROFILE%\\.ssh\\config', 'C:\\Users\\Jo Doe\\.ssh\\config'],
    ['%userprofile%/.ssh/other', 'C:\\Users\\Jo Doe\\.ssh\\other'],
    ['%OneDrive%\\ssh config', 'D:\\One\\ssh config'],
    ['~\\.ssh\\config', 'C:\\Users\\Jo Doe\\.ssh\\config'],
    ['%NoSuchThing%\\x', 'C:\\Users\\Jo Doe\\%NoSuchThing%\\x'],
    ['E:\\100%\\x', 'E:\\100%\\x'],
  ])('the setting %s means %s', (remoteSshSetting, file) =>
    expect(resolveConfigFile({ remoteSshSetting, home, platform: 'win32', env })).toBe(file),
  );

  it('a variable is expanded nowhere else', () =>
    expect(
      resolveConfigFile({ remoteSshSetting: '/a/%HOME%', home: '/h', platform: 'linux', env: { HOME: 'x' } }),
    ).toBe('/a/%HOME%'));

  const pathsIn = (folder: string) => ({
    configFile: `${folder}\\config`,
    ownConfig: `${folder}\\gpu-rental\\config`,
    knownHosts: `${folder}\\gpu-rental\\known_hosts`,
  });
  it('the home directory is the same in any letter case', () => {
    const homes = { home: 'c:\\users\\jo doe', passwordHome: home };
    const include = includeArgument(pathsIn('C:\\Users\\JO DOE\\.ssh'), homes, 'win32');
    expect(include).toBe('~/.ssh/gpu-rental/config');
    expect(includeArgument(pathsIn('C:\\Else where'), homes, 'win32')).toBe(
      '"C:/Else where/gpu-rental/config"',
    );
    const other = {
      configFile: '/Home/.ssh/config',
      ownConfig: '/Home/x/gpu-rental/config',
      knownHosts: '/Home/k',
    };
    expect(includeArgument(other, { home: '/home', passwordHome: '/home' }, 'linux')).toBe(
      '/Home/x/gpu-rental/config',
    );
  });
});

describe('where a mode that is set has no effect', () => {
  // As on some network drives: whatever is asked for, others may write the file.
  const openToAll: FileSystem = {
    ...nodeFileSystem,
    createExclusive: async (name, mode) => {
      const created = await nodeFileSystem.createExclusive(name, mode);
      if (path.basename(path.dirname(name)) !== 'gpu-rental') return created;
      await created.chmod(0o666);
      return { ...created, chmod: () => Promise.resolve() };
    },
    chmod: () => Promise.resolve(),
  };
  const judged = (home: string, file: string, fs: FileSystem = openToAll): SshConfig =>
    new SshConfig({
      fs,
      configFile: file,
      defaultConfigFile: '/home/me/.ssh/config',
      home,
      passwordHome: '/home/me',
      judge: (one) => whySshRefuses(one, '/home/me/.ssh/config'),
    });
  const content = 'Host mine\n  Port 9\n';

  it('the block goes out again, and ssh goes on working for every host', async () => {
    const { home, file } = await setup(content);
    const config = judged(home, file);
    await config.writeEntries([entry]);
    expect(await modeOf(config.paths.ownConfig)).toBe(0o666);
    await expect(config.ensureInclude()).rejects.toThrow(/removed from .*Bad owner or permissions/);
    expect(await readFile(file, 'utf8')).toBe(content);
    expect((await sshG(file, 'mine')).value('port')).toBe('9');
  });

  it('the same when the block was there first', async () => {
    const { home, file } = await setup(content);
    const config = judged(home, file);
    await config.ensureInclude();
    await expect(config.writeEntries([entry])).rejects.toMatchObject({ code: 'refused', path: file });
    expect(await readFile(file, 'utf8')).toBe(content);
    expect((await sshG(file, 'mine')).value('port')).toBe('9');
  });

  it('a file that ssh refused before keeps our block: it is not the cause', async () => {
    const { home, file } = await setup('NoSuchOption yes\n');
    const config = judged(home, file, nodeFileSystem);
    await config.writeEntries([entry]);
    expect(await config.ensureInclude()).toMatchObject({ changed: true });
    expect(await config.includeState()).toBe('present');
  });

  it('a healthy disk keeps the block', async () => {
    const { home, file } = await setup(content);
    const config = judged(home, file, nodeFileSystem);
    await config.ensureInclude();
    await config.writeEntries([entry]);
    expect(await config.includeState()).toBe('present');
    expect((await sshG(file, 'gpu-7')).value('port')).toBe('41022');
  });
});

describe('what killed processes left', () => {
  const gone = '2147483646 elsewhere 00\n';

  it('goes at the next start, and nothing of the person’s with it', async () => {
    const { config, home, file } = await setup('Host mine\n');
    await config.ensureInclude();
    await config.writeEntries([entry]);
    const before = await readFile(file, 'utf8');
    const folder = path.dirname(file);
    const litter = [
      path.join(folder, '.config.gpu-rental-0123456789ab.tmp'),
      path.join(folder, 'config.gpu-rental-0123456789ab'),
      path.join(folder, '.config.before-gpu-rental.gpu-rental-0123456789ab.tmp'),
      path.join(config.paths.folder, '.owners.json.gpu-rental-0123456789ab.tmp'),
      path.join(config.paths.folder, '.known_hosts.gpu-rental-0123456789ab.tmp'),
      path.join(home, '.gpu-rental', '.ssh-integration.json.gpu-rental-0123456789ab.tmp'),
    ];
    for (const one of litter) await writeFile(one, '');
    const mine = path.join(folder, 'config.gpu-rental-notes');
    await writeFile(mine, 'mine');
    await config.tidy();
    expect(litter.filter((one) => existsSync(one))).toEqual([]);
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(await readFile(mine, 'utf8')).toBe('mine');
    expect(await config.readEntries()).toEqual([entry]);
  });

  it('goes with its folder where the integration was removed', async () => {
    const { home, file } = await setup('Host mine\n');
    const config = new SshConfig({
      fs: nodeFileSystem,
      configFile: file,
      defaultConfigFile: '',
      home,
      passwordHome: '/home/me',
      lock: { isAlive: () => false },
    });
    for (const folder of [config.paths.folder, path.join(home, '.gpu-rental')]) {
      await mkdir(folder);
      await writeFile(path.join(folder, 'lock'), gone);
      await utimes(path.join(folder, 'lock'), 1, 1);
    }
    await config.tidy();
    expect(await readdir(home)).toEqual(['.ssh']);
    expect(await readdir(path.dirname(file))).toEqual(['config']);
  });

  it('gives a file back that a removal had moved aside', async () => {
    const { config, file } = await setup();
    await mkdir(path.dirname(file), { mode: 0o700 });
    await writeFile(`${file}.gpu-rental-0123456789ab`, 'Host mine\n');
    await config.tidy();
    expect(await readFile(file, 'utf8')).toBe('Host mine\n');
    expect(await readdir(path.dirname(file))).toEqual(['config']);
  });

  it('is looked for without making or locking anything', async () => {
    const { config, home } = await setup();
    await config.tidy();
    expect(await readdir(home)).toEqual([]);
  });
});
