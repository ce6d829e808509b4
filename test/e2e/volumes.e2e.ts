import { describe, expect, sandbox, story } from './support';
import { fillIn, openField, searchOffers } from './support/wizard';
import type { Workbench } from './support/workbench';

describe('a volume', () => {
  story('is made with a rental, left over, and deleted', { signedIn: true }, async (window) => {
    const instances = window.view('Instances');
    const volumes = window.view('Volumes');
    const sidebar = window.page.locator('.sidebar');
    expect(await volumes.rows().count()).toBe(0);
    await rentWithVolume(window);

    // Made: the view appears by itself, and the money is in sight.
    await volumes.rows(/\$[\d.]+\/month · on training · 50 GB/).waitFor();
    await sandbox().advance(300);
    await instances.rows(/training.*running/).waitFor();
    await window.notifications.told(/training .* is running/);
    await window.notifications.clear();
    await window.statusBarItem(/\$[\d.]+\/h/).waitFor();
    await volumes.expand('50 GB');
    await volumes.rows(/Attached to.*training/).waitFor();
    await volumes.rows(/Price.*\/month · \$/).waitFor();
    await window.screenshots('volume-made');

    // Left over: what a destroy does not end is said before and stays in sight.
    await instances.chooseFromMenu('training', 'Destroy');
    const question = await window.dialog.waitFor('Destroy training');
    expect(question).toMatch(/The volume “volume\.\d+” is kept and costs \$[\d.]+\/h \(\$[\d.]+\/month\)/);
    await window.screenshots('volume-destroy-confirm');
    // Enter leads to the files, and destroys nothing.
    await window.page.keyboard.press('Enter');
    await window.quickInput.waitFor(/^Copy Files of training .* First/);
    await window.screenshots('copy-files-first');
    await window.quickInput.cancel();
    await instances.chooseFromMenu('training', 'Destroy');
    await window.dialog.waitFor('Destroy training');
    await window.dialog.press('Destroy');
    await volumes.rows('not attached').waitFor();
    await sidebar.getByText('Your volumes are still billed').waitFor();
    await window.statusBarItem(/\$0\.\d+\/h/).waitFor();
    await sandbox().advance(3 * 86_400);
    await volumes.titleAction('Refresh Volumes');
    await volumes
      .spoken(/^Volume volume\.\d+, 50 gigabytes, [\d.]+ dollars per month, not attached/)
      .waitFor();
    await window.screenshots('volume-left-over');

    // Rented again: only its machine will do, and the form has it filled in.
    await volumes.inlineAction('not attached', 'Rent with Volume');
    await window.quickInput.waitFor(/^Search Offers$/);
    await window.quickInput.pick('search Search,');
    await window.quickInput.waitFor(/machine \d+/);
    await window.quickInput.rows('/h').first().click();
    await window.quickInput.rows(/Volume, \d+ at \/workspace/).waitFor();
    await window.screenshots('volume-rent-again');
    await window.quickInput.cancel();
    await window.notifications.clear();

    // Deleted: the price that ends is on the question, and with the last volume the view goes.
    await volumes.inlineAction('not attached', 'Delete Volume');
    expect(await window.dialog.waitFor('Delete the volume “volume.')).toMatch(
      /Billing of \$[\d.]+\/h \(\$[\d.]+\/month\) for it ends\./,
    );
    await window.screenshots('volume-delete-confirm');
    await window.dialog.press('Delete Volume');
    await sidebar.getByText('Nothing is being billed').waitFor();
    await expect.poll(() => volumes.rows().count()).toBe(0);
    expect(await sandbox().volumes()).toEqual([]);
    await window.statusBarItem(/\$[\d.]+\/h/).waitFor({ state: 'detached' });
    await window.screenshots('volume-deleted');
  });
});

async function rentWithVolume(window: Workbench): Promise<void> {
  await searchOffers(window);
  await window.quickInput.rows('/h').first().click();
  await fillIn(window, 'Label', 'training');
  await openField(window, 'Volume');
  await window.quickInput.pick('Create Volume on This Machine');
  await window.quickInput.waitFor('Size in GB');
  await window.quickInput.accept('50');
  await window.quickInput.waitFor('Mount path in the container');
  await window.quickInput.accept('/data');
  await window.quickInput.pick(/Rent for \$/);
  await window.dialog.waitFor('Includes $');
  await window.dialog.press('Rent for $');
}
