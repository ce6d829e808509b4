import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onstartLimit } from '../../../../src/domain/launch/launchRequest';
import { composeOnstart, type OnstartAdditions } from '../../../../src/domain/launch/onstart';
import { createSandbox, type Sandbox } from '../../../sandbox';
import { TestAccount } from '../../api/support/account';
import { endProcesses } from '../../support/endProcesses';
import { writeProgram } from '../../support/program';

let sandbox: Sandbox;
let account: TestAccount;
let bin: string;
beforeAll(async () => {
  sandbox = await createSandbox({ sshd: false });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  account = new TestAccount(sandbox);
  bin = await mkdtemp(join(tmpdir(), 'gpu-rental-own-stop-'));
  // The script itself isn't changed: only time passes faster.
  await program('sleep', `echo "$1" >> ${bin}/slept; exec /bin/sleep 0.05`);
});
afterEach(async () => {
  await expect.poll(() => endProcesses(`HOME=${bin}`)).toBe(0);
  sandbox.control.clearFailures();
  await rm(bin, { recursive: true, force: true, maxRetries: 5 });
});

async function program(name: string, script: string): Promise<void> {
  writeProgram(join(bin, name), `#!/bin/sh\n${script}\n`);
}

/** Rents as a program would, and keeps the key that the service puts into the container. */
async function rent(): Promise<{ id: number; key: string }> {
  const offer = await account.freeOffer();
  const { apiKey } = sandbox.control.createKey({ accountId: account.id });
  const response = await fetch(`${sandbox.url}/api/v0/asks/${offer}/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ image: 'ubuntu:22.04', runtype: 'ssh_direct' }),
  });
  const created = (await response.json()) as { new_contract: number; instance_api_key: string };
  await sandbox.control.advance(600);
  return { id: created.new_contract, key: created.instance_api_key };
}

/** Runs the startup commands as the container does, with what the service puts into its environment. */
function start(script: string, additions: OnstartAdditions, env: Record<string, string>): Promise<string> {
  const composed = composeOnstart(script, { ...additions, service: sandbox.url });
  if ('problem' in composed) throw new Error(composed.problem.message);
  const shell = spawn('sh', ['-c', composed.onstart], {
    env: { PATH: `${bin}:${process.env.PATH ?? ''}`, HOME: bin, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve) => {
    let text = '';
    shell.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    shell.on('exit', () => resolve(text));
  });
}

const intended = async (id: number) => (await account.client.instances.get(id)).intended_status;
const slept = async (): Promise<string[]> =>
  (await readFile(join(bin, 'slept'), 'utf8').catch(() => '')).trim().split('\n');

describe('the lines with which an instance stops itself', () => {
  it('stop it with its own key after the hours, while its own script goes on', async () => {
    const { id, key } = await rent();
    const said = await start(
      'echo ready',
      { stopAfterHours: 3 },
      { CONTAINER_API_KEY: key, CONTAINER_ID: String(id) },
    );
    expect(said).toBe('ready\n');
    await expect.poll(() => intended(id)).toBe('stopped');
    expect((await slept())[0]).toBe('10800');
  });

  it('send it again each minute until the service has done it', async () => {
    const { id, key } = await rent();
    sandbox.control.failNext({ count: 2, method: 'PUT', path: `/instances/${id}/`, status: 500 });
    sandbox.control.failNext({
      count: 1,
      method: 'PUT',
      path: `/instances/${id}/`,
      body: { success: false },
    });
    await start('', { stopAfterHours: 1 }, { CONTAINER_API_KEY: key, VAST_CONTAINERLABEL: `C.${id}` });
    await expect.poll(() => intended(id)).toBe('stopped');
    expect(await slept()).toEqual(['3600', '60', '60', '60']);
  });

  it('stop it when its GPU was idle for the minutes, counted anew after work', async () => {
    const { id, key } = await rent();
    // Two GPUs; the second one works at the third look.
    await program(
      'nvidia-smi',
      `echo look >> ${bin}/looks; echo 0; if [ "$(grep -c look ${bin}/looks)" = 3 ]; then echo 97; else echo 1; fi`,
    );
    await start('', { stopWhenIdleMinutes: 5 }, { CONTAINER_API_KEY: key, CONTAINER_ID: String(id) });
    await expect.poll(() => intended(id)).toBe('stopped');
    const looks = (await readFile(join(bin, 'looks'), 'utf8')).trim().split('\n');
    expect(looks.length).toBeGreaterThanOrEqual(8);
  });

  it.each([
    'echo "[N/A]"',
    // One of several GPUs, before and after the others.
    'echo "[N/A]"; echo 3',
    'echo 3; echo "[Not Supported]"',
    'echo 0; echo',
    'echo 0; echo "Unable to determine the device handle for GPU1"; exit 15',
    'exit 9',
  ])('never stop it where a load is not told: %s', async (told) => {
    const { id, key } = await rent();
    await program('nvidia-smi', told);
    await start('', { stopWhenIdleMinutes: 2 }, { CONTAINER_API_KEY: key, CONTAINER_ID: String(id) });
    await expect.poll(async () => (await slept()).length).toBeGreaterThan(6);
    expect(await intended(id)).toBe('running');
  });

  it('do not stop it when its GPU works again while the service refuses', async () => {
    const { id, key } = await rent();
    await program(
      'nvidia-smi',
      `echo look >> ${bin}/looks; [ "$(grep -c look ${bin}/looks)" -lt 6 ] && echo 0 || echo 80`,
    );
    sandbox.control.failNext({ count: 2, method: 'PUT', path: `/instances/${id}/`, status: 500 });
    await start('', { stopWhenIdleMinutes: 4 }, { CONTAINER_API_KEY: key, CONTAINER_ID: String(id) });
    await expect.poll(async () => (await slept()).length).toBeGreaterThan(12);
    expect(await intended(id)).toBe('running');
  });

  describe('of an instance that was rented for a run', () => {
    const stateOf = async (run: string, phase: string, then = 'stop', began = true): Promise<void> => {
      const folder = join(bin, '.gpu-rental/runs', run);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'state'), `phase=${phase}\n`);
      await writeFile(join(folder, 'then'), then);
      if (began) await writeFile(join(folder, 'go'), '');
    };
    const begin = async () => {
      const { id, key } = await rent();
      await start('', { runHours: 4 }, { CONTAINER_API_KEY: key, CONTAINER_ID: String(id) });
      return id;
    };

    it('stop it where no run has come, as when the laptop was closed', async () => {
      const id = await begin();
      await expect.poll(() => intended(id)).toBe('stopped');
      expect((await slept())[0]).toBe('14400');
    });

    it('wait for as long as a run goes on, and stop it then', async () => {
      await stateOf('one', 'running');
      await writeFile(join(bin, '.gpu-rental/alive'), '');
      const id = await begin();
      await expect.poll(async () => (await slept()).length).toBeGreaterThan(5);
      expect(await intended(id)).toBe('running');
      await utimes(join(bin, '.gpu-rental/alive'), 1, 1);
      await expect.poll(() => intended(id)).toBe('stopped');
    });

    it('leave it to a run that keeps it', async () => {
      await stateOf('one', 'running', 'keep');
      const id = await begin();
      await expect.poll(slept).toEqual(['14400']);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await intended(id)).toBe('running');
    });

    it('stop it where its run was taken back', async () => {
      const id = await begin();
      await stateOf('one', 'ended', 'keep', false);
      await expect.poll(() => intended(id)).toBe('stopped');
    });

    it('don’t limit a later start, once its runs have ended, and go on with those that haven’t', async () => {
      await stateOf('one', 'ended');
      await writeFile(join(bin, '.gpu-rental/hook'), `echo hooked >> ${bin}/hooked`);
      const id = await begin();
      await expect.poll(() => readFile(join(bin, 'hooked'), 'utf8').catch(() => '')).toBe('hooked\n');
      await stateOf('two', 'running');
      await begin();
      await expect.poll(slept).toContain('14400');
      expect((await slept()).filter((one) => one === '14400')).toHaveLength(1);
      expect(await intended(id)).toBe('running');
    });
  });

  it('can stop no other instance', async () => {
    const [own, other] = [await rent(), await rent()];
    await start('', { stopAfterHours: 1 }, { CONTAINER_API_KEY: own.key, CONTAINER_ID: String(other.id) });
    await expect.poll(async () => (await slept()).length).toBeGreaterThan(3);
    expect(await intended(other.id)).toBe('running');
  });

  it('leave room for a script, and keep a hostile address inside its quotes', () => {
    const both = { stopAfterHours: 3, stopWhenIdleMinutes: 30 };
    const composed = composeOnstart('', { ...both, service: 'https://a"$(reboot)`x`.example/' });
    if ('problem' in composed) throw new Error(composed.problem.message);
    expect(composed.onstart.length).toBeLessThan(onstartLimit / 3);
    expect(composed.onstart).not.toMatch(/"\$\(reboot|`/);
  });
});
