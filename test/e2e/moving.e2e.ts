import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, rentElsewhere, sandbox, serviceWasTold, story } from './support';
import { offerRow } from './support/wizard';

describe('an instance whose disk is wanted elsewhere', () => {
  story(
    'moves to another machine, also after a break, and is destroyed by a question of its own',
    { signedIn: true, remoteSsh: true },
    async (window) => {
      const instances = window.view('Instances');
      const old = await rentElsewhere({ label: 'weights' });
      await sandbox().advance(300);
      await instances.rows(/weights.*running/).waitFor();
      const home = await sandbox().homeOf(old);
      await mkdir(join(home, 'data'));
      await writeFile(join(home, 'data/answer'), '42\n');
      await instances.chooseFromMenu('weights', 'Stop');
      await window.dialog.press('Stop');
      await serviceWasTold(old, 'stopped');
      await sandbox().advance(60);
      await instances.rows(/weights.*stopped/).waitFor();

      await instances.chooseFromMenu('weights', 'Rental', 'Move Instance to Another Machine');
      expect(await window.dialog.waitFor('Move weights')).toContain('2. The home folder and /workspace');
      await window.screenshots('move-confirm');
      await window.dialog.press('Search Offers');
      await window.quickInput.pick(offerRow);
      await window.quickInput.pick(/Rent for \$/);
      await window.dialog.press('Rent for $');
      const waiting = instances.rows(/weights.*(provisioning|created|pulling|loading)/);
      await waiting.waitFor();
      const ids = await sandbox().instanceIds();
      const fresh = ids.find((id) => id !== old) ?? 0;
      // Whoever closes VS Code or cancels while it comes up goes on later, and rents nothing again.
      await window.notifications.press(/Moving weights/, 'Cancel');
      const row = instances.rows(/^Move isn’t finished/);
      await instances.expand(/weights.*stopped/);
      await row.waitFor();
      await window.screenshots('move-unfinished');
      await row.click();
      await sandbox().advance(300);
      await window.dialog.waitFor('add one Include line');
      await window.dialog.press('Add Include Line');
      await window.notifications.told(/Moved \d+ files \([^)]*\) to weights-2 \(\d+\) and compared them\.$/m);
      await window.screenshots('move-finished');
      expect(await sandbox().instanceIds()).toEqual(ids);
      expect(await readFile(join(await sandbox().homeOf(fresh), 'data/answer'), 'utf8')).toBe('42\n');
      await window.notifications.press(/Moved \d+ files/, 'Destroy weights');
      await window.dialog.waitFor('Destroy weights');
      await window.dialog.press('Destroy');
      await expect.poll(() => sandbox().instanceIds()).toEqual([fresh]);
      await row.waitFor({ state: 'detached' });
    },
  );
});
