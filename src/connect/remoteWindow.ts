import * as vscode from 'vscode';

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
}

export const remoteWindow: RemoteWindow = {
  provider: () => sshExtensions.find((id) => vscode.extensions.getExtension(id)),
  open: async (alias, folder) => {
    await rememberPlatform(alias);
    const uri = vscode.Uri.from({ scheme: 'vscode-remote', authority: `ssh-remote+${alias}`, path: folder });
    await vscode.commands.executeCommand('vscode.openFolder', uri, { forceNewWindow: true });
  },
};

/** Remote-SSH on Windows asks for the platform otherwise. A setting that cannot be written is no error. */
async function rememberPlatform(alias: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('remote.SSH');
  const known = configuration.inspect<Record<string, string>>('remotePlatform')?.globalValue;
  if (known?.[alias] === 'linux') return;
  try {
    const merged = { ...known, [alias]: 'linux' };
    await configuration.update('remotePlatform', merged, vscode.ConfigurationTarget.Global);
  } catch {
    // The setting is a convenience: without it Remote-SSH asks.
  }
}
