import { describe, expect, rentElsewhere, sandbox, story } from './support';
import type { Workbench } from './support/workbench';

describe('instances in sight', () => {
  story(
    'shows details, keeps the last data when a refresh fails, and stops many at once',
    { signedIn: true },
    async (window) => {
      await rentElsewhere({ label: 'training', disk: 40 });
      await rentElsewhere({ label: 'evaluation' });
      await sandbox().advance(300);
      const instances = window.view('Instances');
      await instances.rows(/training.*running/).waitFor();
      await instances.rows(/evaluation.*running/).waitFor();
      await instances.expand('training');
      await instances.rows(/Address.*gpu-\d+ → 127.0.0.1:\d+ \(direct\)/).waitFor();
      await instances.rows(/While stopped.*\/month/).waitFor();
      await window.screenshots('details');

      await instances.chooseFromMenu('training', 'Show Logs');
      await window.page.locator('.tab', { hasText: /gpu-\d+\.log/ }).waitFor();
      await window.screenshots('log');

      await sandbox().failNext({ count: 1_000, path: '/instances/', status: 500 });
      await instances.message.filter({ hasText: 'As of' }).waitFor();
      expect(await instances.rows(/training|evaluation/).count()).toBe(2);
      await window.screenshots('stale');
      await sandbox().clearFailures();
      await instances.message.waitFor({ state: 'hidden', timeout: 60_000 });

      await instances.rows('training').click();
      await instances.rows('evaluation').click({ modifiers: ['ControlOrMeta'] });
      await instances.chooseFromMenu('evaluation', 'Stop');
      await window.dialog.waitFor('Stop 2 instances?');
      await window.screenshots('stop-many-confirm');
      await window.dialog.press('Stop');
      await instances.rows(/training.*stopp/).waitFor();
      await instances.rows(/evaluation.*stopp/).waitFor();
    },
  );

  story('has a word and a sign for every state', { signedIn: true }, async (window) => {
    const rented = [];
    for (const label of ['first', 'second', 'third', 'fourth', 'fifth'])
      rented.push(await rentElsewhere({ label }));
    const [first = 0, second = 0, third = 0, fourth = 0] = rented;
    await sandbox().advance(300);
    await sandbox().setInstanceStatus(first, 'exited', 'CUDA error: no kernel image is available');
    await sandbox().setInstanceStatus(second, 'unknown');
    await sandbox().setInstanceStatus(third, 'offline');
    await sandbox().setInstanceStatus(fourth, 'rebooting');
    const instances = window.view('Instances');
    await instances.titleAction('Refresh Instances');
    await instances.rows(/first.*crashed/).waitFor();
    await instances.rows(/second.*no heartbeat/).waitFor();
    await instances.rows(/third.*host offline/).waitFor();
    await instances.rows(/fourth.*restarting/).waitFor();
    await instances.rows(/fifth.*running/).waitFor();
    await window.screenshots('states');
    // What is lost can still be stopped, which keeps its disk.
    await instances.chooseFromMenu('second', 'Stop');
    await window.dialog.waitFor('Stop ');
    await window.dialog.press('Stop');
    await instances.rows(/second.*stopp/).waitFor();
  });

  story('says that the service cannot be reached, and recovers by itself', {}, async (window) => {
    // An account of its own, of which no window knows a last list.
    const { apiKey } = await sandbox().createAccount({});
    await sandbox().failNext({ count: 1_000, path: '/instances/', reset: true });
    await signInByHand(window, apiKey);
    const instances = window.view('Instances');
    await instances.welcomeButton('Try Again').waitFor({ timeout: 60_000 });
    await window.screenshots('unreachable');
    await sandbox().clearFailures();
    await instances.welcomeButton('Search Offers').waitFor({ timeout: 60_000 });
  });

  story('says that the key is not accepted any more, and takes another one', {}, async (window) => {
    const { apiKey } = await sandbox().createKey({});
    await signInByHand(window, apiKey);
    const instances = window.view('Instances');
    await instances.welcomeButton('Search Offers').waitFor();
    await sandbox().deleteKey(apiKey);
    await instances.titleAction('Refresh Instances');
    await instances.welcomeButton('Sign In Again').waitFor();
    await window.screenshots('wrong-key');
    const { apiKey: another } = await sandbox().createKey({});
    await instances.welcomeButton('Sign In Again').click();
    await window.quickInput.waitFor('Sign In to GPU Rental');
    await window.quickInput.accept(another);
    await instances.welcomeButton('Search Offers').waitFor();
  });

  story(
    'offers the terminal where no extension for SSH windows is installed',
    { signedIn: true },
    async (window) => {
      await rentElsewhere({ label: 'training' });
      await sandbox().advance(300);
      const instances = window.view('Instances');
      await instances.rows(/training.*running/).waitFor();
      await instances.inlineAction('training', 'Connect');
      await window.dialog.waitFor('Let GPU Rental add one Include line');
      await window.dialog.press('Add Include Line');
      await window.notifications.toast('no extension for SSH windows is installed').waitFor();
      await window.screenshots('no-ssh-extension');
      await window.notifications.press('no extension for SSH windows is installed', 'Open in Terminal');
      await window.terminal.waitForPrompt();
    },
  );
});

async function signInByHand(window: Workbench, apiKey: string): Promise<void> {
  await window.openSidebar();
  await window.view('Instances').welcomeButton('Sign In').click();
  await window.quickInput.waitFor('Sign In to GPU Rental');
  await window.quickInput.accept(apiKey);
}
