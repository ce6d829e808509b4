import { mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../../../src/ssh/files/fileSystem';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { configFor, entry, setup } from '../support/configHome';

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
