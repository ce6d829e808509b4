import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasRsync } from '../../../src/ssh/transfer/rsync';
import { findSshd } from '../../sandbox/ssh/sshd';
import { number, rent, startService, type Service } from './support/service';
import { createSshClient, type SshClient } from './support/sshClient';

const canCopy = await hasRsync();
const directPort = (service: Service, id: number) =>
  Number(service.control.instance(id).ports?.['22/tcp']?.[0]?.HostPort);

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

describe.skipIf(findSshd() === undefined)('an instance with a real sshd', () => {
  let ssh: SshClient;

  beforeAll(async () => {
    ssh = await createSshClient();
  });

  afterAll(() => ssh.close());

  it('is reached directly and by the proxy, and after stop and start on another port with the same host key', async () => {
    const service = await startService({ sshd: true });
    await service.call('POST', '/api/v0/ssh/', { body: { ssh_key: ssh.publicKey } });
    const id = await rent(service);
    await service.control.advance(60);

    const direct = directPort(service, id);
    expect(await ssh.login(service.sshUser, direct, 'echo direct', 'box')).toBe('direct');
    const proxy = service.control.instance(id).ssh_port!;
    expect(await ssh.login(service.sshUser, proxy, 'echo proxy', 'box')).toBe('proxy');

    await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state: 'stopped' } });
    // The server ends a moment after the answer; a login in that moment would be killed in its start files.
    await expect.poll(() => isListening(direct)).toBe(false);
    expect(await ssh.login(service.sshUser, direct, 'echo gone', 'box')).not.toBe('gone');
    await service.control.advance(60);

    await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state: 'running' } });
    await service.control.advance(60);
    expect(directPort(service, id)).not.toBe(direct);
    expect(await ssh.login(service.sshUser, directPort(service, id), 'echo again', 'box')).toBe('again');
  });

  it('with a Jupyter runtype is reached one port above ssh_port, and takes a key only when it has arrived', async () => {
    const service = await startService({ sshd: true, keyDelaySeconds: 10 });
    service.control.addUserSshKey(ssh.publicKey);
    const id = await rent(service, { runtype: 'jupyter' });
    await service.control.advance(60);
    const port = service.control.instance(id).ssh_port! + 1;
    expect(await ssh.login(service.sshUser, port, 'true', 'late')).toContain('Permission denied (publickey)');
    await service.control.advance(10);
    expect(await ssh.login(service.sshUser, port, 'echo in', 'late')).toBe('in');
  });

  it('takes the keys of that instance alone, too, and no longer after their removal', async () => {
    const service = await startService({ sshd: true });
    const [first, second] = service.control.freeOffers();
    const [mine, other] = [await rent(service, {}, first), await rent(service, {}, second)];
    await service.control.advance(60);
    const body = { ssh_key: ssh.publicKey };
    await service.call('POST', `/api/v0/instances/${mine}/ssh/`, { body });
    expect(await ssh.login(service.sshUser, directPort(service, mine), 'echo in', 'own')).toBe('in');
    expect(await ssh.login(service.sshUser, directPort(service, other), 'true', 'other')).toContain('denied');
  });

  it.skipIf(!canCopy)(
    'gives out its files at the address for rsync, also while it is stopped, and not after its end',
    async () => {
      const service = await startService({ sshd: true });
      service.control.addUserSshKey(ssh.publicKey);
      const id = await rent(service);
      await service.control.advance(60);
      await ssh.login(service.sshUser, directPort(service, id), 'echo mine > ~/note', 'files');
      await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state: 'stopped' } });
      const body = {
        client_id: 'me',
        src_id: `C.${id}`,
        dst_id: null,
        src_path: '/root/note',
        dst_path: '.',
      };
      const port = number(await service.call('PUT', '/api/v0/commands/rsync/', { body }), 'src_port');
      // The end of the instance's sessions a moment after the stop takes along whatever lives in its home.
      const to = join(await mkdtemp(join(tmpdir(), 'sandbox-rsync-')), 'note');
      onTestFinished(() => rm(dirname(to), { recursive: true, force: true }));
      const options = '-o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null';
      const rsh = `ssh -F /dev/null -i ${ssh.identityFile} ${options} -p ${port}`;
      const from = `${service.sshUser}@127.0.0.1::C.${id}/root/note`;
      const copied = () =>
        new Promise((resolve) =>
          execFile('rsync', ['-e', rsh, from, to], () => resolve(readFile(to, 'utf8').catch(() => ''))),
        );
      await expect.poll(copied).toBe('mine\n');
      await service.call('DELETE', `/api/v0/instances/${id}/`);
      await expect.poll(() => isListening(port)).toBe(false);
    },
  );

  it('whose direct port is closed is reached by the proxy', async () => {
    const service = await startService({ sshd: true });
    service.control.addUserSshKey(ssh.publicKey);
    service.control.setHostBehaviour('next', 'direct_blocked');
    const id = await rent(service);
    await service.control.advance(60);
    expect(await ssh.login(service.sshUser, directPort(service, id), 'echo in', 'blocked')).not.toBe('in');
    const proxy = service.control.instance(id).ssh_port!;
    expect(await ssh.login(service.sshUser, proxy, 'echo in', 'half')).toBe('in');
  });

  it('answers with another host key once its own was renewed', async () => {
    const service = await startService({ sshd: true });
    service.control.addUserSshKey(ssh.publicKey);
    const id = await rent(service);
    await service.control.advance(60);
    expect(await ssh.login(service.sshUser, directPort(service, id), 'echo in', 'changed')).toBe('in');
    service.control.renewHostKey(id);
    for (const state of ['stopped', 'running']) {
      await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state } });
      await service.control.advance(60);
    }
    expect(await ssh.login(service.sshUser, directPort(service, id), 'true', 'changed')).toContain(
      'Host key verification failed',
    );
  });

  it('has a home of its own, which stays over stop and start, is new when recycled, and goes with it', async () => {
    const service = await startService({ sshd: true });
    service.control.addUserSshKey(ssh.publicKey);
    const id = await rent(service);
    await service.control.advance(60);
    const run = (command: string): Promise<string> =>
      ssh.login(service.sshUser, directPort(service, id), command, `home-${id}`);
    const home = await run('echo ~');
    expect(home).toContain(String(id));
    expect(home).not.toBe(homedir());
    expect(await run('pwd; echo kept > note; cat ~/note')).toBe(`${home}\nkept`);
    // What a terminal runs: a login shell, with the name of its instance in the prompt.
    expect(await run('bash -ilc "echo \\${PS1@P}" 2>/dev/null')).toBe(
      `${service.sshUser}@gpu-${id}:~${userInfo().uid === 0 ? '#' : '$'}`,
    );
    const sftp = await ssh.sftp(service.sshUser, directPort(service, id), 'pwd', `home-${id}`);
    expect(sftp).toContain(`Remote working directory: ${home}`);

    for (const state of ['stopped', 'running']) {
      await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state } });
      await service.control.advance(60);
    }
    expect(await run('ls')).toBe('note');
    await service.call('PUT', `/api/v0/instances/recycle/${id}/`, {});
    await service.control.advance(60);
    // It has another host key, too.
    expect(await ssh.login(service.sshUser, directPort(service, id), 'ls', `recycled-${id}`)).toBe('');
    await service.call('DELETE', `/api/v0/instances/${id}/`);
    await expect.poll(() => existsSync(home)).toBe(false);
  });

  it('ends open sessions with everything they started when it is stopped', async () => {
    const service = await startService({ sshd: true });
    service.control.addUserSshKey(ssh.publicKey);
    const id = await rent(service);
    await service.control.advance(60);
    const session = ssh.stay(
      service.sshUser,
      directPort(service, id),
      'sleep 1000 & own=$!; (setsid sleep 1000 >/dev/null 2>&1 & echo $own $!); wait',
      'stay',
    );
    // The second one belongs to nobody any more, as the server of a terminal multiplexer does.
    const pids = await new Promise<number[]>((resolve) => {
      session.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().split(' ').map(Number)));
    });
    expect(pids.map(isAlive)).toEqual([true, true]);
    const ended = new Promise((resolve) => session.once('close', resolve));
    await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state: 'stopped' } });
    await ended;
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
