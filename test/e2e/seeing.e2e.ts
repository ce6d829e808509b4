import {
  describe,
  expect,
  rentElsewhere,
  sandbox,
  serviceWasTold,
  storiesInOneWindow,
  story,
} from './support';
import { showTooltip } from './support/tooltip';
import type { Workbench } from './support/workbench';

describe('instances in sight', () => {
  const seen = storiesInOneWindow({ signedIn: true, settings: { 'workbench.hover.delay': 100 } });

  seen('shows details, keeps the last data when a refresh fails, and stops many at once', async (window) => {
    await rentElsewhere({ label: 'training', disk: 40 });
    await rentElsewhere({ label: 'evaluation' });
    await sandbox().advance(300);
    const instances = window.view('Instances');
    await instances.rows(/training.*running/).waitFor();
    await instances.rows(/evaluation.*running/).waitFor();
    await instances.expand('training');
    await instances.rows(/Address.*gpu-\d+ → 127.0.0.1:\d+ \(direct\)/).waitFor();
    await instances.rows(/While stopped.*\/month/).waitFor();
    await instances.rows(/Uptime.*min, since/).waitFor();
    await instances.rows(/Cost so far.*about \$/).waitFor();
    await instances.rows(/GPU load.*%.*°C/).waitFor();
    await instances.rows(/Rental ends.*\d+ d.* left, until/).waitFor();
    await window.screenshots('details');
    await instances.inlineAction('Image', 'Copy Value');
    await expect.poll(() => window.clipboard()).toBe('debian:12');

    await instances.chooseFromMenu('training', 'Show Instance Logs');
    await window.page.locator('.tab', { hasText: /gpu-\d+\.log/ }).waitFor();
    await window.screenshots('log');

    await sandbox().failNext({ count: 1_000, path: '/instances/', status: 500 });
    await instances.message.filter({ hasText: 'Last updated' }).waitFor();
    expect(await instances.rows(/training|evaluation/).count()).toBe(2);
    await window.screenshots('stale');
    await sandbox().clearFailures();
    await instances.message.waitFor({ state: 'hidden' });

    await instances.rows('training').click();
    await instances.rows('evaluation').click({ modifiers: ['ControlOrMeta'] });
    await instances.chooseFromMenu('evaluation', 'Stop');
    await window.dialog.waitFor('Stop 2 instances?');
    await window.screenshots('stop-many-confirm');
    await window.dialog.press('Stop');
    await instances.rows(/training.*stopp/).waitFor();
    await instances.rows(/evaluation.*stopp/).waitFor();
  });

  seen('has a word and a sign for every state', async (window) => {
    const rented = [];
    for (const label of ['first', 'second', 'third', 'fourth', 'fifth'])
      rented.push(await rentElsewhere({ label }));
    const [first = 0, second = 0, third = 0, fourth = 0] = rented;
    await sandbox().advance(300);
    const instances = window.view('Instances');
    for (const label of ['first', 'second', 'third'])
      await instances.rows(new RegExp(`${label}.*running`)).waitFor();
    await sandbox().setInstanceStatus(first, 'exited', 'CUDA error: no kernel image is available');
    await sandbox().setInstanceStatus(second, 'unknown');
    await sandbox().setInstanceStatus(third, 'offline');
    await sandbox().setInstanceStatus(fourth, 'rebooting');
    await instances.titleAction('Refresh Instances');
    await instances.rows(/first.*crashed/).waitFor();
    await instances.rows(/second.*no heartbeat/).waitFor();
    await instances.rows(/third.*host offline/).waitFor();
    await instances.rows(/fourth.*restarting/).waitFor();
    await instances.rows(/fifth.*running/).waitFor();
    for (const label of ['first', 'second', 'third'])
      await window.notifications.told(new RegExp(`${label} \\(`));
    await window.notifications.clear();
    await window.screenshots('states');
    await stopFromTheStatusBar(window);
    // What is lost can still be stopped, which keeps its disk.
    await instances.chooseFromMenu('second', 'Stop');
    await window.dialog.waitFor('Stop ');
    await window.dialog.press('Stop');
    await instances.rows(/second.*stopp/).waitFor();
    await serviceWasTold(second, 'stopped');
    await sandbox().advance(60);
    await instances.rows(/second.*stopped/).waitFor();
    // Of several, what can be done with some of them.
    const select = async (): Promise<void> => {
      await instances.rows('second').click();
      await instances.rows('fifth').click({ modifiers: ['ControlOrMeta'] });
    };
    const menu = async (): Promise<string[]> => {
      await window.page.keyboard.press('Escape');
      // The tooltip of the row under the mouse would lie over the next ones.
      await window.page.mouse.move(200, 8);
      await select();
      return instances.openMenu('fifth');
    };
    const all = [
      'Start Instance',
      'Stop Instance',
      'Schedule Instance Stop…',
      'Restart',
      'Destroy Instance…',
    ];
    await expect.poll(menu).toEqual(all);
    await instances.closeMenu();
    await instances.chooseFromMenu('fifth', 'Stop');
    expect(await window.dialog.waitFor('Stop fifth')).toMatch(/second \(\d+\) isn’t changed/);
    await window.dialog.cancel();
    await instances.chooseFromMenu('fifth', 'Destroy');
    await window.dialog.waitFor('Destroy 2 instances');
    // The row says so until the service has answered.
    await sandbox().failNext({ method: 'DELETE', path: '/instances/', delayMs: 120_000, count: 2 });
    await window.dialog.press('Destroy');
    await instances.rows(/second.*destroying/).waitFor();
    await sandbox().clearFailures();
    await instances.rows('second').waitFor({ state: 'detached' });
  });

  seen('waits for a GPU that someone else has, and runs once it is free', async (window) => {
    const [offerId = 0] = await sandbox().freeOffers();
    const id = await rentElsewhere({ label: 'patient' });
    await sandbox().advance(300);
    const instances = window.view('Instances');
    const stop = async (): Promise<void> => {
      await instances.chooseFromMenu('patient', 'Stop Instance');
      await window.dialog.waitFor('Stop ');
      await window.dialog.press('Stop');
      await serviceWasTold(id, 'stopped');
      await sandbox().advance(60);
      await instances.rows(/patient.*stopped/).waitFor();
    };
    const start = async (): Promise<void> => {
      await instances.inlineAction('patient', 'Start');
      expect(await window.dialog.waitFor('Start ')).toContain(
        'If the GPU is taken, the instance waits for it',
      );
      await window.dialog.press('Start');
      await window.notifications.told('is waiting for its GPU, which someone else is using');
      await instances.rows(/patient.*waiting for its GPU/).waitFor();
    };
    await instances.rows(/patient.*running/).waitFor();
    await stop();
    expect(await sandbox().takeOffer(offerId)).toBe(true);
    await start();
    await window.screenshots('queued-start');
    await window.notifications.press('is waiting for its GPU', 'Search the Same GPU');
    await window.quickInput.waitForFocus();
    await window.quickInput.cancel();
    await stop();
    await start();
    await sandbox().releaseOffer(offerId);
    await sandbox().advance(60);
    await window.notifications.told(/patient.*is running/);
    await instances.rows(/patient.*running/).waitFor();
  });

  seen('offers the terminal where no extension for SSH windows is installed', async (window) => {
    await rentElsewhere({ label: 'training' });
    await sandbox().advance(300);
    const instances = window.view('Instances');
    await instances.rows(/training.*running/).waitFor();
    await instances.inlineAction('training', 'Connect');
    await window.notifications.told('no extension for SSH windows is installed');
    await window.screenshots('no-ssh-extension');
    await window.notifications.press(
      'no extension for SSH windows is installed',
      'Install Open Remote - SSH',
    );
    await window.notifications.told('Open Remote - SSH can’t be installed here');
    await window.screenshots('ssh-extension-refused');
    await window.notifications.press('can’t be installed here', 'Open in Terminal');
    await window.dialog.waitFor('Let GPU Rental add one Include line');
    await window.dialog.press('Add Include Line');
    await window.terminal.waitForPrompt();
  });

  story('says that the service cannot be reached or refuses the key, and recovers', {}, async (window) => {
    // An account of its own, of which no window knows a last list.
    const { apiKey } = await sandbox().createAccount({});
    await sandbox().failNext({ count: 1_000, path: '/instances/', reset: true });
    await window.openSidebar();
    const instances = window.view('Instances');
    await instances.welcomeButton('Sign In').click();
    await window.quickInput.waitFor('Sign In to GPU Rental');
    await window.quickInput.accept(apiKey);
    await instances.welcomeButton('Try Again').waitFor();
    await window.screenshots('unreachable');
    await sandbox().clearFailures();
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
});

/** What each instance costs is in the tooltip, and a link there asks as the command does. */
async function stopFromTheStatusBar(window: Workbench): Promise<void> {
  const item = window.statusBarItem(/\d running · up to \$[\d.]+\/h/);
  await item.waitFor();
  await window.page.locator('.activitybar .badge-content', { hasText: /^5$/ }).waitFor();
  await window.screenshots('status-bar-costs', item);
  const tooltip = await showTooltip(item, 'Since rented');
  await tooltip.getByRole('link', { name: 'Show Spending' }).waitFor();
  await tooltip
    .getByRole('row', { name: /fifth · running/ })
    .getByRole('link')
    .click();
  await window.dialog.waitFor('Stop fifth');
  await window.dialog.cancel();
}
