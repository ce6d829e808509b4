import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox';
import { run, say } from './commandLine';
import { removeFolder, temporaryFolder } from './paths';
import { quietWorkbench } from './settings';
import { ensureCopyPrograms, ensureSshd } from './sshd';

/** Everything around a window that is not the window: a service, a home, a key, the settings. */
export interface World {
  sandbox: Sandbox;
  /** The folder all others of this world lie in. */
  folder: string;
  home: string;
  /** The folder a window opens on. */
  workspace: string;
  /** The ssh config file that GPU Rental edits here instead of a person's own. */
  sshConfigFile: string;
  /** A private key whose public half the sandbox's account knows. */
  identityFile: string;
  /** The user's settings for a window in this world. */
  settings: Record<string, unknown>;
  /** What extensions and suites in an extension host are told, by environment variables. */
  environment: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Starts a sandbox and makes the folders, the key and the settings for a window that uses it. Nothing of it touches
 * the person's own home.
 */
export async function createWorld(options: SandboxOptions = {}): Promise<World> {
  const sshd = await ensureSshd();
  await ensureCopyPrograms();
  const folder = await temporaryFolder('world');
  const home = join(folder, 'home');
  const workspace = join(folder, 'project');
  const sshFolder = join(folder, 'ssh');
  for (const path of [home, workspace]) await mkdir(path);
  await mkdir(sshFolder, { mode: 0o700 });
  const sshConfigFile = join(sshFolder, 'config');
  const identityFile = join(sshFolder, 'id_ed25519');
  const sandbox = await createSandbox({ sshd, jupyter: true, ...options });
  if (sshd && !sandbox.control.hasJupyter())
    say('No Jupyter server here (Debian: jupyter-server): the port for Jupyter of an instance is closed.');
  if (sshd) {
    await run('ssh-keygen', [
      '-q',
      '-t',
      'ed25519',
      '-N',
      '',
      '-C',
      'gpu-rental sandbox',
      '-f',
      identityFile,
    ]);
    sandbox.control.addUserSshKey(await readFile(`${identityFile}.pub`, 'utf8'));
  }
  return {
    sandbox,
    folder,
    home,
    workspace,
    sshConfigFile,
    identityFile,
    settings: {
      ...quietWorkbench,
      'gpuRental.baseUrl': sandbox.url,
      'gpuRental.ssh.configFile': sshConfigFile,
      // Windows on the instances read the same file.
      'remote.SSH.configFile': sshConfigFile,
      ...(sshd && { 'gpuRental.ssh.identityFile': identityFile }),
      'gpuRental.ssh.user': sandbox.sshUser,
    },
    environment: {
      GPU_RENTAL_TEST_SANDBOX_URL: sandbox.url,
      GPU_RENTAL_TEST_API_KEY: sandbox.apiKey,
      GPU_RENTAL_TEST_SSH_CONFIG: sshConfigFile,
      GPU_RENTAL_TEST_IDENTITY: identityFile,
      GPU_RENTAL_TEST_HOME: home,
      GPU_RENTAL_TEST_WORKSPACE: workspace,
    },
    close: async () => {
      await sandbox.close();
      await removeFolder(folder);
    },
  };
}
