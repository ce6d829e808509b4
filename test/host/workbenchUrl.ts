export interface WorkbenchOptions {
  /** The folder the window opens on. */
  folder: string;
  /** What a driven window does instead of waiting for a person. */
  orders?: {
    /** The folder of an extension that runs from its sources. */
    extension: string;
    /** The bundled suite that the extension host plays, if any. */
    suite?: string;
    /** The loopback port at which the extension host lets a debugger in, if any. */
    inspectPort?: number;
  };
}

/** The address of a window on the server at `origin`; all paths are absolute ones of this machine. */
export function workbenchUrl(origin: string, { folder, orders }: WorkbenchOptions): string {
  const query = new URLSearchParams({ folder });
  const uri = (path: string) => `vscode-remote://${new URL(origin).host}${path}`;
  if (orders)
    query.set(
      'payload',
      JSON.stringify([
        ['extensionDevelopmentPath', uri(orders.extension)],
        ...(orders.suite ? [['extensionTestsPath', uri(orders.suite)]] : []),
        ...(orders.inspectPort ? [['inspect-extensions', String(orders.inspectPort)]] : []),
        ['skipWelcome', 'true'],
        ['skipReleaseNotes', 'true'],
      ]),
    );
  return `${origin}/?${query.toString()}`;
}
