import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { nodeFileSystem } from '../../ssh/files/fileSystem';
import { settings } from '../../stores/settings';
import { IntegrationRecord } from '../../ssh/config/integrationRecord';
import { type Platforms, platformsSetting } from '../../ssh/platformSettings';
import { ignore, instead, type Log } from '../../log/log';
import { findSshExtension, type InstalledExtension } from './sshExtensions';

/** How a window on an alias is opened; tests pass their own. */
export interface RemoteWindow {
  /** The extension that would open it; undefined if none is installed. */
  provider(): string | undefined;
  /** Without a folder, the window is empty. */
  open(alias: string, folder: string | undefined): Promise<void>;
  /** Removes what `open` stored in the settings. */
  forget(): Promise<void>;
}

export interface RemoteWindowOptions {
  openFolder: (uri: vscode.Uri) => Thenable<unknown>;
  openEmpty: (authority: string) => Thenable<unknown>;
  extensions?: () => readonly InstalledExtension[];
  /** Tells the uninstall hook, which can't read settings, which files contain our hosts. */
  record: Pick<IntegrationRecord, 'addSettings' | 'listSettings' | 'forgetSettings'>;
  /** The file with the user's settings, if it can be found. */
  settingsFile: string;
  log: Log;
}

export const createRemoteWindow = ({
  openFolder,
  openEmpty,
  extensions = () => vscode.extensions.all,
  record,
  settingsFile,
  log,
}: RemoteWindowOptions): RemoteWindow => ({
  provider: () => findSshExtension(extensions()),
  open: async (alias, folder) => {
    const changed = await editPlatforms((known) =>
      known[alias] === undefined ? { ...known, [alias]: 'linux' } : undefined,
    );
    // The person may have a host with such a name. Only remove what we wrote.
    const why = 'the uninstall hook then leaves a harmless setting';
    if (changed) await record.addSettings(settingsFile, alias).catch(ignore(log, why));
    const authority = `ssh-remote+${alias}`;
    if (folder === undefined) await openEmpty(authority);
    else await openFolder(vscode.Uri.from({ scheme: 'vscode-remote', authority, path: folder }));
  },
  forget: async () => {
    const why = 'without the record, we don’t know what is ours';
    const recorded = await record.listSettings().catch(instead(log, why, []));
    const { hosts } = recorded.find(({ file }) => file === settingsFile) ?? {};
    if (!hosts) return;
    await editPlatforms((known) => {
      const others = Object.entries(known).filter(([host]) => !hosts.includes(host));
      return others.length === Object.keys(known).length ? undefined : Object.fromEntries(others);
    });
    await record.forgetSettings(settingsFile).catch(ignore(log, 'the uninstall hook tries again'));
  },
});

/** Opens windows of this VS Code. @param globalStorage the extension's folder, which is below the user's settings */
export const remoteWindow = (globalStorage: Pick<vscode.Uri, 'fsPath'>, log: Log): RemoteWindow =>
  createRemoteWindow({
    openFolder: (uri) => {
      const window = settings.connect.reusesWindow ? { forceReuseWindow: true } : { forceNewWindow: true };
      return vscode.commands.executeCommand('vscode.openFolder', uri, window);
    },
    openEmpty: (remoteAuthority) =>
      vscode.commands.executeCommand('vscode.newWindow', {
        remoteAuthority,
        reuseWindow: settings.connect.reusesWindow,
      }),
    record: new IntegrationRecord(nodeFileSystem, homedir()),
    log,
    settingsFile: path.join(globalStorage.fsPath, '../../settings.json'),
  });

/** For Remote-SSH on Windows, which asks for unknown platforms. Returns whether the setting was changed. */
async function editPlatforms(edit: (known: Platforms) => Platforms | undefined): Promise<boolean> {
  const configuration = vscode.workspace.getConfiguration(platformsSetting.section);
  const edited = edit(configuration.inspect<Platforms>(platformsSetting.name)?.globalValue ?? {});
  if (!edited) return false;
  return configuration
    .update(
      platformsSetting.name,
      Object.keys(edited).length === 0 ? undefined : edited,
      vscode.ConfigurationTarget.Global,
    )
    .then(
      () => true,
      () => false,
    );
}
