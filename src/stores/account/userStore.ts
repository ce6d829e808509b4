import * as vscode from 'vscode';
import type { User } from '../../api/schemas/account/user';
import type { AccountStore } from './accountStore';
import type { Clock } from '../../clock';
import { Poller, type PollResult } from '../polling/poller';

/** The account in use, from the service. */
export interface UserState {
  user?: User;
  /** Why the last request failed; `user` is then from an earlier one. */
  error?: unknown;
}

/** Milliseconds between two requests while it is visible: credit and two-factor state change slowly. */
const interval = 60_000;

/** The account in use from `users/current`, loaded only while it is visible or after a change. */
export class UserStore implements vscode.Disposable {
  readonly #accounts: AccountStore;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #poller: Poller;
  readonly #subscriptions: vscode.Disposable[];
  #state: UserState = {};
  #visible = false;
  /** Counts changes of account, to drop answers about an older one. */
  #session = 0;

  readonly onDidChange = this.#changed.event;

  constructor(accounts: AccountStore, clock: Clock) {
    this.#accounts = accounts;
    this.#poller = new Poller({
      clock,
      interval: () => (this.#visible && accounts.active ? interval : undefined),
      poll: () => this.#poll(),
    });
    this.#subscriptions = [
      accounts.onDidChange(() => {
        this.#session += 1;
        this.#replace({});
        this.wake();
      }),
    ];
  }

  get state(): UserState {
    return this.#state;
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.wake();
  }

  /** Loads it again. Rejects if that fails. */
  async refresh(): Promise<void> {
    const session = this.#session;
    const { client } = this.#accounts;
    if (!client) return;
    try {
      const user = await client.users.current();
      if (session === this.#session) this.#replace({ user });
    } catch (error) {
      if (session === this.#session) this.#replace({ ...this.#state, error });
      throw error;
    }
  }

  /** Loads it again soon, if it is visible. */
  wake(): void {
    if (this.#visible) this.#poller.wake({ now: true });
  }

  dispose(): void {
    this.#poller.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  async #poll(): Promise<PollResult> {
    return this.refresh().then(
      () => 'done' as const,
      () => 'failed' as const,
    );
  }

  #replace(state: UserState): void {
    this.#state = state;
    this.#changed.fire();
  }
}
