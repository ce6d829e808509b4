import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import * as net from 'node:net';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import { SharedConnections } from '../../../../src/ssh/run/sharedConnections';
import { letRunScript, startRun } from '../../../../src/ssh/runs/runs';
import { nearTree } from '../../../../src/ssh/transfer/nearTree';
import { LostConnection, readScript, runScript } from '../../../../src/ssh/transfer/remoteShell';
import { planUpload, upload } from '../../../../src/ssh/transfer/upload';
import { sshdRemote } from '../transfer/support/sshdRemote';
import { temporaryFolder } from '../support/temporary';

const { signal } = new AbortController();

/** Connections that stay open for good, unless told otherwise. */
async function shared({ keptFor = 2 ** 31 - 1, extra }: { keptFor?: number; extra?: string[] } = {}) {
  const folder = path.join(await temporaryFolder(), 's');
  const remote = await sshdRemote(extra);
  return { folder, remote: { ...remote, connections: new SharedConnections(folder, keptFor) } };
}

it('starts a run and sends its files with one login', async () => {
  const { remote, folder } = await shared();
  const here = await temporaryFolder();
  await writeFile(path.join(here, 'train.py'), 'print(1)');
  const near = await nearTree({ contentsOf: here }, { signal });
  const order = { setup: '', run: 'true', resume: '', variables: {}, limit: 60, hasNoResults: true } as const;
  const place = { id: 'one', workdir: '~/work', base: 'http://127.0.0.1:9', instanceId: 1 };
  const isWatched = startRun(remote, { ...order, ...place, then: 'keep' }, signal);
  const [plan] = await Promise.all([planUpload(remote, near, '~/work', { signal, who: 'test' }), isWatched]);
  await upload(remote, plan, { signal, report: () => undefined, next: letRunScript('one') });
  expect(remote.logins()).toBe(1);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it('carries any bytes both ways, and the exit codes of several scripts at once', async () => {
  const { remote } = await shared();
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 256));
  const echo = async (): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    await runScript(remote, 'cat', {
      signal,
      input: (write) => write(bytes),
      output: (chunk) => void chunks.push(chunk),
    });
    return Buffer.concat(chunks);
  };
  const [one, two, failed] = await Promise.all([
    echo(),
    echo(),
    runScript(remote, 'echo no >&2; exit 3', { signal }).catch(String),
  ]);
  expect([one.equals(bytes), two.equals(bytes)]).toEqual([true, true]);
  expect(failed).toContain('no');
  expect(remote.logins()).toBe(1);
});

it('ends a script that is canceled at once, and leaves the others alone', async () => {
  const { remote } = await shared();
  const cancelling = new AbortController();
  const go = path.join(remote.home, 'go');
  const long = runScript(remote, `echo begun; until [ -e '${go}' ]; do sleep 0.2; done`, {
    signal: cancelling.signal,
    output: () => cancelling.abort(),
  });
  const other = readScript(remote, `until [ -e '${go}' ]; do sleep 0.2; done; echo there`, { signal });
  await expect(long).rejects.toThrow();
  await writeFile(go, '');
  expect(await other).toBe('there\n');
  expect(remote.logins()).toBe(1);
});

it('makes another connection after one that was lost', async () => {
  const { remote } = await shared();
  const broken = runScript(remote, 'echo begun; sleep 50', { signal, output: () => remote.stop() });
  await expect(broken).rejects.toThrow(LostConnection);
  expect(await readScript(remote, 'echo there', { signal })).toBe('there\n');
  expect(remote.logins()).toBe(2);
});

it('closes what nobody uses any more, and its socket goes', async () => {
  const { remote, folder } = await shared({ keptFor: 0 });
  await readScript(remote, 'true', { signal });
  await expect.poll(() => readdir(folder)).toEqual([]);
  await readScript(remote, 'true', { signal });
  expect(remote.logins()).toBe(2);
});

it('lets each script log in by itself where a connection can’t be shared', async () => {
  const { remote, folder } = await shared();
  await mkdir(folder);
  await chmod(folder, 0o755);
  expect(await readScript(remote, 'echo there', { signal })).toBe('there\n');
  expect(await readdir(folder)).toEqual([]);
  const one = await shared({ extra: ['MaxSessions=1'] });
  const both = [1, 2].map(() => readScript(one.remote, 'sleep 1; echo there', { signal }));
  expect(await Promise.all(both)).toEqual(['there\n', 'there\n']);
});

it('says why a machine can’t be reached as without it', async () => {
  const { remote } = await shared();
  await writeFile(remote.configFile, 'Host gpu-1\n  HostName 127.0.0.1\n  Port 9\n');
  await expect(runScript(remote, 'true', { signal })).rejects.toThrow(/Connection refused/);
});

it('is canceled at once while a machine doesn’t answer, and leaves no ssh behind', async () => {
  const { remote } = await shared();
  const silent = net.createServer();
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as net.AddressInfo;
  await writeFile(remote.configFile, `Host gpu-1\n  HostName 127.0.0.1\n  Port ${port}\n`);
  const cancelling = new AbortController();
  const closed = new Promise((resolve) => {
    silent.once('connection', (socket) => {
      socket.resume().once('close', resolve);
      cancelling.abort();
    });
  });
  await expect(runScript(remote, 'true', { signal: cancelling.signal })).rejects.toThrow();
  await closed;
  silent.close();
});
