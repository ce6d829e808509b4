import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { logIn } from '../../../src/connect/loginCheck';
import { LoginAgreements, type PrepareServices } from '../../../src/connect/prepareServices';
import { silent } from '../../../src/log/log';
import { SshConfig } from '../../../src/ssh/config/userConfig';
import { nodeFileSystem } from '../../../src/ssh/files/fileSystem';
import { parsePublicKey } from '../../../src/ssh/keys/publicKey';
import { makeKey, type RealSshd, sshdProgram, startSshd } from '../ssh/support/realSshd';
import { temporaryFolder } from '../ssh/support/temporary';

vi.mock('vscode', async () => (await import('../support/fakeVscode')).fakeVscode);

const fingerprintOf = ({ hostKey }: RealSshd): string => parsePublicKey(hostKey)!.fingerprint;

/** A person who has logged in to a machine, which has got another host key since. */
async function person(answer: (question: number) => boolean | Promise<boolean>) {
  const home = await temporaryFolder();
  // One key of the person for all: only the machine's own differs.
  const identityFile = makeKey(home, 'own');
  const trusts = `${identityFile}.pub`;
  const first = await startSshd({ trusts });
  const configFile = path.join(home, '.ssh', 'config');
  const defaultConfigFile = '/nowhere/.ssh/config';
  const { user, port } = first;
  const options = { fs: nodeFileSystem, configFile, defaultConfigFile, home, passwordHome: '/nowhere' };
  const config = new SshConfig(options);
  await config.writeEntries([{ instanceId: 7, host: '127.0.0.1', port, user, identityFile }]);
  await config.ensureInclude();
  const details: string[] = [];
  const services = {
    dialogs: {
      confirm: ({ detail = '' }: { detail?: string }) => Promise.resolve(answer(details.push(detail))),
    },
    log: silent,
    loginAgreements: new LoginAgreements(),
    sshSetup: () => ({ config, configFile, defaultConfigFile, program: 'ssh' }),
  } as unknown as PrepareServices;
  const go = () =>
    logIn(services, 7, 'gpu-7', {
      ...{ confirmed: false, interactive: true },
      signal: new AbortController().signal,
      report: () => undefined,
    });
  const another = async (now: RealSshd) => {
    await now.stop();
    return startSshd({ port, trusts });
  };
  const trusted = async () => (await readFile(config.paths.knownHosts, 'utf8')).trim();
  expect(await go()).toBeDefined();
  return { first, another, details, trusted, go };
}

describe.runIf(sshdProgram)('a machine with another host key than before', () => {
  it('is trusted with the key that the person saw, and with no other', async () => {
    let next: RealSshd | undefined;
    const { first, another, details, trusted, go } = await person(async (question) => {
      // While the person reads the first question, the machine gets yet another key.
      if (question === 1) next = await another(next!);
      return question < 3;
    });
    next = await another(first);
    const seen = fingerprintOf(next);
    expect(await go()).toBeDefined();
    expect(details).toEqual([expect.stringContaining(seen), expect.stringContaining(fingerprintOf(next))]);
    expect(await trusted()).toBe(`gpu-7 ${next.hostKey}`);
  });

  it('is left with the key that it had when the person does not trust the new one', async () => {
    const { first, another, trusted, go } = await person(() => false);
    await another(first);
    expect(await go()).toBeUndefined();
    expect(await trusted()).toBe(`gpu-7 ${first.hostKey}`);
  });
});
