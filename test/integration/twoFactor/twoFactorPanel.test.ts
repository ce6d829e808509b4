import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Client } from '../../../src/api/client';
import { LocalError } from '../../../src/api/localError';
import { lazyFetch } from '../../../src/api/http/nodeFetch';
import type { AccountStore } from '../../../src/stores/account/accountStore';
import { systemClock } from '../../../src/clock';
import { UnstoredCodes } from '../../../src/stores/account/unstoredCodes';
import type { UserStore } from '../../../src/stores/account/userStore';
import { TwoFactorPanels } from '../../../src/webviews/twoFactor/panel';
import type { Action } from '../../../src/twoFactor/action';
import type { LifeSign } from '../../../src/webviews/shared/messages';
import type { View } from '../../../src/webviews/twoFactor/protocol';
import { Person } from '../support/accountsPerson';
import { environment, sandbox, until } from '../support/inHost';
import { PanelStandIns } from '../support/panelStandIns';
import { silent } from '../../../src/log/log';

describe('a panel that is closed while the service is answering', () => {
  let panels: PanelStandIns<View, Action | LifeSign>;
  let person: Person;
  before(() => {
    panels = new PanelStandIns();
    person = new Person();
  });
  after(async () => {
    await person.leave();
    panels.leave();
  });

  it('has its backup codes offered again, also when nobody is signed in any more', async () => {
    const { id, apiKey } = await sandbox.createAccount({});
    const baseUrl = environment.sandboxUrl;
    const client = new Client({ baseUrl, apiKey, fetch: lazyFetch, spacingScale: 0 });
    const changed = new vscode.EventEmitter<void>();
    const account = { id: 'someone', baseUrl, userId: id, email: 'someone@example.com' };
    const accounts = {
      active: account as typeof account | undefined,
      client: client as Client | undefined,
      onDidChange: changed.event,
      clientOf: () => {
        if (!accounts.client) throw new LocalError('not_signed_in', 'This account isn’t signed in.');
        return accounts.client;
      },
      switchTo: () => Promise.reject(new Error('No other account is switched to.')),
    };
    const folder = await mkdtemp(join(tmpdir(), 'gpu-rental-codes-'));
    const unstored = new UnstoredCodes(folder, () => false);
    const shown = new TwoFactorPanels({
      extensionUri: vscode.Uri.file('/'),
      accounts: accounts as unknown as AccountStore,
      users: { wake: () => undefined } as unknown as UserStore,
      clock: systemClock,
      log: silent,
      unstored,
    });

    shown.show();
    const panel = panels.opened[0]!;
    await panel.do({ kind: 'ready' });
    await panel.do({ kind: 'add' });
    await panel.do({ kind: 'send' });
    const { code = '' } = (await sandbox.outbox()).findLast(({ accountId }) => accountId === id) ?? {};
    await panel.do({ kind: 'prove', code });
    await panel.do({ kind: 'setUp', method: 'totp' });
    const page = panel.view?.page;
    ok(page?.kind === 'secret');
    person.willPress('You haven’t confirmed that the new backup codes', 'Show Codes', () => {
      accounts.active = undefined;
      accounts.client = undefined;
      changed.fire();
    });
    panel.doAndClose({ kind: 'confirm', code: await sandbox.totpCode(id, page.secret), label: '' });

    await until(() => panels.opened.length === 2, 'the codes again');
    const again = panels.opened[1]!;
    await again.do({ kind: 'ready' });
    const codes = again.view?.page;
    ok(codes?.kind === 'codes');
    equal(codes.codes.length, 10);
    // What outlives the window says that there were codes, and none of them.
    await until(() => unstored.areLost(account.id), 'the mark');
    await until(async () => (await readdir(folder)).join() === `${account.id}.json`, 'the mark as a whole');
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
    );
    ok(!codes.codes.some((code) => files.join().includes(code)));
    equal(again.view?.problem, undefined);
    again.doAndClose({ kind: 'codesStored' });
    await new Promise((resolve) => setImmediate(resolve));
    deepEqual([person.notifications.length, panels.opened.length], [1, 2]);
    await until(async () => !(await unstored.areLost(account.id)), 'the mark gone');
    await rm(folder, { recursive: true, maxRetries: 5 });
    changed.dispose();
  });
});
