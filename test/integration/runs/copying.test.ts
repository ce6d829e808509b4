import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Person } from '../support/accountsPerson';
import { agreed, call, destroyAll, overSsh, rentRunning, sandbox, signIn } from '../support/inHost';

describe('copying between this computer and an instance', () => {
  let instanceId = 0;
  let folder = '';
  const copied = '~/copied';

  before(async () => {
    await signIn();
    instanceId = await rentRunning({ label: 'copies' });
    folder = await mkdtemp(join(tmpdir(), 'gpu-rental-copy-'));
    await mkdir(join(folder, 'project/data'), { recursive: true });
    await writeFile(join(folder, 'project/train.py'), 'print("hello")\n');
    await writeFile(join(folder, 'project/data/a b.txt'), 'data');
    await writeFile(join(folder, 'project/.gpuignore'), '*.log\n');
    await writeFile(join(folder, 'project/big.log'), 'log');
    await agreed('connect', { instanceId });
    await overSsh(`gpu-${instanceId}`, `rm -rf ${copied}`);
  });
  after(async () => {
    await overSsh(`gpu-${instanceId}`, `rm -rf ${copied}`);
    await rm(folder, { recursive: true, force: true });
    await destroyAll();
  });

  it('sends a folder once, and then only what changed', async () => {
    const from = vscode.Uri.file(join(folder, 'project')).toString();
    const argument = { instanceId, from, to: copied };
    deepEqual(await agreed('copyToInstance', argument), { sent: 3, unchanged: 0, bytes: 25 });
    const listed = await overSsh(`gpu-${instanceId}`, `cd ${copied} && find . -type f | sort`);
    equal(listed, './project/.gpuignore\n./project/data/a b.txt\n./project/train.py');
    deepEqual(await agreed('copyToInstance', argument), { sent: 0, unchanged: 3, bytes: 0 });
  });

  it('fetches a folder, and replaces nothing unasked', async () => {
    await overSsh(`gpu-${instanceId}`, `mkdir -p ${copied}/out && echo result > ${copied}/out/r.txt`);
    const argument = { instanceId, from: `${copied}/out`, to: folder };
    deepEqual(await agreed('copyFromInstance', argument), { received: 1, unchanged: 0, bytes: 7 });
    equal(await readFile(join(folder, 'out/r.txt'), 'utf8'), 'result\n');
    await writeFile(join(folder, 'out/r.txt'), 'edited here');
    const person = new Person();
    try {
      equal(await call('copyFromInstance', argument), undefined);
      const asked = person.notifications.find(({ isModal }) => isModal);
      match(asked?.detail ?? '', /Replaces 1 file that differs: out\/r.txt/);
    } finally {
      await person.leave();
    }
    equal(await readFile(join(folder, 'out/r.txt'), 'utf8'), 'edited here');
  });

  it('copies from it while it is stopped, and asks before it starts what can’t be read so', async () => {
    await overSsh(`gpu-${instanceId}`, 'mkdir -p ~/kept && echo kept > "$HOME/kept/a b"');
    await agreed('stopInstance', { instanceId });
    await sandbox.advance(60);
    const argument = { instanceId, from: '~/kept', to: folder };
    deepEqual(await agreed('copyFromInstance', argument), { received: 1, unchanged: 0, bytes: 5 });
    equal(await readFile(join(folder, 'kept/a b'), 'utf8'), 'kept\n');
    equal((await sandbox.instance(instanceId)).intended_status, 'stopped');
    await sandbox.failNext({ count: 1, method: 'PUT', path: '/commands/rsync/', status: 404 });
    const person = new Person();
    try {
      equal(await call('copyFromInstance', argument), undefined);
      const asked = person.notifications.find(({ isModal }) => isModal);
      match(asked?.message ?? '', /is stopped. Start it for \$/);
      match(asked?.detail ?? '', /Its disk can’t be read while it is stopped/);
    } finally {
      await person.leave();
    }
    equal((await sandbox.instance(instanceId)).intended_status, 'stopped');
    await agreed('startInstance', { instanceId });
    await sandbox.advance(60);
    await agreed('connect', { instanceId });
  });

  it('refuses what isn’t a file of this computer, and says where there is nothing', async () => {
    const from = 'vscode-remote://ssh-remote+gpu-1/root/x';
    await rejects(
      agreed('copyToInstance', { instanceId, from, to: copied }),
      /isn’t a file of this computer/,
    );
    await rejects(
      agreed('copyFromInstance', { instanceId, from: '/tmp/not-there-at-all', to: folder }),
      /There is nothing at \/tmp\/not-there-at-all/,
    );
  });
});
