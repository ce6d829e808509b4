import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createKey } from '../../../../src/connect/keys/createKey';
import type { SshSetup } from '../../../../src/connect/entries/sshSetup';
import { makeKey } from '../../ssh/support/realSshd';
import { temporaryFolder } from '../../ssh/support/temporary';

const set = vi.hoisted(() => vi.fn());
const started = vi.hoisted(() => ({ programs: [] as string[] }));

vi.mock('vscode', async () => {
  const { fakeVscode } = await import('../../support/fakeVscode');
  const closed = new fakeVscode.EventEmitter<unknown>();
  /** ssh-keygen's terminal, with a person who wants no passphrase. */
  const createTerminal = ({ shellPath, shellArgs }: { shellPath: string; shellArgs: string[] }) => {
    started.programs.push(shellPath);
    const terminal = {
      show: () => {
        execFileSync('ssh-keygen', [...shellArgs, '-q', '-N', '']);
        setImmediate(() => closed.fire(terminal));
      },
    };
    return terminal;
  };
  return {
    ...fakeVscode,
    ConfigurationTarget: { Global: 1 },
    Uri: { file: (file: string) => file },
    window: { ...fakeVscode.window, createTerminal, onDidCloseTerminal: closed.event },
    workspace: { getConfiguration: () => ({ update: set }) },
  };
});

beforeEach(() => {
  set.mockReset();
  started.programs = [];
});

/** Someone with an empty `.ssh` and no agent, who agrees to a new key. */
async function person(setting?: string) {
  const home = await temporaryFolder();
  const folder = join(home, '.ssh');
  await mkdir(folder);
  vi.stubEnv('HOME', home);
  vi.stubEnv('SSH_AUTH_SOCK', '');
  const configFile = join(home, 'own', 'config');
  await mkdir(join(home, 'own'));
  await writeFile(configFile, 'IdentityFile ~/.ssh/id_ed25519\n');
  const defaultConfigFile = join(folder, 'config');
  const details: string[] = [];
  const sync = vi.fn(() => Promise.resolve());
  const create = (config = defaultConfigFile, program = 'ssh') =>
    createKey(
      {
        sshSetup: () =>
          ({ configFile: config, defaultConfigFile, program, identityFile: setting }) as SshSetup,
        dialogs: {
          confirm: ({ detail = '' }: { detail?: string }) => Promise.resolve(details.push(detail) > 0),
        },
        sshEntries: { sync },
      } as never,
      'Create one?',
    );
  return { folder, configFile, details, sync, create };
}

const aside = 'ssh doesn’t offer it to instances until you set gpuRental.ssh.identityFile to it.';

describe('a new key', () => {
  it('has the name that ssh offers by itself where that is free', async () => {
    const { folder, details, create } = await person();
    expect(await create()).toBe(join(folder, 'id_ed25519'));
    expect(details).toEqual([expect.not.stringContaining(aside)]);
    expect(set).not.toHaveBeenCalled();
  });

  it('leaves running instances the key that they know, and says how it is used itself', async () => {
    const { folder, details, sync, create } = await person();
    makeKey(folder, 'id_ed25519');
    expect(await create()).toBe(join(folder, 'id_ed25519_gpu_rental'));
    expect(details).toEqual([expect.stringContaining(aside)]);
    expect(set).not.toHaveBeenCalled();
    expect(sync).not.toHaveBeenCalled();
  });

  it('is made by the ssh-keygen beside the ssh in use, else by that of the PATH', async () => {
    const { folder, create } = await person();
    const ssh = join(folder, 'ssh');
    await create(undefined, ssh);
    const name = process.platform === 'win32' ? 'ssh-keygen.exe' : 'ssh-keygen';
    await writeFile(join(folder, name), '');
    await create(undefined, ssh);
    await create();
    expect(started.programs).toEqual(['ssh-keygen', join(folder, name), 'ssh-keygen']);
  });

  it('does not replace keys that ssh cannot tell of', async () => {
    const { configFile, create } = await person();
    await writeFile(configFile, 'NoSuchOption\n');
    await create(configFile);
    expect(set).not.toHaveBeenCalled();
  });

  it('does not replace the key that the setting names', async () => {
    const { details, create } = await person('/keys/other');
    await create();
    expect(details).toEqual([expect.stringContaining(aside)]);
    expect(set).not.toHaveBeenCalled();
  });

  it('is set as the key for instances where ssh has none, and would not find it', async () => {
    const { configFile, details, sync, create } = await person();
    const file = await create(configFile);
    expect(details).toEqual([expect.not.stringContaining(aside)]);
    expect(set).toHaveBeenCalledWith('ssh.identityFile', file, 1);
    expect(sync).toHaveBeenCalledOnce();
  });
});
