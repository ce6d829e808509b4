import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSshd } from '../../sandbox/ssh/sshd';
import { rent, startService } from './support/service';

const run = promisify(execFile);

describe.skipIf(findSshd() === undefined)('an instance with a real sshd', () => {
  let folder: string;
  let identity: string;
  let publicKey: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-story-'));
    identity = join(folder, 'id');
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', identity]);
    publicKey = readFileSync(`${identity}.pub`, 'utf8').trim();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const login = (user: string, port: number, command: string, alias = 'box') =>
    run('ssh', [
      ...['-F', '/dev/null', '-p', String(port), '-i', identity, '-l', user, '-o', 'IdentitiesOnly=yes'],
      ...['-o', 'BatchMode=yes', '-o', 'StrictHostKeyChecking=accept-new'],
      ...['-o', `HostKeyAlias=${alias}`, '-o', `UserKnownHostsFile=${join(folder, 'known')}`],
      ...['127.0.0.1', command],
    ]).then(
      ({ stdout }) => stdout.trim(),
      (error: unknown) => String(error),
    );

  it('is reached directly and by the proxy, and after stop and start on another port with the same host key', async () => {
    const service = await startService({ sshd: true });
    await service.call('POST', '/api/v0/ssh/', { body: { ssh_key: publicKey } });
    const id = await rent(service);
    await service.control.advance(60);

    const first = service.control.instance(id);
    expect(first.actual_status).toBe('running');
    const direct = Number(first.ports?.['22/tcp']?.[0]?.HostPort);
    expect(await login(service.sshUser, direct, 'echo direct')).toBe('direct');
    expect(await login(service.sshUser, first.ssh_port!, 'echo proxy')).toBe('proxy');

    await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state: 'stopped' } });
    expect(await login(service.sshUser, direct, 'echo gone')).toContain('refused');
    await service.control.advance(60);
    expect(service.control.instance(id)).toMatchObject({
      actual_status: 'exited',
      cur_state: 'stopped',
      ports: null,
    });

    await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state: 'running' } });
    await service.control.advance(60);
    const again = Number(service.control.instance(id).ports?.['22/tcp']?.[0]?.HostPort);
    expect(again).not.toBe(direct);
    expect(await login(service.sshUser, again, 'echo again')).toBe('again');
  });

  it('takes a key only when it has arrived', async () => {
    const service = await startService({ sshd: true, keyDelaySeconds: 10 });
    service.control.addUserSshKey(publicKey);
    const id = await rent(service, { runtype: 'jupyter' });
    await service.control.advance(60);
    const port = service.control.instance(id).ssh_port! + 1;
    expect(await login(service.sshUser, port, 'true', 'late')).toContain('Permission denied (publickey)');
    await service.control.advance(10);
    expect(await login(service.sshUser, port, 'echo in', 'late')).toBe('in');
  });
});
