import { readFile, rm, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, sandbox, stage, story } from './support';
import type { Workbench } from './support/workbench';
import { offerRow } from './support/wizard';

describe('SSH keys', () => {
  story(
    'has a first key made and registered before a virtual machine is rented',
    { signedIn: true, settings: { 'gpuRental.ssh.identityFile': '' } },
    async (window) => {
      const keys = await accountKeys();
      const newKey = join(dirname(stage().sshConfigFile), 'id_ed25519_gpu_rental');
      await proposeVirtualMachine();
      try {
        for (const { id } of keys) await service('DELETE', `/api/v0/ssh/${id}/`);
        const before = await sandbox().instanceIds();
        await askToRent(window);
        await window.dialog.waitFor('A virtual machine needs an SSH key before it’s created.');
        await window.screenshots('vm-needs-key');
        await window.dialog.press('Register Key…');
        await createKey(window, newKey);

        // The rental goes on where it was.
        await window.dialog.waitFor('You can’t log in to this virtual machine from this computer.');
        expect((await accountKeys()).map(({ key }) => key)).toEqual([await publicHalf(newKey)]);
        await window.screenshots('vm-key-unused');
        await window.dialog.press('Use This Key');
        await window.dialog.waitFor('Rent ');
        await window.dialog.press('Rent for $');
        const added = async () => (await sandbox().instanceIds()).filter((id) => !before.includes(id));
        await expect.poll(added).toHaveLength(1);
        const [instanceId = 0] = await added();
        expect(await sandbox().launch(instanceId)).toMatchObject({ vm: true });
        await window.view('Instances').rows('a virtual machine').waitFor();
        await removeKey(window);
      } finally {
        for (const file of [newKey, `${newKey}.pub`]) await rm(file, { force: true });
        for (const { key } of keys) await sandbox().addUserSshKey(key);
      }
    },
  );
});

async function askToRent(window: Workbench): Promise<void> {
  await window.runCommand('GPU Rental: Rent Saved Launch…');
  await window.quickInput.pick('virtual machine');
  await window.quickInput.rows(offerRow).first().click();
  await window.quickInput.waitFor('Rent, or change a field');
  await window.quickInput.pick(/Rent for \$/);
}

/** With ssh-keygen's own questions: no passphrase. */
async function createKey(window: Workbench, file: string): Promise<void> {
  await window.quickInput.waitFor(/^Register SSH Key for /);
  await window.quickInput.rows('Create New Key…').waitFor();
  await window.screenshots('register-ssh-key');
  await window.quickInput.pick('Create New Key…');
  const question = await window.dialog.waitFor('Create a new SSH key?');
  expect(question).toContain(file);
  await window.screenshots('create-ssh-key');
  await window.dialog.press('Create Key');
  await window.terminal.waitFor('Enter passphrase');
  await window.terminal.run('');
  await window.terminal.waitFor('Enter same passphrase again');
  await window.terminal.run('');
}

async function removeKey(window: Workbench): Promise<void> {
  await window.runCommand('GPU Rental: Manage SSH Keys…');
  await window.quickInput.rows('gpu-rental').waitFor();
  await window.screenshots('ssh-keys');
  await window.quickInput.pick('gpu-rental');
  await window.quickInput.pick('Remove Key…');
  const question = await window.dialog.waitFor('Remove the SSH key gpu-rental (SHA256:');
  expect(question).toContain('Instances you rent from now on won’t accept it.');
  await window.screenshots('remove-ssh-key');
  await window.dialog.press('Remove Key');
  await window.notifications.told('The SSH key gpu-rental was removed');
  expect(await accountKeys()).toEqual([]);
}

async function proposeVirtualMachine(): Promise<void> {
  const folder = join(stage().workspace, '.vscode');
  await mkdir(folder, { recursive: true });
  const launch = {
    name: 'virtual machine',
    launch: { image: 'debian:12', disk: 20, runtype: 'ssh_direct', vm: true, label: 'a virtual machine' },
    offers: { filters: { vms_enabled: { eq: true }, rentable: { eq: true } } },
  };
  await writeFile(join(folder, 'gpu-rental.json'), JSON.stringify({ launches: [launch] }));
}

const publicHalf = async (file: string): Promise<string> =>
  (await readFile(`${file}.pub`, 'utf8')).split(' ').slice(0, 2).join(' ');

async function accountKeys(): Promise<{ id: number; key: string }[]> {
  return (await service('GET', '/api/v0/ssh/')) as { id: number; key: string }[];
}

async function service(method: string, path: string): Promise<unknown> {
  const { sandboxUrl, apiKey } = stage();
  const response = await fetch(sandboxUrl + path, { method, headers: { authorization: `Bearer ${apiKey}` } });
  // An empty list of keys is a refusal.
  return response.ok ? response.json() : [];
}
