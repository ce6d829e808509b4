import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { notifyLogin } from '../../../src/prompts/account/secondFactor';
import { askCode } from '../../../src/prompts/account/codeInput';
import { Person } from '../support/accountsPerson';
import { agreed, call, environment, extensionApi, sandbox, signIn, until } from '../support/inHost';

interface SignedIn {
  accountId: string;
}

const baseUrl = environment.sandboxUrl;

/** Signs in as somebody new. */
async function newcomer(): Promise<{ id: number; apiKey: string; accountId: string }> {
  const { id, apiKey } = await sandbox.createAccount({});
  const { accountId } = await agreed<SignedIn>('signIn', { apiKey, baseUrl });
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
    await rejects(agreed('signIn', { apiKey, baseUrl }), /two-factor/);
    const code = await sandbox.totpCode(id);
    const { accountId } = await agreed<SignedIn>('signIn', { apiKey, baseUrl, code, method: 'totp' });
    await call('refreshInstances');
    await agreed('signOut', { accountId });
  });

  it('takes the place of the key until it is ended', async () => {
    const { id, accountId } = await newcomer();
    const { backupCodes } = await addApp(id);
    await sandbox.setAccount(id, { needsSession: true });
    await rejects(call('refreshInstances'), /two-factor/);
    const started = await call('logInWithTwoFactor', { backupCode: backupCodes[0] });
    deepEqual(started, { accountId, kept: true, backupCodesRemaining: 9 });
    await call('refreshInstances');
    const person = new Person();
    equal(await call('endTwoFactorSession'), undefined);
    await person.leave();
    ok(person.heard('End the two-factor session of'));
    await call('refreshInstances');
    deepEqual(await agreed('endTwoFactorSession'), { accountId });
    await rejects(call('refreshInstances'), /two-factor/);
    equal(await agreed('endTwoFactorSession'), undefined);
    await agreed('signOut', { accountId });
  });

  it('needs no more than the permissions of a recommended key, and says which one a smaller key lacks', async () => {
    const { id, accountId } = await newcomer();
    const { key: apiKey } = await agreed<{ key: string }>('createApiKey');
    const permissions = ['misc', 'user_read', 'instance_read', 'instance_write'];
    const smaller = await sandbox.createKey({ accountId: id, permissions });
    await agreed('replaceApiKey', { apiKey: smaller.apiKey });
    await addApp(id);
    await rejects(
      call('logInWithTwoFactor', { code: await sandbox.totpCode(id) }),
      /lacks the permission.*user_write/,
    );
    await agreed('replaceApiKey', { apiKey });
    await sandbox.setAccount(id, { needsSession: true });
    await call('logInWithTwoFactor', { code: await sandbox.totpCode(id) });
    await call('refreshInstances');
    await agreed('signOut', { accountId });
  });

  it('takes the code of the second of two apps, which only its ID tells from the first', async () => {
    const { id, accountId } = await newcomer();
    await addApp(id);
    const { methodIds, totpSecret } = await sandbox.addMethods(id, { totp: true, label: 'Tablet' });
    await sandbox.advance(30);
    const code = await sandbox.totpCode(id, totpSecret ?? '');
    await rejects(call('logInWithTwoFactor', { code }), /code/);
    await call('logInWithTwoFactor', { code, methodId: methodIds[0] });
    await agreed('signOut', { accountId });
  });

  it('outlives a window’s reading of its keys anew', async () => {
    const { id, accountId } = await newcomer();
    await addApp(id);
    await sandbox.setAccount(id, { needsSession: true });
    await call('logInWithTwoFactor', { code: await sandbox.totpCode(id) });
    await agreed('switchAccount', { accountId });
    await call('refreshInstances');
    await agreed('signOut', { accountId });
  });

  it('refuses a wrong code with a sentence that does not contain it', async () => {
    const { id, accountId } = await newcomer();
    await addApp(id);
    await rejects(call('logInWithTwoFactor', { code: '000001', method: 'totp' }), (error: Error) => {
      match(error.message, /code/);
      ok(!error.message.includes('000001'));
      return true;
    });
    await agreed('signOut', { accountId });
  });

  it('gives an administrator’s session to an administrator only', async () => {
    const { id, accountId } = await newcomer();
    const { backupCodes } = await addApp(id);
    await rejects(call('logInWithTwoFactor', { backupCode: backupCodes[0], admin: true }));
    await sandbox.setAccount(id, { isAdmin: true });
    const started = await call<SignedIn>('logInWithTwoFactor', { backupCode: backupCodes[1], admin: true });
    equal(started.accountId, accountId);
    await agreed('signOut', { accountId });
  });

  it('tells at signing in how many backup codes are left', async () => {
    const { id, apiKey } = await sandbox.createAccount({ needsSession: true });
    const { backupCodes } = await addApp(id);
    const signedIn = await agreed<SignedIn>('signIn', { apiKey, baseUrl, backupCode: backupCodes[0] });
    deepEqual(signedIn, { ...signedIn, kept: true, backupCodesRemaining: 9 });
    await agreed('signOut', { accountId: signedIn.accountId });
  });

  it('is no sign-in when the service gives no session', async () => {
    const { id, apiKey } = await sandbox.createAccount({ needsSession: true });
    await addApp(id);
    await sandbox.failNext({ method: 'POST', path: '/api/v0/tfa/', status: 200, body: { id } });
    const code = await sandbox.totpCode(id);
    await rejects(agreed('signIn', { apiKey, baseUrl, code }), /returned no session/);
  });

  const logins: [string, { codesLeft?: number; legacy?: boolean; kept?: boolean }, RegExp, string[]][] = [
    ['a code', {}, /^Signed in with a second factor\.$/, []],
    ['a backup code', { codesLeft: 3 }, /Backup codes left: 3\.$/, []],
    ['the last backup code', { codesLeft: 0 }, /last backup code/, ['Manage Two-Factor Authentication']],
    ['an older version of it', { legacy: true }, /older version/, ['Manage Two-Factor Authentication']],
    ['a session that the keyring refused', { kept: false }, /couldn’t be saved in this system’s keyring/, []],
  ];
  for (const [what, { codesLeft, legacy, kept = true }, sentence, buttons] of logins) {
    it(`says what follows from ${what}`, async () => {
      const login = { id: 1, backup_codes_remaining: codesLeft, legacy_tfa_user: legacy };
      const person = new Person();
      try {
        await notifyLogin({ login, byBackupCode: codesLeft !== undefined }, kept);
      } finally {
        await person.leave();
      }
      deepEqual(person.told(sentence)?.buttons, buttons);
    });
  }

  it('goes on with another way when a message cannot be sent', async () => {
    const { id, accountId } = await newcomer();
    await sandbox.addMethods(id, { sms: '+447700900789' });
    const body = { error: 'sms_rate_limited', msg: 'x' };
    await sandbox.failNext({ method: 'POST', path: '/tfa/sms/', status: 429, body });
    const person = new Person();
    try {
      const loggingIn = vscode.commands.executeCommand('gpuRental.logInWithTwoFactor');
      await person.pressEnterUntil(() => person.inputs.length === 2);
      const [, again] = person.inputs;
      ok(again && 'items' in again);
      await until(() => again.items.length > 0, 'the ways again');
      match(again.items[0]?.detail ?? '', /Too many text messages/);
      match(again.placeholder ?? '', /Couldn’t send the code/);
      await person.pressEscape();
      await loggingIn;
      deepEqual(person.notifications, []);
    } finally {
      await person.leave();
      await agreed('signOut', { accountId });
    }
  });

  it('counts also when its input was left while the service was answering', async () => {
    const person = new Person();
    let answer: (session: string) => void = () => undefined;
    const answered = new Promise<string>((resolve) => (answer = resolve));
    try {
      let submitted = false;
      const asking = askCode({
        title: 'Code',
        prompt: '',
        placeholder: '',
        now: () => Date.now(),
        submit: () => {
          submitted = true;
          return answered;
        },
      });
      await person.pressEnterUntil(() => submitted);
      const [input] = person.inputs;
      const hidden = new Promise((done) => input?.onDidHide(done));
      await person.pressEscape();
      await hidden;
      answer('a session');
      deepEqual(await asking, { kind: 'done', value: 'a session' });
    } finally {
      await person.leave();
    }
  });

  it('says 0 after the last backup code, which the service leaves out', async () => {
    const { id, accountId } = await newcomer();
    const { backupCodes } = await addApp(id);
    for (const backupCode of backupCodes.slice(0, 9)) await call('logInWithTwoFactor', { backupCode });
    const { backupCodesRemaining } = await call<{ backupCodesRemaining: number }>('logInWithTwoFactor', {
      backupCode: backupCodes[9],
    });
    equal(backupCodesRemaining, 0);
    await agreed('signOut', { accountId });
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
