export interface WorkbenchOptions {
  /** The folder the window opens on. */
  folder: string;
  /** What a driven window does instead of waiting for a person. */
  orders?: {
    /** The folder of an extension that runs from its sources. */
    extension: string;
    /** The bundled suite that the extension host plays. */
    suite: string;
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
        ['extensionTestsPath', uri(orders.suite)],
        ['skipWelcome', 'true'],
        ['skipReleaseNotes', 'true'],
      ]),
    );
  return `${origin}/?${query.toString()}`;
}
