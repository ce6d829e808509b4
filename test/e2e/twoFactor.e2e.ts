import { TOTP, URI } from 'otpauth';
import { describe, expect, sandbox, story } from './support';
import { findSecrets } from './support/canary';
import { TwoFactorPanel } from './support/twoFactorPanel';
import type { Workbench } from './support/workbench';

const manage = 'GPU Rental: Manage Two-Factor Authentication';

describe('two-factor authentication', () => {
  story('is set up by keyboard alone, with a picture that a phone can read', {}, async (window) => {
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
    await panel.problem.getByText('This code is not right').waitFor();
    await expectAccessible(window, panel, 'two-factor-verify');
    await panel.tabTo('Code');
    await keyboard.press('Control+A');
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
    await panel.tabTo('I have stored them');
    await keyboard.press('Space');
    await panel.tabTo('Done');
    await keyboard.press('Enter');

    await panel.waitFor('My phone');
    await panel.tabTo('Add a Method');
    await keyboard.press('Enter');
    await panel.waitFor('Step 2 of 3');
    await panel.tabTo('Use a Phone Number');
    await keyboard.press('Enter');
    await panel.tabTo('Phone number');
    await keyboard.type('+44 7700 900123');
    await expectAccessible(window, panel, 'two-factor-phone');
    await panel.tabTo('Send Code');
    await keyboard.press('Enter');
    await panel.tabTo('Code');
    await keyboard.type(await lastCode(person.id));
    await keyboard.press('Enter');
    await panel.waitFor(/^Phone/);
    await expectAccessible(window, panel, 'two-factor-on', { pictured: true });
    await expectNoSecrets(window, person.id, [app.secret.base32, ...backupCodes]);
  });

  story('locks, is proved in other ways, and can be switched off', {}, async (window) => {
    const person = await signInAsSomeoneNew(window);
    const { totpSecret, backupCodes } = await sandbox().addMethods(person.id, {
      totp: true,
      sms: '+447700900456',
    });
    const app = new TOTP({ secret: totpSecret ?? '' });
    await letClocksAgree();
    await window.runCommand(manage);
    const panel = new TwoFactorPanel(window.page);
    await panel.press('Remove… Authenticator app');
    for (let attempt = 0; attempt < 5; attempt++) {
      await panel.enter('Code', '000001');
      await panel.problem.getByText(attempt < 4 ? 'This code is not right' : 'locked').waitFor();
    }
    const left = await panel.problem.getByText(/Time left: 1[45]:\d\d/).innerText();
    await expect.poll(() => panel.problem.innerText()).not.toContain(left);
    await panel.choice(/Authenticator app locked for 1[45]:\d\d/).waitFor();
    await expectAccessible(window, panel, 'two-factor-locked', { pictured: true });
    await sandbox().advance(901);
    await panel.press('Cancel');
    await panel.press('Look Again');
    await panel.press('Remove… Authenticator app');
    await panel.choice(/Authenticator app$/).waitFor();
    await panel.press('Cancel');

    await loginWhenDemanded(window, person.id);

    await panel.press('I Lost a Device…');
    await panel.press('I Lost This: Phone');
    await panel.enter('Backup code', backupCodes[0] ?? '');
    await panel.body.getByText('“Phone” was removed.').waitFor();
    await panel.press('Remove… Authenticator app');
    await panel.body.getByText('is the last method').waitFor();
    await panel.enter('Code', await codeOf(app));
    await panel.body.getByText('Two-factor authentication is now off.').waitFor();
    await expectNoSecrets(window, person.id, [totpSecret ?? '', ...backupCodes]);
  });
});

/** A call is refused, the person enters a code from a message, and the call goes on by itself. */
async function loginWhenDemanded(window: Workbench, accountId: number): Promise<void> {
  await sandbox().setAccount(accountId, { needsSession: true });
  await window.runCommand('GPU Rental: Refresh Instances');
  await window.notifications.press('asks for two-factor authentication', 'Enter Second Factor');
  await window.quickInput.waitFor('Second Factor for');
  await window.quickInput.rows('Text message').or(window.quickInput.rows('Phone')).first().waitFor();
  await window.screenshots('second-factor');
  await window.quickInput.pick('Phone');
  await window.quickInput.waitFor('The 6 digits of the message.');
  await window.quickInput.accept('000001');
  await window.quickInput.waitFor('could not be verified');
  await sandbox().clearRequests();
  await window.quickInput.accept(await lastCode(accountId));
  await window.notifications.toast('Signed in with a second factor.').waitFor();
  await window.view('Instances').welcomeButton('Search Offers').waitFor();
  const account = window.view('Account');
  await account.show();
  await account.rows('Session with second factor').waitFor();
  await window.screenshots('account');
}

/** Signs in by hand with a key of an account that nobody has used. */
async function signInAsSomeoneNew(window: Workbench): Promise<{ id: number; apiKey: string }> {
  const person = await sandbox().createAccount({});
  await window.openSidebar();
  await window.view('Instances').welcomeButton('Sign In').click();
  await window.quickInput.waitFor('Sign In to GPU Rental');
  await window.quickInput.accept(person.apiKey);
  await window.view('Instances').welcomeButton('Search Offers').waitFor();
  return person;
}

/** Looks at the panel in light, dark and high contrast. */
async function expectAccessible(
  window: Workbench,
  panel: TwoFactorPanel,
  name: string,
  { pictured = false } = {},
): Promise<void> {
  for (const theme of ['light', 'dark', 'high-contrast'] as const) {
    const isHighContrast = theme === 'high-contrast';
    await window.page.emulateMedia({
      forcedColors: isHighContrast ? 'active' : 'none',
      ...(isHighContrast ? {} : { colorScheme: theme }),
    });
    await panel.waitForTheme(theme);
    expect(await panel.violations({ colours: theme !== 'light' }), `${name}, ${theme}`).toEqual([]);
    if (pictured && !isHighContrast) await window.screenshot(`${name}-${theme}`);
  }
}

/** Closes the panel and looks for all that was secret in this run. */
async function expectNoSecrets(
  window: Workbench,
  accountId: number,
  known: readonly string[],
): Promise<void> {
  await window.runCommand('View: Close All Editors');
  await window.notifications.clear();
  const secrets = [...new Set([...(await sandbox().handedOut()), ...known])];
  for (const one of known) expect(secrets).toContain(one);
  const codes = (await sandbox().outbox())
    .filter((sent) => sent.accountId === accountId)
    .map(({ code }) => code);
  expect(await findSecrets(window, { secrets, codes })).toEqual([]);
}

/** The service's clock stands still while a story plays; a countdown compares it with ours. */
async function letClocksAgree(): Promise<void> {
  const behind = Date.now() / 1000 - (await sandbox().now());
  await sandbox().advance(Math.max(30, behind));
}

async function lastCode(accountId: number): Promise<string> {
  const sent = (await sandbox().outbox()).findLast((message) => message.accountId === accountId);
  if (!sent) throw new Error('No code was sent.');
  return sent.code;
}

/** The app into which the picture was scanned. */
function appOf(uri: string): TOTP {
  const app = URI.parse(uri);
  if (!(app instanceof TOTP)) throw new Error('The picture is for another kind of app.');
  return app;
}

/** What the app shows now, by the service's clock. */
async function codeOf(app: TOTP): Promise<string> {
  return app.generate({ timestamp: (await sandbox().now()) * 1000 });
}
