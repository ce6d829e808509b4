import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { Client } from './api/client';
import { lazyFetch } from './api/nodeFetch';
import { registerCommands } from './commands';
import { createPublicApi, type PublicApi } from './commands/publicApi';
import type { Services } from './commands/services';
import { dialogs } from './connect/dialogs';
import { followWindow } from './connect/followWindow';
import { keepEntries } from './connect/keepEntries';
import { remoteWindow } from './connect/remoteWindow';
import { SshEntries } from './connect/sshEntries';
import { sshSetup } from './connect/sshSetup';
import { Tunnels } from './connect/tunnels';
import { createStores } from './stores/createStores';
import { Arrivals } from './views/arrivals';
import { InstancesView } from './views/instancesView';
import { loadAccounts } from './views/loadAccounts';
import { Reports } from './views/reports';
import { StatusBar } from './views/statusBar';

export async function activate(context: vscode.ExtensionContext): Promise<PublicApi> {
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  const log = vscode.window.createOutputChannel('GPU Rental', { log: true });
  const createClient = (baseUrl: string, apiKey: string) => new Client({ baseUrl, apiKey, fetch: lazyFetch });
  const stores = createStores(context, createClient);
  const { accounts, instances, awaited, proxied, files, snapshots } = stores;
  const sshEntries = new SshEntries({
    accounts: files,
    snapshots,
    proxied,
    setup: sshSetup,
    pauseFile: stores.sshPauseFile,
  });
  const reports = new Reports();
  const tunnels = new Tunnels(sshSetup);
  const services: Services = {
    ...stores,
    sshEntries,
    sshSetup,
    dialogs,
    remoteWindow,
    reports,
    tunnels,
    createClient,
    memory: context.globalState,
  };
  context.subscriptions.push(
    log,
    accounts,
    instances,
    reports,
    tunnels,
    keepEntries(instances, sshEntries, log),
    new InstancesView(instances, accounts, tunnels),
    new StatusBar(instances),
    new Arrivals(instances, awaited),
    registerCommands(services),
  );
  await followWindow(loadAccounts(accounts), instances, sshEntries);
  return createPublicApi(services);
}
