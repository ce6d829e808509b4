import type { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { findSecrets } from './canary';
import { isDue } from './screenshot';
import { sandbox } from './stage';
import type { TwoFactorPanel } from './twoFactorPanel';
import type { Workbench } from './workbench';

/** Signs in by hand with a key of an account that nobody has used. */
export async function signInAsSomeoneNew(window: Workbench): Promise<{ id: number; apiKey: string }> {
  const person = await sandbox().createAccount({});
  await signIn(window, person.apiKey);
  await window.view('Instances').welcomeButton('Search Offers').waitFor();
  return person;
}

/** Types a key in; what the service then asks for is left to the caller. */
export async function signIn(window: Workbench, apiKey: string): Promise<void> {
  await window.openSidebar();
  await window.view('Instances').welcomeButton('Sign In').click();
  await window.quickInput.waitFor('Sign In to GPU Rental');
  await window.quickInput.accept(apiKey);
}

/** Ends a story of someone who has rented nothing, so that the next one starts signed out as well. */
export async function signOut(window: Workbench): Promise<void> {
  await window.runCommand('GPU Rental: Sign Out');
  await window.dialog.press('Sign Out');
  await window.view('Instances').welcomeButton('Sign In').waitFor();
}

/** Looks at the panel in light, dark and high contrast. Of pictures, the dark one is enough where none is due. */
export async function expectAccessible(
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
    expect(await panel.violations({ colors: theme !== 'light' }), `${name}, ${theme}`).toEqual([]);
    const isPictured = theme === 'dark' || (theme === 'light' && isDue(`${name}-light`));
    if (pictured && isPictured) await window.screenshot(`${name}-${theme}`);
  }
  await window.page.emulateMedia({ forcedColors: 'none', colorScheme: 'dark' });
  await panel.waitForTheme('dark');
}

/** Closes the panel and looks for all that was secret in this run; the account's address shows that it would be found. */
export async function expectNoSecrets(
  window: Workbench,
  accountId: number,
  known: readonly string[],
): Promise<void> {
  await window.runCommand('View: Close All Editors');
  await window.notifications.clear();
  const secrets = [...new Set([...(await sandbox().handedOut()), ...known])];
  const sent = (await sandbox().outbox()).filter((message) => message.accountId === accountId);
  const codes = [...sent.map(({ code }) => code), ...shownByApps];
  const address = `user${accountId}@example.com`;
  const finds = await findSecrets(window, { secrets: [address, ...secrets], codes });
  expect(finds.filter(({ mark }) => !address.startsWith(mark))).toEqual([]);
  expect(finds.some(({ place }) => place.endsWith('account.json'))).toBe(true);
}

/** The service's clock stands still while a story plays; a countdown compares it with ours. */
export async function letClocksAgree(): Promise<void> {
  const behind = Date.now() / 1000 - (await sandbox().now());
  await sandbox().advance(Math.max(30, behind));
}

/** The code that was sent last to this account, by whatever way. */
export async function lastCode(accountId: number): Promise<string> {
  const sent = (await sandbox().outbox()).findLast((message) => message.accountId === accountId);
  if (!sent) throw new Error('No code was sent.');
  return sent.code;
}

/** Every code that an app has shown to the person of this story file. */
const shownByApps: string[] = [];

/** What the app shows now, by the service's clock. */
export async function codeOf(app: TOTP): Promise<string> {
  const code = app.generate({ timestamp: (await sandbox().now()) * 1000 });
  shownByApps.push(code);
  return code;
}

/** What the app shows next: the service takes no code twice. */
export async function nextCodeOf(app: TOTP): Promise<string> {
  await sandbox().advance(30);
  return codeOf(app);
}
