import { writeProgram } from '../../support/program';
import { chmod, lstat, mkdir, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import fetch from 'node-fetch';
import { Client } from '../../../../src/api/client';
import { diskSource } from '../../../../src/ssh/transfer/disk';
import { type Disk, hasRsync } from '../../../../src/ssh/transfer/rsync';
import { findSshd } from '../../../sandbox/ssh/sshd';
import { rent, startService, type Service } from '../../sandbox/support/service';
import { createSshClient, type SshClient } from '../../sandbox/support/sshClient';
import { temporaryFolder } from '../support/temporary';

const quiet = { signal: new AbortController().signal, report: () => undefined };
const canRun = findSshd() !== undefined && (await hasRsync());

describe.skipIf(!canRun)('the disk of a stopped instance', () => {
  let service: Service;
  let ssh: SshClient;
  let disk: Disk;
  let home: string;
  let to: string;

  beforeAll(async () => {
    ssh = await createSshClient();
    return () => ssh.close();
  });
  beforeEach(async () => {
    service = await startService({ sshd: true });
    service.control.addUserSshKey(ssh.publicKey);
    const id = await rent(service, {});
    await service.control.advance(60);
    await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state: 'stopped' } });
    await service.control.advance(60);
    const { host, port } = await new Client({
      baseUrl: service.url,
      apiKey: service.apiKey,
      fetch,
      spacingScale: 0,
    }).copies.diskOf(id, '/root');
    home = service.control.homeOf(id);
    to = await temporaryFolder();
    disk = {
      ...{ instanceId: id, host, port, program: 'ssh', identityFile: ssh.identityFile },
      ...{ configFile: '/dev/null', defaultConfigFile: '' },
      ...{ knownHosts: path.join(await temporaryFolder(), "it's 100% known hosts"), login: undefined },
      user: service.sshUser,
    };
    const out = path.join(home, 'work/out');
    await mkdir(path.join(out, 'deep/empty'), { recursive: true });
    for (const name of names) await writeFile(path.join(out, name), `content of ${name}`);
    await writeFile(path.join(out, 'deep/last'), 'deep');
    await symlink('-rf', path.join(out, 'link'));
    await symlink('/etc/passwd', path.join(out, 'outside'));
    await chmod(path.join(out, 'deep/empty'), 0o500);
  });
  const names = [
    'a b.txt',
    'line\nbreak',
    '-rf',
    '"quote\'',
    'café',
    'cafe\u0301',
    '$(x)',
    'back\\slash',
    'x -> y',
  ];

  const copy = async (filter?: (at: string) => boolean) => {
    const source = diskSource(disk);
    const sources = filter ? { folder: '~/work', filter } : { folder: '/root/work', names: ['out'] };
    const plan = await source.plan(sources, to, quiet);
    return { plan, result: await source.download(plan, quiet) };
  };

  it('is read before there is a config file of ssh', async () => {
    disk.configFile = path.join(to, 'not-there');
    const { entries } = await diskSource(disk).list('~/work', quiet.signal);
    expect(entries.map((entry) => entry.path)).toEqual(['out']);
  });

  it('is read with nothing forwarded to its host, whatever the config says', async () => {
    const folder = await temporaryFolder();
    disk.configFile = path.join(folder, 'config');
    await writeFile(disk.configFile, 'Host *\n  ForwardAgent yes\n  ForwardX11 yes\n');
    disk.program = path.join(folder, 'noting-ssh');
    writeProgram(disk.program, `#!/bin/sh\nssh -G "$@" > '${folder}/used'\nexec ssh "$@"\n`);
    await diskSource(disk).list('~/work', quiet.signal);
    const used = await readFile(path.join(folder, 'used'), 'utf8');
    expect(used).toMatch(/^forwardagent no$/m);
    expect(used).toMatch(/^forwardx11 no$/m);
  });

  it('is kept through a power failure once it is copied', async () => {
    const file = await open(path.join(home, 'work/out/-rf'));
    const sync = vi.spyOn(Object.getPrototypeOf(file) as typeof file, 'sync');
    await file.close();
    const { result } = await copy();
    expect(sync).toHaveBeenCalledTimes(names.length + 1);
    sync.mockRestore();
    expect(result.damaged).toEqual([]);
  });

  it('is copied as it is, and then only what changed, while nothing is started', async () => {
    const { plan, result } = await copy();
    expect(plan.bytes).toBeGreaterThan(0);
    expect(result).toMatchObject({ copied: names.length + 2, kept: [], damaged: [] });
    const copied = path.join(to, 'out');
    for (const name of names)
      expect(await readFile(path.join(copied, name), 'utf8')).toBe(`content of ${name}`);
    expect((await lstat(path.join(copied, 'link'))).isSymbolicLink()).toBe(true);
    expect((await lstat(path.join(copied, 'deep/empty'))).isDirectory()).toBe(true);
    expect(await readdir(to)).toEqual(['out']);
    expect(await readdir(copied)).not.toContain('outside');
    expect(plan.leftOut).toEqual([{ path: 'out/outside', why: 'linkOutside' }]);
    await writeFile(path.join(home, 'work/out/-rf'), 'other');
    const again = await copy();
    expect(again.plan.replaced.map(({ path: at }) => at)).toEqual(['out/-rf']);
    expect(again.result).toMatchObject({ copied: 1, unchanged: names.length + 1 });
    expect(await readFile(path.join(copied, '-rf'), 'utf8')).toBe('other');
    expect(service.control.instance(disk.instanceId).intended_status).toBe('stopped');
  });

  it('gives only what is wanted, and replaces nothing that appeared meanwhile', async () => {
    const source = diskSource(disk);
    const plan = await source.plan(
      { folder: '~/work', filter: (at) => at.startsWith('out/deep/') },
      to,
      quiet,
    );
    await mkdir(path.join(to, 'out/deep'), { recursive: true });
    await writeFile(path.join(to, 'out/deep/last'), 'mine');
    const result = await source.download(plan, quiet);
    expect(result).toMatchObject({ copied: 0, kept: ['out/deep/last'] });
    expect(await readFile(path.join(to, 'out/deep/last'), 'utf8')).toBe('mine');
  });

  it('replaces nothing that was edited after it was looked at', async () => {
    const source = diskSource(disk);
    await mkdir(path.join(to, 'out'), { recursive: true });
    await writeFile(path.join(to, 'out/-rf'), 'mine before');
    const plan = await source.plan({ folder: '~/work', filter: (at) => at === 'out/-rf' }, to, quiet);
    expect(plan.replaced.length).toBe(1);
    await writeFile(path.join(to, 'out/-rf'), 'mine, edited');
    expect(await source.download(plan, quiet)).toMatchObject({ copied: 0, kept: ['out/-rf'] });
    expect(await readFile(path.join(to, 'out/-rf'), 'utf8')).toBe('mine, edited');
  });

  it('says which files went away or are others than they were', async () => {
    const source = diskSource(disk);
    const plan = await source.plan({ folder: '~/work', filter: (at) => at === 'out/-rf' }, to, quiet);
    await rm(path.join(home, 'work/out/-rf'));
    expect(await source.download(plan, quiet)).toMatchObject({ copied: 0, damaged: ['out/-rf'] });
    expect(await readdir(path.join(to, 'out'))).toEqual([]);
  });

  it('writes through no link here', async () => {
    const elsewhere = await temporaryFolder();
    await symlink(elsewhere, path.join(to, 'out'));
    const { plan, result } = await copy();
    expect(plan.leftOut).toContainEqual({ path: 'out', why: 'otherKind' });
    expect(result.copied).toBe(0);
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it('is listed, and says clearly what isn’t there', async () => {
    const source = diskSource(disk);
    const { root, entries } = await source.list('~/work/out', quiet.signal);
    expect(root).toBe('/root/work/out');
    expect(entries.map(({ path: at }) => at)).toEqual(
      expect.arrayContaining(['a b.txt', 'line\nbreak', 'deep']),
    );
    expect(entries.find(({ path: at }) => at === 'deep')?.kind).toBe('folder');
    await expect(source.list('/root/nothing', quiet.signal)).rejects.toThrow('There is nothing of that name');
    await expect(source.list('/etc', quiet.signal)).rejects.toThrow();
  });
});
