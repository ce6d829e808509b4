import * as vscode from 'vscode';
import { idOfAlias } from '../ssh/alias';

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

export const createRemoteWindow = (openFolder: (uri: vscode.Uri) => Thenable<unknown>): RemoteWindow => ({
  provider: () => sshExtensions.find((id) => vscode.extensions.getExtension(id)),
  open: async (alias, folder) => {
    await rememberPlatform(alias);
    await openFolder(
      vscode.Uri.from({ scheme: 'vscode-remote', authority: `ssh-remote+${alias}`, path: folder }),
    );
  },
  forget: forgetPlatforms,
});

export const remoteWindow = createRemoteWindow((uri) =>
  vscode.commands.executeCommand('vscode.openFolder', uri, { forceNewWindow: true }),
);

/** Remote-SSH on Windows asks for the platform otherwise. */
async function rememberPlatform(alias: string): Promise<void> {
  await editPlatforms((known) => (known[alias] === 'linux' ? undefined : { ...known, [alias]: 'linux' }));
}

/** Takes our names out of the platforms that Remote-SSH remembers; those of other hosts stay. */
async function forgetPlatforms(): Promise<void> {
  await editPlatforms((known) => {
    const others = Object.entries(known).filter(([host]) => idOfAlias(host) === undefined);
    return others.length === Object.keys(known).length ? undefined : Object.fromEntries(others);
  });
}

type Platforms = Readonly<Record<string, string>>;

/** A setting that cannot be written is no error: it is a convenience. */
async function editPlatforms(edit: (known: Platforms) => Platforms | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('remote.SSH');
  const edited = edit(configuration.inspect<Platforms>('remotePlatform')?.globalValue ?? {});
  if (!edited) return;
  await configuration
    .update('remotePlatform', edited, vscode.ConfigurationTarget.Global)
    .then(undefined, () => undefined);
}
