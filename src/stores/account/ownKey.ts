import * as vscode from 'vscode';
import type { Client } from '../../api/client';
import { categoriesOf } from '../../domain/account/keyPermissions';
import { ignore, type Log } from '../../log/log';
import type { AccountStore } from './accountStore';

type Accounts = Pick<AccountStore, 'active' | 'client' | 'keyInUse' | 'onDidChange'>;

/**
 * What the service says about the API key in use. It is asked for once for each key, and only while someone looks; where
 * the service says nothing, calls that are refused show it.
 */
export class OwnKey implements vscode.Disposable {
  readonly #accounts: Accounts;
  readonly #log: Log;
  /** By the client, which lasts as long as the key. */
  readonly #told = new WeakMap<Client, { permissions?: readonly string[] | undefined }>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #visible = false;

  readonly onDidChange = this.#changed.event;

  constructor(accounts: Accounts, log: Log) {
    this.#accounts = accounts;
    this.#log = log;
    this.#subscription = accounts.onDidChange(() => void this.#ask());
  }

  /** Permission categories of the key; undefined while they are not known. */
  get permissions(): readonly string[] | undefined {
    const { client } = this.#accounts;
    return client && this.#told.get(client)?.permissions;
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    void this.#ask();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #ask(): Promise<void> {
    const { active, client } = this.#accounts;
    if (!this.#visible || !active || !client || this.#told.has(client)) return;
    this.#told.set(client, {});
    const why = 'calls that are refused show what the key lacks';
    const keys = await client.apiKeys.list().catch(ignore(this.#log, why));
    const inUse = keys && (await this.#accounts.keyInUse(active.id, keys));
    const own = inUse === undefined ? undefined : keys?.find(({ id }) => id === inUse);
    const permissions = categoriesOf(own?.permissions);
    if (!permissions) return;
    this.#told.set(client, { permissions });
    this.#changed.fire();
  }
}
