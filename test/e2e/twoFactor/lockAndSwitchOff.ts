import { TOTP } from 'otpauth';
import { expect, sandbox, stage } from '../support';
import { TwoFactorPanel } from '../support/twoFactorPanel';
import {
  codeOf,
  expectAccessible,
  expectNoSecrets,
  lastCode,
  letClocksAgree,
  signIn,
} from '../support/twoFactorPerson';
import type { Workbench } from '../support/workbench';

/** Someone who has two methods locks one, loses the other, and ends without any. */
export async function lockAndSwitchOff(window: Workbench): Promise<void> {
  const person = await sandbox().createAccount({ needsSession: true });
  const { totpSecret, backupCodes } = await sandbox().addMethods(person.id, {
    totp: true,
    sms: '+447700900456',
  });
  const app = new TOTP({ secret: totpSecret ?? '' });
  await signInByBackupCode(window, person.apiKey, backupCodes[9] ?? '');
  await sandbox().setAccount(person.id, { needsSession: false });
  await endSession(window);

  await window.runCommand('GPU Rental: Manage Two-Factor Authentication');
  const panel = new TwoFactorPanel(window.page);
  await panel.press('Remove… Authenticator app');
  for (let attempt = 1; attempt <= 5; attempt++) {
    // The last one begins the lock, whose time is read below.
    if (attempt === 5) await letClocksAgree();
    await panel.enter('Code', '000001');
    const problem = attempt === 1 ? 'This code is incorrect' : `${attempt} wrong codes`;
    await panel.problem.getByText(attempt < 5 ? problem : 'locked').waitFor();
  }
  const left = await panel.problem.getByText(/Time left: 1?\d:\d\d/).innerText();
  await expect.poll(() => panel.problem.innerText()).not.toContain(left);
  await panel.choice(/Authenticator app locked for 1?\d:\d\d/).waitFor();
  await expectAccessible(window, panel, 'two-factor-locked', { pictured: true });
  await sandbox().advance(901);
  await panel.press('Cancel');
  await panel.press('Refresh');
  await panel.press('Remove… Authenticator app');
  await panel.choice(/Authenticator app$/).press('ArrowDown');
  await expect.poll(() => panel.choice(/^Phone/).evaluate((way) => way.matches(':checked:focus'))).toBe(true);
  await panel.press('Cancel');

  await loginWhenDemanded(window, person.id);

  await panel.press('I Lost a Device…');
  await panel.waitFor('A device is lost');
  await expectAccessible(window, panel, 'two-factor-lost');
  await panel.press('I Lost This Device: Phone');
  await panel.enter('Backup code', backupCodes[0] ?? '');
  await panel.body.getByText('“Phone” was removed.').waitFor();
  await panel.press('Remove… Authenticator app');
  await panel.body.getByText('is the last method').waitFor();
  await expectAccessible(window, panel, 'two-factor-last');
  await panel.enter('Code', await codeOf(app));
  await panel.body.getByText('Two-factor authentication is now off.').waitFor();

  await sandbox().setAccount(person.id, { needsSession: false });
  const password = await createSubaccount(window);
  await useSmallerKey(window);
  await useAnotherAccount(window, `user${person.id}@example.com`);
  await expectNoSecrets(window, person.id, [person.apiKey, totpSecret ?? '', ...backupCodes, password]);
}

/** The service tells nothing to the key alone, so that the second factor is part of signing in. */
async function signInByBackupCode(window: Workbench, apiKey: string, backupCode: string): Promise<void> {
  await signIn(window, apiKey);
  await window.quickInput.waitFor('Second Factor for');
  await window.quickInput.pick('Backup code (10 left)');
  await window.quickInput.waitFor('It works once.');
  await window.quickInput.accept(backupCode);
  await window.view('Instances').welcomeButton('Search Offers').waitFor();
}

async function endSession(window: Workbench): Promise<void> {
  const account = window.view('Account');
  await account.show();
  await account.inlineAction('Session with second factor', 'End Two-Factor Session');
  await account.rows('Session with second factor').waitFor({ state: 'detached' });
}

