import { join } from 'node:path';
import type * as vscode from 'vscode';
import { AccountFiles } from './accountFiles';
import { AccountStore, type AccountStoreOptions } from './accountStore';
import { systemClock } from './clock';
import { InstanceStore } from './instanceStore';
import { Keyring } from './keyring';
import { LaunchSecrets } from './launchSecrets';
import { LaunchStore } from './launchStore';
import { Lease } from './lease';
import { MarkerFiles } from './markerFiles';
import { OfferStore } from './offerStore';
import { OptionalFeatures } from './optionalFeatures';
import { Rentals } from './rentals';
import { settings } from './settings';
import { SnapshotFiles } from './snapshotFiles';
import { TemplateStore } from './templateStore';
import { UserStore } from './userStore';

/** What is known, and the files by which windows share it. */
export function createStores(
  {
    globalStorageUri,
    globalState,
    workspaceState,
    secrets,
  }: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'globalState' | 'workspaceState' | 'secrets'>,
  createClient: AccountStoreOptions['createClient'],
) {
  const clock = systemClock;
  const storage = globalStorageUri.fsPath;
  const files = new AccountFiles(join(storage, 'accounts'));
  const snapshots = new SnapshotFiles(files);
  const awaited = new MarkerFiles(files, 'awaited');
  const late = new MarkerFiles(files, 'late');
  const proxied = new MarkerFiles(files, 'proxied');
  const accounts = new AccountStore({ secrets, files, createClient });
  const pollInterval = () => settings.pollIntervalSeconds * 1000;
  const leaseFor = (name: string) => (accountId: string) =>
    new Lease(join(files.folderOf(accountId), `${name}.lease`), clock);
  const instances = new InstanceStore({
    accounts,
    snapshots,
    lease: leaseFor('list'),
    clock,
    pollInterval,
  });
  return {
    clock,
    files,
    snapshots,
    awaited,
    late,
    proxied,
    accounts,
    instances,
    users: new UserStore(accounts, clock),
    features: new OptionalFeatures(accounts),
    offers: new OfferStore(accounts),
    templates: new TemplateStore(accounts),
    launches: new LaunchStore(globalState, workspaceState),
    launchSecrets: new LaunchSecrets(new Keyring(secrets)),
    rentals: new Rentals({ accounts, instances, awaited, lease: leaseFor('rent'), clock }),
    /** Stands while the person has removed the ssh integration. */
    sshPauseFile: join(storage, 'ssh-removed.json'),
  };
}
