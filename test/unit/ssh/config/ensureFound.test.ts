import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../../src/ssh/files/fileSystem';
import { findsEntry } from '../../../../src/ssh/login/sshJudge';
import { SshConfig } from '../../../../src/ssh/config/userConfig';
import { entry, setup } from '../support/configHome';

const content = '\ufeffHost mine\n  Port 9\n';

function asked(
  { home, file }: { home: string; file: string },
  finds: (file: string, alias?: string) => Promise<boolean | undefined>,
): SshConfig {
  return new SshConfig({
    fs: nodeFileSystem,
    configFile: file,
    defaultConfigFile: '/home/me/.ssh/config',
    home,
    passwordHome: '/home/me',
    finds,
  });
}

describe('an entry', () => {
  it('is found by the real ssh, so nothing is written again', async () => {
    const place = await setup('Host mine\n  Port 9\n');
    const config = asked(place, (file, alias = 'other') => findsEntry(file, '/home/me/.ssh/config', alias));
    await config.ensureInclude();
    await config.writeEntries([entry]);
    const before = await readFile(place.file, 'utf8');
    await config.ensureFound(entry.instanceId);
    expect(await readFile(place.file, 'utf8')).toBe(before);
  });

  it('that the real ssh does not find is told, and the person’s lines stay', async () => {
    const text = 'Host mine\n  Port 9\n';
    const place = await setup(text);
    const config = asked(place, (file, alias = 'other') => findsEntry(file, '/home/me/.ssh/config', alias));
    await config.ensureInclude();
    // No entry was written, as if ssh read another file than we do.
    await expect(config.ensureFound(7)).rejects.toMatchObject({ code: 'not_found', path: place.file });
    expect((await readFile(place.file, 'utf8')).endsWith(text)).toBe(true);
    expect(await config.includeState()).toBe('present');
  });

  it('of which an ssh that cannot be run says nothing is left as it is', async () => {
    const place = await setup('Host mine\n');
    const config = asked(place, () => Promise.resolve(undefined));
    await config.ensureInclude();
    await expect(config.ensureFound(7)).resolves.toBeUndefined();
  });
});

describe('a file with a byte order mark', () => {
  it('gets the block after it if ssh itself accepts the file', async () => {
    const place = await setup(content);
    const config = asked(place, () => Promise.resolve(false));
    await config.ensureInclude();
    expect((await readFile(place.file, 'utf8')).startsWith('\ufeff# --- gpu-rental: start ---\n')).toBe(true);
    expect(await config.includeState()).toBe('present');
    await config.remove();
    expect(await readFile(place.file, 'utf8')).toBe(content);
  });

  it('is left alone if ssh refuses it, or nobody can ask', async () => {
    const place = await setup(content);
    const real = asked(place, (file, alias = 'x') => findsEntry(file, '/home/me/.ssh/config', alias));
    await expect(real.ensureInclude()).rejects.toMatchObject({ code: 'refused' });
    const none = asked(place, () => Promise.resolve(undefined));
    await expect(none.ensureInclude()).rejects.toMatchObject({ code: 'refused' });
    expect(await readFile(place.file, 'utf8')).toBe(content);
    expect(path.isAbsolute(place.file)).toBe(true);
  });
});

it('an ssh that cannot be started says nothing about a file, and leaves no error', async () => {
  const broken = () => Promise.reject(Object.assign(new Error('spawn EINVAL'), { code: 'EINVAL' }));
  expect(await findsEntry('/c', '/c', 'gpu-7', broken)).toBeUndefined();
});
