import { deepEqual, equal, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { Client } from '../../src/api/client';
import { ApiError } from '../../src/api/errors';
import { lazyFetch } from '../../src/api/nodeFetch';
import type { AccountStore } from '../../src/stores/accountStore';
import { systemClock } from '../../src/stores/clock';
import type { UserStore } from '../../src/stores/userStore';
import { TwoFactorPanels } from '../../src/webviews/twoFactor/panel';
import type { HostMessage, PanelMessage, View } from '../../src/webviews/twoFactor/protocol';
import { Person } from './accountsPerson';
import { environment, sandbox, until } from './support';

/** A panel whose browser side is the test; like a real one it refuses its webview once it is closed. */
class Panel {
  readonly views: View[] = [];
  isOpen = true;
  readonly #received = new vscode.EventEmitter<PanelMessage>();
  readonly #disposed = new vscode.EventEmitter<void>();
  readonly onDidDispose = this.#disposed.event;
  readonly #webview = {
    html: '',
    cspSource: '',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: this.#received.event,
    postMessage: (message: HostMessage) => Promise.resolve(this.views.push(message.view) > 0),
  };

  get webview() {
    if (!this.isOpen) throw new Error('Webview is disposed');
    return this.#webview;
  }

  reveal(): void {
    ok(this.isOpen);
  }

  dispose(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#disposed.fire();
  }

  get view(): View | undefined {
    return this.views.at(-1);
  }

  /** Sends what a person did, and waits until it is done. */
  async do(message: PanelMessage): Promise<void> {
    this.#received.fire(message);
    await until(() => this.view?.busy === false, message.kind);
  }

  /** Sends it and closes the panel before the answer. */
  doAndClose(message: PanelMessage): void {
    this.#received.fire(message);
    this.dispose();
  }
}

describe('a panel that is closed while the service is answering', () => {
  const panels: Panel[] = [];
  const { createWebviewPanel } = vscode.window;
  let person: Person;
  before(() => {
    const create = () => {
      const panel = new Panel();
      panels.push(panel);
      return panel;
    };
    Object.assign(vscode.window, { createWebviewPanel: create });
    person = new Person();
  });
  after(() => {
    person.leave();
    Object.assign(vscode.window, { createWebviewPanel });
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
        if (!accounts.client) throw new ApiError('unauthorized', 'This account is not signed in.');
        return accounts.client;
      },
      switchTo: () => Promise.reject(new Error('No other account is switched to.')),
    };
    const shown = new TwoFactorPanels({
      extensionUri: vscode.Uri.file('/'),
      accounts: accounts as unknown as AccountStore,
      users: { wake: () => undefined } as unknown as UserStore,
      clock: systemClock,
    });

    shown.show();
    const panel = panels[0]!;
    await until(() => panel.view?.busy === false, 'a status');
    await panel.do({ kind: 'add' });
    await panel.do({ kind: 'send' });
    const { code = '' } = (await sandbox.outbox()).findLast(({ accountId }) => accountId === id) ?? {};
    await panel.do({ kind: 'prove', code });
    await panel.do({ kind: 'setUp', method: 'totp' });
    const page = panel.view?.page;
    ok(page?.kind === 'totp');
    person.willPress('You have not said that you stored', 'Show Codes', () => {
      accounts.active = undefined;
      accounts.client = undefined;
      changed.fire();
    });
    panel.doAndClose({ kind: 'confirm', code: await sandbox.totpCode(id, page.secret), label: '' });

    await until(() => panels.length === 2, 'the codes again');
    const again = panels[1]!;
    await again.do({ kind: 'ready' });
    const codes = again.view?.page;
    ok(codes?.kind === 'codes');
    equal(codes.codes.length, 10);
    equal(again.view?.problem, undefined);
    again.doAndClose({ kind: 'codesStored' });
    await new Promise((resolve) => setImmediate(resolve));
    deepEqual([person.notifications.length, panels.length], [1, 2]);
    changed.dispose();
  });
});
