import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Client } from './api/client';
import { lazyFetch } from './api/nodeFetch';
import { createPublicApi, type PublicApi } from './commands/publicApi';
import { registerCommands } from './commands';
import type { Services } from './commands/services';
import { dialogs } from './connect/dialogs';
import { keepEntries } from './connect/keepEntries';
import { remoteWindow } from './connect/remoteWindow';
import { SshEntries } from './connect/sshEntries';
import { sshSetup } from './connect/sshSetup';
import { AccountFiles } from './stores/accountFiles';
import { AccountStore } from './stores/accountStore';
import { systemClock } from './stores/clock';
import { InstanceStore } from './stores/instanceStore';
import { MarkerFiles } from './stores/markerFiles';
import { OfferStore } from './stores/offerStore';
import { Rentals } from './stores/rentals';
import { settings } from './stores/settings';
import { SnapshotFiles } from './stores/snapshotFiles';
import { Arrivals } from './views/arrivals';
import { InstancesView } from './views/instancesView';
import { loadAccounts } from './views/loadAccounts';
import { StatusBar } from './views/statusBar';

export function activate(context: vscode.ExtensionContext): PublicApi {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const clock = systemClock;
  const log = vscode.window.createOutputChannel('GPU Rental', { log: true });
  const createClient = (baseUrl: string, apiKey: string) => new Client({ baseUrl, apiKey, fetch: lazyFetch });
  const files = new AccountFiles(join(context.globalStorageUri.fsPath, 'accounts'));
  const snapshots = new SnapshotFiles(files);
  const awaited = new MarkerFiles(files, 'awaited');
  const proxied = new MarkerFiles(files, 'proxied');
  const accounts = new AccountStore({ secrets: context.secrets, files, createClient });
  const pollInterval = () => settings.pollIntervalSeconds * 1000;
  const instances = new InstanceStore({ accounts, snapshots, clock, pollInterval });
  const sshEntries = new SshEntries({ accounts: files, snapshots, proxied, setup: sshSetup });
  const services: Services = {
    accounts,
    instances,
    awaited,
    proxied,
    sshEntries,
    sshSetup,
    dialogs,
    remoteWindow,
    createClient,
    offers: new OfferStore(accounts),
    rentals: new Rentals({ accounts, instances, awaited, clock }),
    memory: context.globalState,
  };
  context.subscriptions.push(
    log,
    accounts,
    instances,
    keepEntries(instances, sshEntries, log),
    new InstancesView(instances, accounts),
    new StatusBar(instances),
    new Arrivals(instances, awaited),
    registerCommands(services),
  );
  void loadAccounts(accounts);
  return createPublicApi(services);
}
