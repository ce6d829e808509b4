import * as vscode from 'vscode';

/** Extensions that open windows on `ssh-remote+<host>`, in the order in which they are preferred. */
const sshExtensions = [
  'jeanp413.open-remote-ssh',
  'codeium.windsurf-remote-openssh',
  'anysphere.remote-ssh',
  'ms-vscode-remote.remote-ssh',
  'google.antigravity-remote-openssh',
] as const;
type SshExtension = (typeof sshExtensions)[number];

const ownId = 'gpu-rental.gpu-rental';

/** Extensions that open such windows have this activation event; others, like ours, have it too. */
const resolveEvent = 'onResolveRemoteAuthority:ssh-remote';

export type InstalledExtension = Pick<vscode.Extension<unknown>, 'id' | 'packageJSON'>;

/** How long VS Code may take to start what it has installed, in milliseconds. */
const patience = 10_000;

/** The extension for SSH windows that belongs to an editor, by the scheme of its links. */
export function usualSshExtension(uriScheme: string): { id: SshExtension; name: string } {
  switch (uriScheme.replace(/-(insiders|next)$/, '')) {
    case 'vscode':
      return { id: 'ms-vscode-remote.remote-ssh', name: 'Remote - SSH' };
    case 'cursor':
      return { id: 'anysphere.remote-ssh', name: 'Remote - SSH' };
    case 'windsurf':
      return { id: 'codeium.windsurf-remote-openssh', name: 'Remote - SSH' };
    case 'antigravity':
      return { id: 'google.antigravity-remote-openssh', name: 'Remote - SSH' };
    default:
      return { id: 'jeanp413.open-remote-ssh', name: 'Open Remote - SSH' };
  }
}

/** The id of the extension that would open an SSH window. */
export function findSshExtension(installed: readonly InstalledExtension[]): string | undefined {
  const known = sshExtensions.find((id) => installed.some((one) => one.id.toLowerCase() === id));
  return known ?? installed.find((one) => one.id.toLowerCase() !== ownId && resolvesSsh(one))?.id;
}

function resolvesSsh({ packageJSON }: InstalledExtension): boolean {
  const manifest: unknown = packageJSON;
  if (typeof manifest !== 'object' || manifest === null || !('activationEvents' in manifest)) return false;
  const { activationEvents } = manifest;
  return Array.isArray(activationEvents) && activationEvents.includes(resolveEvent);
}

/**
 * Installs an extension from the editor's marketplace, or enables one that is installed but disabled. Resolves to whether it runs already; if not, the window has to
 * be reloaded. Rejects with VS Code's reason, for example that the marketplace doesn't have it.
 */
export async function installSshExtension(id: string, isThere: () => boolean): Promise<boolean> {
  let check: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const subscription = vscode.extensions.onDidChange(() => check());
  try {
    await vscode.commands.executeCommand('workbench.extensions.installExtension', id, { enable: true });
    if (!isThere())
      await new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patience);
        check = () => isThere() && resolve();
      });
    return isThere();
  } finally {
    clearTimeout(timer);
    subscription.dispose();
  }
}
