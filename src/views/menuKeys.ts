import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import type { AccountStore } from '../stores/account/accountStore';
import { isShown } from '../stores/instances/instanceChange';
import type { InstanceStore } from '../stores/instances/instanceStore';
import { closedLaunchKey, savedLaunchesKey } from '../stores/launch/syncedState';
import type { UserStore } from '../stores/account/userStore';
import type { VolumeStore } from '../stores/volumes/volumeStore';

/**
 * A key for `when` clauses. It is set only if its value has changed, because VS Code then checks all its menus again.
 */
export class ContextKey<T extends string | boolean> {
  readonly #name: string;
  #value: T | undefined;

  /** @param initial what a key that was never set means to VS Code */
  constructor(name: string, initial?: T) {
    this.#name = name;
    this.#value = initial;
  }

  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    void vscode.commands.executeCommand('setContext', this.#name, value);
  }
}

export interface MenuStores {
  accounts: Pick<AccountStore, 'active' | 'hasSession' | 'onDidChangeAccess'>;
  instances: Pick<InstanceStore, 'state' | 'seeded' | 'onDidChange'>;
  volumes: Pick<VolumeStore, 'state' | 'onDidChange'>;
  users: Pick<UserStore, 'state' | 'onDidChange'>;
}

/** Why the list of instances is empty. package.json has a welcome text for each. */
type EmptyReason =
  | 'noAccount'
  | 'wrongKey'
  | 'forbidden'
  | 'secondFactor'
  | 'unreachable'
  | 'none'
  | 'loading';

/**
 * Sets the keys of menus, views and welcome texts, also while every view is closed. Those of the Command Palette hide
 * commands without anything to work on; each stays false until that is known.
 */
export class MenuKeys implements vscode.Disposable {
  readonly #stores: MenuStores;
  readonly #keys = {
    signedIn: new ContextKey<boolean>('gpuRental.signedIn'),
    instances: new ContextKey<EmptyReason | 'some'>('gpuRental.instances.state'),
    volumes: new ContextKey<'unknown' | 'missing' | 'none' | 'some'>('gpuRental.volumes.state'),
    bid: new ContextKey<boolean>('gpuRental.no.bid'),
    session: new ContextKey<boolean>('gpuRental.no.session'),
    twoFactor: new ContextKey<boolean>('gpuRental.no.twoFactor'),
  };
  readonly #subscriptions: vscode.Disposable;
  #isKnown = false;

  /** @param ready resolves when the accounts were read */
  constructor(stores: MenuStores, ready: Promise<unknown>) {
    this.#stores = stores;
    const update = () => this.#update();
    this.#subscriptions = vscode.Disposable.from(
      stores.accounts.onDidChangeAccess(update),
      stores.instances.onDidChange(() => {
        this.#isKnown = true;
        update();
      }),
      stores.volumes.onDidChange(update),
      stores.users.onDidChange(update),
    );
    update();
    void ready
      .then(() => stores.instances.seeded)
      .then(() => {
        this.#isKnown = true;
        update();
      });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #update(): void {
    const { accounts, instances, volumes, users } = this.#stores;
    const { fetchedAt, instances: listed } = instances.state;
    if (this.#isKnown) {
      this.#keys.signedIn.set(accounts.active !== undefined);
      this.#keys.instances.set(this.#emptyReason() ?? 'some');
    }
    const { volumes: rows, missing, refused, error, fetchedAt: volumesFetchedAt } = volumes.state;
    const isUnknown = refused ?? (!missing && (error !== undefined || volumesFetchedAt === undefined));
    const empty = isUnknown ? 'unknown' : missing ? 'missing' : 'none';
    this.#keys.volumes.set(rows.length > 0 ? 'some' : empty);
    this.#keys.bid.set(fetchedAt !== undefined && ![...listed.values()].some(({ is_bid }) => is_bid));
    this.#keys.session.set(!accounts.hasSession);
    this.#keys.twoFactor.set(users.state.user?.tfa_status === 'disabled');
  }

  #emptyReason(): EmptyReason | undefined {
    const { accountId, instances, expected, fetchedAt, error } = this.#stores.instances.state;
    if (!accountId) return 'noAccount';
    if (instances.size > 0 || expected.some(isShown)) return undefined;
    if (error instanceof ApiError && error.code === 'two_factor_required') return 'secondFactor';
    if (error instanceof ApiError && error.code === 'forbidden') return 'forbidden';
    if (error !== undefined) return isWrongKey(error) ? 'wrongKey' : 'unreachable';
    return fetchedAt === undefined ? 'loading' : 'none';
  }
}

export function isWrongKey(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'unauthorized' || error.code === 'auth_error');
}

export const launchKeys = () => ({
  closedForm: new ContextKey<boolean>('gpuRental.no.closedForm'),
  savedLaunch: new ContextKey<boolean>('gpuRental.no.savedLaunch'),
});

/** Hides the commands for launches where nothing is stored, without reading what is. */
export function hideWithoutLaunches(globalState: vscode.Memento, workspaceState: vscode.Memento): void {
  const { closedForm, savedLaunch } = launchKeys();
  const isStored = (state: vscode.Memento): boolean => state.get(closedLaunchKey) !== undefined;
  closedForm.set(![globalState, workspaceState].some(isStored));
  const saved = globalState.get(savedLaunchesKey);
  savedLaunch.set(saved === undefined || (Array.isArray(saved) && saved.length === 0));
}
