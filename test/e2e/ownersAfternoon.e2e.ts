import { describe, expect, sandbox, story } from './support';
import { signIn } from './support/twoFactorPerson';
import type { Workbench } from './support/workbench';

const ofRenter = ['misc', 'user_read', 'user_write', 'instance_read', 'instance_write', 'billing_read'];
const laptop = 'laptop 2027';

describe('an owner’s afternoon', () => {
  story('replaces an API key, sets a variable, and cancels maintenance', {}, async (window) => {
    const { id: accountId } = await sandbox().createAccount({});
    const permissions = [...ofRenter, 'machine_write'];
    const old = await sandbox().createKey({ accountId, permissions });
    const machineId = await sandbox().addHostedMachine(accountId, 2);
    await signIn(window, old.apiKey);
    await window.view('Instances').welcomeButton('Search Offers').waitFor();
    await replaceKey(window, old.id);
    await setVariable(window);

    await window.view('Account').chooseFromTitle('Cancel Machine Maintenance…');
    await window.quickInput.waitFor('ID of your machine');
    await window.quickInput.accept(String(machineId));
    await window.dialog.waitFor(`Cancel all scheduled maintenance of machine ${machineId}?`);
    await window.dialog.press('Remove Maintenance');
    await window.notifications.told(`Removed 2 maintenance windows from machine ${machineId}.`);
  });
});

/** A new one is created and put in use, and leads to the list where the old one is deleted. */
async function replaceKey(window: Workbench, oldId: number): Promise<void> {
  const { quickInput, dialog, notifications } = window;
  await window.runCommand('GPU Rental: Create API Key…');
  await quickInput.waitFor('Key name');
  await quickInput.accept(laptop);
  await quickInput.waitFor('Permissions');
  await quickInput.toggle('machine_write');
  await quickInput.accept();
  await dialog.waitFor('The key was created');
  // The service takes its time, which is said. The view asks it meanwhile too.
  await sandbox().failNext({ method: 'GET', path: '/instances/', delayMs: 1_500, count: 100 });
  await dialog.press('Use It Here');
  await notifications.told('Checking the key…');
  await sandbox().clearFailures();
  await notifications.press('The new key is in use', 'Manage API Keys…');
  await quickInput.rows(/laptop 2027, in use here/).waitFor();
  await quickInput.pick(`Unnamed key ${oldId}`);
  await quickInput.pick('Delete Key…');
  const question = await dialog.waitFor(`Delete the API key “Unnamed key ${oldId}`);
  expect(question).toContain('This key isn’t in use here.');
  await dialog.press('Delete Key');
  await notifications.told(`The API key “Unnamed key ${oldId}`);
  await window.view('Account').show();
  await window
    .view('Account')
    .rows(/API key\s*all permissions/)
    .waitFor();
}

/** What a person begins from the list isn't asked as if another extension had. */
async function setVariable(window: Workbench): Promise<void> {
  const { quickInput, dialog } = window;
  await window.runCommand('GPU Rental: Variables of the Account…');
  await quickInput.pick('Set Variable…');
  await quickInput.waitFor('Name, such as HF_TOKEN');
  await quickInput.accept('HF_TOKEN');
  await quickInput.waitFor('Value of HF_TOKEN');
  await quickInput.accept('made-up');
  expect(await dialog.waitFor('Set the variable HF_TOKEN?')).not.toContain('another extension');
  await dialog.press('Set');
  await window.notifications.saidInStatusBar('Variable HF_TOKEN set');
}
