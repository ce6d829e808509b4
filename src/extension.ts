import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Client } from './api/client';
import type { CallObserver } from './api/transport';
import { lazyFetch } from './api/nodeFetch';
import { registerCommands } from './commands';
import { createPublicApi, type PublicApi } from './commands/publicApi';
import type { Services } from './commands/services';
import { runCommand, UriHandler } from './commands/uriHandler';
import { dialogs } from './connect/dialogs';
import { followWindow } from './connect/followWindow';
import { keepEntries } from './connect/keepEntries';
import { remoteWindow } from './connect/remoteWindow';
import { SshEntries } from './connect/sshEntries';
import { sshSetup } from './connect/sshSetup';
import { Tunnels } from './connect/tunnels';
import { createStores } from './stores/createStores';
import { AccountView } from './views/accountView';
import { Arrivals } from './views/arrivals';
import { InstancesView } from './views/instancesView';
import { createLaunchViews } from './views/launchViews';
import { loadAccounts } from './views/loadAccounts';
import { StatusBar } from './views/statusBar';
import { LazyTwoFactorPanels } from './webviews/twoFactor/lazyPanels';

export async function activate(context: vscode.ExtensionContext): Promise<PublicApi> {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const log = vscode.window.createOutputChannel('GPU Rental', { log: true });
  const createClient = (baseUrl: string, apiKey: string, observer?: CallObserver) =>
    new Client({ baseUrl, apiKey, fetch: lazyFetch, observer });
  const stores = createStores(context, createClient);
  const { accounts, instances, users } = stores;
  const sshEntries = new SshEntries({ ...stores, setup: sshSetup });
  const tunnels = new Tunnels(sshSetup);
  const twoFactor = new LazyTwoFactorPanels({ ...stores, extensionUri: context.extensionUri });
  const launching = createLaunchViews(stores, context.globalState);
  const services: Services = {
    ...stores,
    ...launching,
    sshEntries,
    sshSetup,
    dialogs,
    remoteWindow: remoteWindow(context.globalStorageUri),
    tunnels,
    twoFactor,
    createClient,
    memory: context.globalState,
    ready: loadAccounts(accounts),
  };
  context.subscriptions.push(
    log,
    accounts,
    instances,
    users,
    stores.features,
    twoFactor,
    tunnels,
    stores.templates,
    launching.launchViews,
    keepEntries(instances, sshEntries, log),
    new InstancesView(instances, accounts, tunnels, stores.proxied),
    new AccountView(accounts, users, instances),
    new StatusBar(instances),
    new Arrivals(instances, stores),
    registerCommands(services),
    vscode.window.registerUriHandler(new UriHandler(dialogs, runCommand)),
  );
  await followWindow({ ...stores, ...services });
  return createPublicApi(services);
}
