import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { nodeFileSystem } from '../ssh/fileSystem';
import { IntegrationRecord } from '../ssh/integrationRecord';
import { type Platforms, platformsSetting } from '../ssh/platformSettings';

/** Extensions that open windows on `ssh-remote+<host>`, in the order in which they are looked for. */
const sshExtensions = [
  'jeanp413.open-remote-ssh',
  'codeium.windsurf-remote-openssh',
  'anysphere.remote-ssh',
  'ms-vscode-remote.remote-ssh',
  'google.antigravity-remote-openssh',
] as const;

/** How a window on an alias is opened; tests hand over their own. */
export interface RemoteWindow {
  /** The extension that would open it; undefined when none is installed. */
  provider(): string | undefined;
  open(alias: string, folder: string): Promise<void>;
  /** Takes back what `open` remembered in the settings. */
  forget(): Promise<void>;
}

export interface RemoteWindowOptions {
  openFolder: (uri: vscode.Uri) => Thenable<unknown>;
  /** Of which the uninstall hook, which has no settings, learns where hosts of ours are named. */
  record: Pick<IntegrationRecord, 'addSettings' | 'listSettings' | 'forgetSettings'>;
  /** The file that holds the user's settings, as far as it can be known. */
  settingsFile: string;
}

export const createRemoteWindow = ({
  openFolder,
  record,
  settingsFile,
}: RemoteWindowOptions): RemoteWindow => ({
  provider: () => sshExtensions.find((id) => vscode.extensions.getExtension(id)),
  open: async (alias, folder) => {
    const changed = await editPlatforms((known) =>
      known[alias] === undefined ? { ...known, [alias]: 'linux' } : undefined,
    );
    // A host of the person's own may have such a name, too: only what we wrote is taken back.
    if (changed) await record.addSettings(settingsFile, alias).catch(() => undefined);
    await openFolder(
      vscode.Uri.from({ scheme: 'vscode-remote', authority: `ssh-remote+${alias}`, path: folder }),
    );
  },
  forget: async () => {
    const recorded = await record.listSettings().catch(() => []);
    const { hosts } = recorded.find(({ file }) => file === settingsFile) ?? {};
    if (!hosts) return;
    await editPlatforms((known) => {
      const others = Object.entries(known).filter(([host]) => !hosts.includes(host));
      return others.length === Object.keys(known).length ? undefined : Object.fromEntries(others);
    });
    await record.forgetSettings(settingsFile).catch(() => undefined);
  },
});

/** The window of this VS Code. @param globalStorage the extension's, which lies below the user's settings */
export const remoteWindow = (globalStorage: vscode.Uri): RemoteWindow =>
  createRemoteWindow({
    openFolder: (uri) => vscode.commands.executeCommand('vscode.openFolder', uri, { forceNewWindow: true }),
    record: new IntegrationRecord(nodeFileSystem, homedir()),
    settingsFile: path.join(globalStorage.fsPath, '../../settings.json'),
  });

/**
 * Remote-SSH on Windows asks for a platform that it does not know. Tells whether the setting was changed: one that
 * cannot be written is no error, because it is a convenience.
 */
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
