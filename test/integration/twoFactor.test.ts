import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { call, environment, extensionApi, sandbox, signIn, until } from './support';

interface SignedIn {
  accountId: string;
}

const baseUrl = environment.sandboxUrl;

/** Signs in as somebody new. */
async function newcomer(): Promise<{ id: number; apiKey: string; accountId: string }> {
  const { id, apiKey } = await sandbox.createAccount({});
  const { accountId } = await call<SignedIn>('signIn', { apiKey, baseUrl });
  return { id, apiKey, accountId };
}

/** Gives an account an authenticator app, and a moment in which none of its codes was used. */
async function addApp(id: number): Promise<{ backupCodes: string[] }> {
  const { backupCodes } = await sandbox.addMethods(id, { totp: true });
  await sandbox.advance(30);
  return { backupCodes };
}

describe('a login with a second factor', () => {
  afterEach(async () => {
    await sandbox.clearFailures();
    await signIn();
  });

  it('lets a key sign in that is told nothing without one', async () => {
    const { id, apiKey } = await sandbox.createAccount({ needsSession: true });
    await addApp(id);
    await rejects(call('signIn', { apiKey, baseUrl }), /two-factor/);
    const code = await sandbox.totpCode(id);
    const { accountId } = await call<SignedIn>('signIn', { apiKey, baseUrl, code, method: 'totp' });
    await call('refreshInstances');
    await call('signOut', { accountId });
  });

  it('takes the place of the key until it is ended', async () => {
    const { id, accountId } = await newcomer();
    const { backupCodes } = await addApp(id);
    await sandbox.setAccount(id, { needsSession: true });
    await rejects(call('refreshInstances'), /two-factor/);
    const started = await call('logInWithTwoFactor', { backupCode: backupCodes[0] });
    deepEqual(started, { accountId, kept: true, backupCodesRemaining: 9 });
    await call('refreshInstances');
    deepEqual(await call('endTwoFactorSession'), { accountId });
    await rejects(call('refreshInstances'), /two-factor/);
    equal(await call('endTwoFactorSession'), undefined);
    await call('signOut', { accountId });
  });

  it('outlives a window’s reading of its keys anew', async () => {
    const { id, accountId } = await newcomer();
    await addApp(id);
    await sandbox.setAccount(id, { needsSession: true });
    await call('logInWithTwoFactor', { code: await sandbox.totpCode(id) });
    await call('switchAccount', { accountId });
    await call('refreshInstances');
    await call('signOut', { accountId });
  });

  it('refuses a wrong code with a sentence that does not contain it', async () => {
    const { id, accountId } = await newcomer();
    await addApp(id);
    await rejects(call('logInWithTwoFactor', { code: '000001', method: 'totp' }), (error: Error) => {
      match(error.message, /code/);
      ok(!error.message.includes('000001'));
      return true;
    });
    await call('signOut', { accountId });
  });

  it('gives an administrator’s session to an administrator only', async () => {
    const { id, accountId } = await newcomer();
    const { backupCodes } = await addApp(id);
    await rejects(call('logInWithTwoFactor', { backupCode: backupCodes[0], admin: true }));
    await sandbox.setAccount(id, { isAdmin: true });
    const started = await call<SignedIn>('logInWithTwoFactor', { backupCode: backupCodes[1], admin: true });
    equal(started.accountId, accountId);
    await call('signOut', { accountId });
  });

  it('says 0 after the last backup code, which the service leaves out', async () => {
    const { id, accountId } = await newcomer();
    const { backupCodes } = await addApp(id);
    for (const backupCode of backupCodes.slice(0, 9)) await call('logInWithTwoFactor', { backupCode });
    const { backupCodesRemaining } = await call<{ backupCodesRemaining: number }>('logInWithTwoFactor', {
      backupCode: backupCodes[9],
    });
    equal(backupCodesRemaining, 0);
    await call('signOut', { accountId });
  });
});

describe('the panel for two-factor authentication', () => {
  it('opens, tells a program what is set up, and is there once', async () => {
    await signIn();
    await extensionApi();
    const panels = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(
          ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.includes('twoFactor'),
        );
    const { opened, status } = await call<{ opened: boolean; status: { tfa_enabled: boolean } }>(
      'manageTwoFactor',
    );
    equal(opened, true);
    equal(status.tfa_enabled, false);
    await until(() => panels().length > 0, 'a panel');
    await call('manageTwoFactor');
    equal(panels().length, 1);
    await vscode.window.tabGroups.close(panels());
  });
});