/** A call is refused, the person enters a code from a message, and the call goes on by itself. */
async function loginWhenDemanded(window: Workbench, accountId: number): Promise<void> {
  await sandbox().setAccount(accountId, { needsSession: true });
  await window.runCommand('GPU Rental: Manage API Keys…');
  await window.notifications.press('asks for two-factor authentication', 'Enter Second Factor');
  await window.quickInput.waitFor('Second Factor for');
  await window.quickInput.rows('Phone').first().waitFor();
  await window.screenshots('second-factor');
  await window.quickInput.pick('Phone');
  await window.quickInput.waitFor('Enter the 6-digit code.');
  await window.quickInput.accept('000001');
  await window.quickInput.waitFor('couldn’t be verified');
  await window.quickInput.accept(await lastCode(accountId));
  await window.notifications.told('Signed in with a second factor.');
  await window.quickInput.waitFor('Select a key');
  await window.quickInput.cancel();
  await window.notifications.clear();
  await window.view('Account').rows('Session with second factor').waitFor();
  await window.screenshots('account');
}

/** Resolves to the password that was made for it. */
async function createSubaccount(window: Workbench): Promise<string> {
  await window.view('Account').chooseFromTitle('Create Subaccount…');
  await window.quickInput.waitFor('Email address of the new account');
  await window.quickInput.type('robin@vast.ai');
  await window.quickInput.waitFor('doesn’t allow addresses');
  await window.quickInput.accept('robin@example.com');
  await window.quickInput.waitFor('User name');
  await window.quickInput.accept('robin');
  await window.quickInput.pick('Generate Password');
  await window.quickInput.pick('Rents and hosts');
  await window.quickInput.waitFor('Public SSH key of the new account');
  await window.quickInput.accept('');
  await window.dialog.waitFor('Account robin (robin@example.com) was created.');
  await window.dialog.press('Copy Password');
  await expect.poll(() => window.clipboard()).toMatch(/^[A-Za-z2-9]{24}$/);
  return window.clipboard();
}

/** The new key may do less than the old one, and the view says what. */
async function useSmallerKey(window: Workbench): Promise<void> {
  await window.runCommand('GPU Rental: Create API Key…');
  await window.quickInput.waitFor('Key name');
  await window.quickInput.accept();
  await window.quickInput.waitFor('Permissions');
  await window.screenshots('api-key-permissions');
  await window.quickInput.toggle('user_write');
  await window.quickInput.accept();
  expect(await window.dialog.waitFor('The key was created')).toContain(
    'This key can’t log in with a second factor',
  );
  await window.screenshots('api-key-smaller');
  await window.dialog.press('Use It Here');
  await window.notifications.told('The new key is in use');
  await window.notifications.clear();
  await window.runCommand('GPU Rental: Manage API Keys…');
  await window.quickInput.pick(/GPU Rental in VS Code.*in use here/);
  await window.quickInput.pick('Delete Key…');
  await window.dialog.waitFor('Delete the API key “GPU Rental in VS Code” of');
  await window.dialog.press('Delete and Sign Out');
  await window.notifications.told('lacks the permission');
  await window.notifications.clear();
  await window.view('Account').rows('Cannot change API keys with this key').waitFor();
  await window.view('Account').rows('lacks user_write').waitFor();
  await window.screenshots('account-scoped');
}

async function useAnotherAccount(window: Workbench, first: string): Promise<void> {
  await window.runCommand('GPU Rental: Sign In…');
  await window.quickInput.waitFor('Sign In to GPU Rental');
  await window.quickInput.accept(stage().apiKey);
  const account = window.view('Account');
  await account.spoken(/renter@example.com.*in use/).waitFor();
  await window.screenshots('two-accounts');
  // The rows are drawn again once it is known what the account has.
  await account.rows(/Credit.*\$/).waitFor();
  await account.inlineAction(first, 'Switch Account');
  await account.spoken(new RegExp(`${first}.*in use`)).waitFor();
}
