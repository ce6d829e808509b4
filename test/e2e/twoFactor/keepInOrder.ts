import { TOTP } from 'otpauth';
import { expect, sandbox } from '../support';
import { TwoFactorPanel } from '../support/twoFactorPanel';
import {
  expectAccessible,
  expectNoSecrets,
  lastCode,
  letClocksAgree,
  nextCodeOf,
  signIn,
  signOut,
} from '../support/twoFactorPerson';
import type { Workbench } from '../support/workbench';

const typedPassword = 'typed-by-hand-7Qm2xV9k';

/** Someone who has two methods changes their names, codes and keys, and adds an account. */
export async function keepInOrder(window: Workbench): Promise<void> {
  const person = await sandbox().createAccount({});
  const { totpSecret, backupCodes } = await sandbox().addMethods(person.id, {
    totp: true,
    sms: '+447700900789',
  });
  const { keyboard } = window.page;
  const app = new TOTP({ secret: totpSecret ?? '' });
  await letClocksAgree();
  await signIn(window, person.apiKey);
  await window.view('Instances').welcomeButton('Search Offers').waitFor();
  await logInByEmail(window, person.id);

  await window.runCommand('GPU Rental: Manage Two-Factor Authentication');
  const panel = new TwoFactorPanel(window.page);
  await panel.waitFor('Status');
  expect(await panel.workByKey('Refresh')).toBe('Refresh');
  await panel.tabTo('Rename: Authenticator app');
  await keyboard.press('Enter');
  await expect.poll(() => panel.focused()).toBe('Label');
  await panel.tabTo('Cancel');
  await keyboard.press('Enter');
  await expect.poll(() => panel.focused()).toBe('Rename: Authenticator app');
  await panel.tabTo('Rename: Authenticator app');
  await keyboard.press('Enter');
  await expect.poll(() => panel.focused()).toBe('Label');
  await panel.field('Label').fill('x'.repeat(31));
  expect(await panel.workByKey('Save')).toBe('Label');
  await panel.problem.waitFor();
  await expectAccessible(window, panel, 'two-factor-rename');
  await panel.field('Label').fill('Old phone');
  expect(await panel.workByKey('Save')).toBe('Rename: Old phone');
  await panel.waitFor(/^Old phone Primary$/);
  expect(await panel.workByKey('Make Primary: Phone')).toBe('Rename: Phone');
  await panel.waitFor(/^Phone Primary$/);
  await expectRoomForButtons(window, panel);
  const newCodes = await makeNewBackupCodes(window, panel, app);
  expect(newCodes.filter((code) => backupCodes.includes(code))).toEqual([]);

  const otherKey = await replaceKey(window, person.id);
  const resetKey = await resetKeyInUse(window);
  expect([person.apiKey, otherKey]).not.toContain(resetKey);
  await createSubaccountByHand(window);
  await expectNoSecrets(window, person.id, [
    person.apiKey,
    otherKey,
    resetKey,
    totpSecret ?? '',
    typedPassword,
    ...backupCodes,
    ...newCodes,
  ]);
  await signOut(window);
}

/** In a window that is 500 pixels wide. */
async function expectRoomForButtons(window: Workbench, panel: TwoFactorPanel): Promise<void> {
  const before = window.page.viewportSize();
  await window.page.setViewportSize({ width: 500, height: 800 });
  await expect.poll(() => panel.cutOff()).toEqual([]);
  await window.screenshot('two-factor-narrow');
  if (before) await window.page.setViewportSize(before);
}

async function logInByEmail(window: Workbench, accountId: number): Promise<void> {
  await window.runCommand('GPU Rental: Enter Second Factor…');
  await window.quickInput.waitFor('Second Factor for');
  await window.quickInput.pick(/Email to/);
  await window.quickInput.waitFor('Enter the 6-digit code.');
  await window.quickInput.accept(await lastCode(accountId));
  await window.notifications.told('Signed in with a second factor.');
  await window.notifications.clear();
}

/** With a code of the app, although the phone is proposed; resolves to the codes. */
async function makeNewBackupCodes(window: Workbench, panel: TwoFactorPanel, app: TOTP): Promise<string[]> {
  await panel.press('Create New Backup Codes…');
  await panel.waitFor('Create new backup codes');
  await expectAccessible(window, panel, 'two-factor-renew', { pictured: true });
  // The code is typed right after it is sent, without a Tab.
  expect(await panel.workByKey('Send Code')).toBe('Code');
  await panel.choice(/^Old phone$/).check();
  // The page of the other way has a field of the same name, which is emptied.
  await panel.body.getByText('Code sent').waitFor({ state: 'hidden' });
  await panel.enter('Code', await nextCodeOf(app));
  await panel.waitFor('Your backup codes');
  const codes = await panel.codes();
  expect(codes).toHaveLength(10);
  await panel.body.getByText('I’ve stored them').click();
  await panel.press('Done');
  await panel.waitFor('Status');
  return codes;
}

/** Resolves to the key that is in use from then on. */
async function replaceKey(window: Workbench, accountId: number): Promise<string> {
  const { apiKey } = await sandbox().createKey({ accountId });
  await window.view('Account').chooseFromTitle('Replace API Key…');
  await window.quickInput.waitFor('Replace API Key');
  await window.quickInput.accept('not-a-key-of-this-service');
  // It comes back to its box, to be corrected.
  await window.quickInput.waitFor('doesn’t accept');
  await window.quickInput.waitFor('Replace API Key');
  await window.quickInput.accept(apiKey);
  await window.notifications.told('The new key is in use.');
  await window.notifications.clear();
  return apiKey;
}

/** Resolves to the key's new value. */
async function resetKeyInUse(window: Workbench): Promise<string> {
  await window.view('Account').chooseFromTitle('Reset API Key…');
  await window.dialog.waitFor('Reset the API key of');
  await window.dialog.press('Reset Key');
  await window.notifications.press('The key was reset', 'Copy New Key');
  await expect.poll(() => window.clipboard()).toMatch(/^[0-9a-f]{64}$/);
  return window.clipboard();
}

async function createSubaccountByHand(window: Workbench): Promise<void> {
  await window.view('Account').chooseFromTitle('Create Subaccount…');
  await window.quickInput.waitFor('Email address of the new account');
  await window.quickInput.accept('kim@example.com');
  await window.quickInput.waitFor('User name');
  await window.quickInput.accept('kim');
  await window.quickInput.pick('Enter Password');
  await window.quickInput.waitFor('Password; 8 to 256 characters');
  await window.quickInput.type(typedPassword);
  await window.screenshots('subaccount-password');
  await window.quickInput.accept();
  await window.quickInput.waitFor('Enter the password again');
  await window.quickInput.accept(typedPassword);
  await window.quickInput.pick('Rents and hosts');
  await window.quickInput.waitFor('Public SSH key of the new account');
  await window.quickInput.accept('');
  await window.notifications.told('Account kim (kim@example.com) was created.');
}
