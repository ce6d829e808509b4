import * as vscode from 'vscode';
import type { AccountStore } from '../stores/account/accountStore';
import type { InstanceStore } from '../stores/instances/instanceStore';
import type { LaunchStore } from '../stores/launch/launchStore';
import type { TemplateStore } from '../stores/templates/templateStore';
import type { UserStore } from '../stores/account/userStore';
import { ContextKey } from './contextKey';

export interface PaletteStores {
  accounts: Pick<AccountStore, 'hasSession' | 'onDidChangeAccess'>;
  instances: Pick<InstanceStore, 'state' | 'onDidChange'>;
  launches: Pick<LaunchStore, 'closedForm' | 'saved' | 'onDidChange'>;
  templates: Pick<TemplateStore, 'list' | 'onDidChange'>;
  users: Pick<UserStore, 'state' | 'onDidChange'>;
}

/**
 * Sets the keys that hide commands without anything to work on from the Command Palette. Each key stays false until
 * that is known.
 */
export class PaletteKeys implements vscode.Disposable {
  readonly #stores: PaletteStores;
  readonly #keys = {
    bid: new ContextKey<boolean>('gpuRental.no.bid'),
    closedForm: new ContextKey<boolean>('gpuRental.no.closedForm'),
    savedLaunch: new ContextKey<boolean>('gpuRental.no.savedLaunch'),
    ownTemplate: new ContextKey<boolean>('gpuRental.no.ownTemplate'),
    session: new ContextKey<boolean>('gpuRental.no.session'),
    twoFactor: new ContextKey<boolean>('gpuRental.no.twoFactor'),
  };
  readonly #subscriptions: vscode.Disposable;

  constructor(stores: PaletteStores) {
    this.#stores = stores;
    const update = () => this.#update();
    this.#subscriptions = vscode.Disposable.from(
      stores.accounts.onDidChangeAccess(update),
      stores.instances.onDidChange(update),
      stores.launches.onDidChange(update),
      stores.templates.onDidChange(update),
      stores.users.onDidChange(update),
    );
    update();
  }

  #update(): void {
    const { accounts, instances, launches, templates, users } = this.#stores;
    const own = templates.list('mine');
    const { fetchedAt, instances: listed } = instances.state;
    this.#keys.bid.set(fetchedAt !== undefined && ![...listed.values()].some(({ is_bid }) => is_bid));
    this.#keys.closedForm.set(launches.closedForm === undefined);
    this.#keys.savedLaunch.set(launches.saved.length === 0);
    this.#keys.ownTemplate.set(own.fetchedAt !== undefined && own.templates.length === 0);
    this.#keys.session.set(!accounts.hasSession);
    this.#keys.twoFactor.set(users.state.user?.tfa_status === 'disabled');
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
