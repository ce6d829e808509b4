import { chmod, lstat, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../../../src/ssh/files/fileSystem';
import { whySshRefuses } from '../../../../src/ssh/login/sshJudge';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { configFor, entry, modeOf, setup } from '../support/configHome';
import { systemError } from '../support/faultyFileSystem';
import { sshG } from '../support/sshG';
import { temporaryFolder } from '../support/temporary';

/** As ssh's config has it, where a backslash isn't part of a path. */
const inConfig = (file: string): string => file.replaceAll(path.sep, '/');

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

  it('makes no copy of a read-only file, which would be one too', async () => {
    const { config, file } = await setup('Host mine\n');
    await chmod(file, 0o444);
    const copy = `${file}.before-gpu-rental`;
    await expect(config.ensureInclude()).rejects.toThrow(`${file} is read-only.`);
    expect(existsSync(copy)).toBe(false);
    await chmod(file, 0o644);
    expect(await config.ensureInclude()).toEqual({ changed: true, backup: copy });
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
    expect(await readFile(file, 'utf8')).toContain(`\nInclude "${inConfig(config.paths.ownConfig)}"\n`);

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
