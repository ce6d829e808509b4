import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { composeOnstart } from '../../../src/domain/launch/onstart';
import { type RunOrder, startRun } from '../../../src/ssh/runs/runs';
import { letRun } from '../ssh/runs/letRun';
import { canRunOnstart } from '../../sandbox/ssh/onstart';
import { findSshd } from '../../sandbox/ssh/sshd';
import { rent, startService, type Service } from './support/service';
import { createSshClient, type SshClient } from './support/sshClient';
import { writeSshEntry } from '../ssh/support/sshEntry';

const canRun = findSshd() !== undefined && (await canRunOnstart());
const ofThisComputer = () =>
  existsSync('/etc/environment') ? readFileSync('/etc/environment', 'utf8') : undefined;

describe.skipIf(!canRun)('startup commands', () => {
  const before = ofThisComputer();
  let ssh: SshClient;
  let service: Service;
  /** So far: an instance of each may have the ID and the port of one before. */
  let services = 0;
  beforeAll(async () => {
    ssh = await createSshClient();
  });
  beforeEach(async () => {
    service = await startService({ sshd: true });
    services += 1;
    service.control.addUserSshKey(ssh.publicKey);
  });
  afterAll(() => {
    ssh.close();
    // They run as this user, but never reach this computer's own file.
    expect(ofThisComputer()).toBe(before);
  });

  const start = async (request: Parameters<typeof rent>[1]) => {
    const id = await rent(service, request);
    await service.control.advance(60);
    return id;
  };
  const restart = async (id: number) => {
    for (const state of ['stopped', 'running']) {
      await service.call('PUT', `/api/v0/instances/${id}/`, { body: { state } });
      await service.control.advance(60);
    }
  };
  const on = (id: number, command: string) => {
    const port = Number(service.control.instance(id).ports?.['22/tcp']?.[0]?.HostPort);
    return ssh.login(service.sshUser, port, command, `${id}-${services}`);
  };

  it('make the variables of an instance visible in SSH sessions, once, also after another start', async () => {
    const composed = composeOnstart('echo mine >> ~/starts', { environmentInSessions: true });
    if ('problem' in composed) throw new Error(composed.problem.message);
    const value = `a 'b' "c" $HOME; #`;
    const id = await start({ onstart: composed.onstart, env: { TOKEN: value, '-p 8000:8000': '1' } });
    const seen = () => on(id, 'printenv TOKEN; cat starts');
    // An instance may run before its startup commands have ended.
    await expect.poll(seen).toBe(`${value}\nmine`);
    await restart(id);
    await expect.poll(seen).toBe(`${value}\nmine\nmine`);
    // As a person would look, whose terminal is on the instance.
    expect(await on(id, 'grep -c ^TOKEN= ../environment')).toBe('1');
  });

  it('without those lines leave the variables to the commands alone', async () => {
    const id = await start({ onstart: 'echo "$TOKEN" > /root/token', env: { TOKEN: 'x' } });
    await expect.poll(() => on(id, 'cat ~/token')).toBe('x');
    expect(await on(id, 'printenv TOKEN || echo none')).toBe('none');
  });

  it('run as the program that their first line names, and end with the instance', async () => {
    const onstart = '#!/bin/bash\necho $$ > ~/pid; [[ a == a ]] && exec sleep 1000';
    const id = await start({ onstart });
    await expect.poll(() => on(id, 'cat pid')).toMatch(/^\d+$/);
    const pid = Number(await on(id, 'cat pid'));
    expect(() => process.kill(pid, 0)).not.toThrow();
    await service.call('DELETE', `/api/v0/instances/${id}/`);
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });

  it('stop an instance that was rented for a run that never came, without anybody', async () => {
    const composed = composeOnstart('', { runHours: 2 / 3600, service: service.url });
    if ('problem' in composed) throw new Error(composed.problem.message);
    const id = await start({ onstart: composed.onstart });
    await expect.poll(() => service.control.instance(id).intended_status).toBe('stopped');
  });

  describe('of an instance that was rented for a run', () => {
    const { signal } = new AbortController();
    const variables = {};
    const rented = async () => {
      const composed = composeOnstart('', { runHours: 1, service: service.url });
      if ('problem' in composed) throw new Error(composed.problem.message);
      return start({ onstart: composed.onstart });
    };
    const begin = async (id: number, more: Pick<RunOrder, 'setup' | 'run' | 'resume' | 'limit'>) => {
      const folder = await mkdtemp(join(tmpdir(), 'gpu-rental-run-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const port = Number(service.control.instance(id).ports?.['22/tcp']?.[0]?.HostPort);
      const { identityFile } = ssh;
      const alias = 'gpu-1';
      const configFile = await writeSshEntry(folder, { alias, port, user: service.sshUser, identityFile });
      const remote = { program: 'ssh', alias, configFile, defaultConfigFile: '' };
      const end = { then: 'destroy', hasNoResults: false, base: service.url, instanceId: id } as const;
      const order = { id: 'unseen-00001', workdir: '~/work', variables, ...end, ...more };
      await startRun(remote, order, signal);
      await letRun(remote, order.id, signal);
      const folderOfRun = join(service.control.homeOf(id), '.gpu-rental/runs', order.id);
      return () => readFileSync(join(folderOfRun, 'state'), 'utf8');
    };

    it('leave a hung set-up to its machine, which ends at the limit, also if the service refuses once', async () => {
      const id = await rented();
      service.control.failNext({ method: 'PUT', path: `/instances/${id}/`, body: { success: false } });
      const state = await begin(id, { setup: 'sleep 1000', run: 'true', resume: '', limit: 3 });
      // Nobody looks at it.
      await on(id, "touch -d '-1 hour' .gpu-rental/runs/*/attended");
      await expect
        .poll(() => service.control.instance(id).intended_status, { interval: 200 })
        .toBe('stopped');
      // Its results are on its disk alone, so it isn't destroyed.
      expect(service.control.instanceIds()).toContain(id);
      expect(state()).toMatch(/^why=limit$/m);
    });

    it('go on with its run after a restart, with nobody there', async () => {
      const id = await rented();
      const run = { setup: '', run: 'sleep 1000', resume: 'pwd > again; sleep 1000', limit: 600 };
      const state = await begin(id, run);
      await expect.poll(state).toMatch(/^group=\d/m);
      await restart(id);
      await expect.poll(state, { interval: 200 }).toMatch(/^resumes=1$/m);
      await expect.poll(() => existsSync(join(service.control.homeOf(id), 'work/again'))).toBe(true);
    });
  });

  it('have the key that may stop their own instance and nothing else', async () => {
    const [first, second] = service.control.freeOffers();
    const [id, other] = [await rent(service, {}, first), await rent(service, {}, second)];
    await service.control.advance(60);
    const key = await on(id, 'printenv CONTAINER_API_KEY');
    const stop = (instance: number) =>
      fetch(`${service.url}/api/v0/instances/${instance}/`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key}` },
        body: '{"state":"stopped"}',
      }).then(({ status }) => status);
    expect([await stop(other), await stop(id)]).toEqual([403, 200]);
    expect(service.control.instance(id).intended_status).toBe('stopped');
    expect(service.control.instance(other).intended_status).toBe('running');
  });
});
