import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TOTP, URI } from 'otpauth';
import { expect, stage } from '../support';
import { TwoFactorPanel } from '../support/twoFactorPanel';
import {
  codeOf,
  expectAccessible,
  expectNoSecrets,
  lastCode,
  signInAsSomeoneNew,
  signOut,
} from '../support/twoFactorPerson';
import type { Workbench } from '../support/workbench';

const manage = 'GPU Rental: Manage Two-Factor Authentication';

/** Someone new turns it on, and adds a phone. */
export async function setUp(window: Workbench): Promise<void> {
  const person = await signInAsSomeoneNew(window);
  const { keyboard } = window.page;
  await window.runCommand(manage);
  const panel = new TwoFactorPanel(window.page);
  await panel.waitFor('Status');
  await panel.tabTo('Set Up Two-Factor Authentication');
  await keyboard.press('Enter');
  await panel.waitFor('Step 1 of 3');
  await panel.tabTo('Send Code');
  await keyboard.press('Enter');
  await panel.tabTo('Code');
  await keyboard.type('000001');
  await keyboard.press('Enter');
  await panel.problem.getByText('This code is incorrect').waitFor();
  await expectAccessible(window, panel, 'two-factor-verify');
  await panel.tabTo('Code');
  await keyboard.type(await lastCode(person.id));
  await keyboard.press('Enter');

  await panel.waitFor('Step 2 of 3');
  await panel.tabTo('Use an App');
  await keyboard.press('Space');
  await panel.waitFor('Step 3 of 3');
  const app = appOf(await panel.scan());
  await expectAccessible(window, panel, 'two-factor-app', { pictured: true });
  await panel.tabTo('Code');
  await keyboard.type(await codeOf(app));
  await panel.tabTo('Label (optional)');
  await keyboard.type('My phone');
  await keyboard.press('Enter');

  await panel.waitFor('Your backup codes');
  const backupCodes = await panel.codes();
  expect(backupCodes).toHaveLength(10);
  await expectAccessible(window, panel, 'two-factor-codes', { pictured: true });
  await panel.tabTo('Copy');
  await keyboard.press('Enter');
  await expect.poll(() => window.clipboard()).toBe(backupCodes.join('\n'));
  await closeAndComeBack(window, panel);
  await expectAccessible(window, panel, 'two-factor-codes-again');
  await saveToFile(window, panel, backupCodes);
  await panel.tabTo('I’ve stored them');
  await keyboard.press('Space');
  await panel.tabTo('Done');
  await keyboard.press('Enter');

  await panel.waitFor('My phone');
  await panel.tabTo('Add a Method');
  await keyboard.press('Enter');
  await panel.waitFor('Step 2 of 3');
  await expectAccessible(window, panel, 'two-factor-choose');
  await panel.tabTo('Use a Phone Number');
  await keyboard.press('Enter');
  await panel.tabTo('Phone number');
  await keyboard.type('+49 07700 900123');
  await keyboard.press('Enter');
  await panel.problem.getByText('Leave out the 0 after +49.').waitFor();
  // What was refused is selected, so that the next key replaces it.
  await keyboard.type('+49 7700 900123');
  expect(await panel.field('Phone number').inputValue()).toBe('+49 7700 900123');
  await panel.body.getByLabel('Country').selectOption('GB');
  await expect.poll(() => panel.field('Phone number').inputValue()).toBe('+44 7700 900123');
  await expectAccessible(window, panel, 'two-factor-phone', { pictured: true });
  await panel.tabTo('Send Code');
  await keyboard.press('Enter');
  await panel.tabTo('Code');
  await panel.body.getByText('Code sent: +44 7700 900123.').waitFor();
  await expectAccessible(window, panel, 'two-factor-phone-sent', { pictured: true });
  await keyboard.type(await lastCode(person.id));
  await keyboard.press('Enter');
  await panel.waitFor(/^Phone/);
  await expectAccessible(window, panel, 'two-factor-on', { pictured: true });
  await expectNoSecrets(window, person.id, [person.apiKey, app.secret.base32, ...backupCodes]);
  await signOut(window);
}

/** Codes that nobody has stored are offered again when their panel was closed. */
async function closeAndComeBack(window: Workbench, panel: TwoFactorPanel): Promise<void> {
  await window.runCommand('View: Close Editor');
  await window.notifications.press('You haven’t confirmed that the new backup codes', 'Show Codes');
  await panel.body.getByText('You closed this before confirming that the codes are stored').waitFor();
}

async function saveToFile(window: Workbench, panel: TwoFactorPanel, codes: readonly string[]): Promise<void> {
  const file = join(stage().home, 'gpu-rental-backup-codes.txt');
  await panel.tabTo('Save to a File…');
  await window.page.keyboard.press('Enter');
  await window.quickInput.waitFor('Save Backup Codes');
  await window.quickInput.acceptProposed(file);
  await panel.body.getByText('Saved.').waitFor();
  expect(await readFile(file, 'utf8')).toContain(codes.join('\n'));
  expect((await stat(file)).mode & 0o077).toBe(0);
  await rm(file);
}

/** The app into which the picture was scanned. */
function appOf(uri: string): TOTP {
  const app = URI.parse(uri);
  if (!(app instanceof TOTP)) throw new Error('The picture is for another kind of app.');
  return app;
}
