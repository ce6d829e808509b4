import * as vscode from 'vscode';
import type { Front } from './screen';

const schemes = ['gpu-template', 'gpu-launch'];

/** The host's documents, which belong to one window at a time: the first that is still open. */
export function editorOf(): { front: Front; close: () => void } {
  const front: Front = { window: undefined, files: new Map() };
  const providerOf = (scheme: string): vscode.FileSystemProvider => {
    const found = front.window && front.files.get(scheme)?.get(front.window);
    if (!found) throw vscode.FileSystemError.Unavailable('No window has the editor.');
    return found;
  };
  const registrations = schemes.map((scheme) =>
    vscode.workspace.registerFileSystemProvider(
      scheme,
      {
        onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
        readFile: (uri) => providerOf(scheme).readFile(uri),
        writeFile: (uri, content, options) => providerOf(scheme).writeFile(uri, content, options),
        stat: (uri) => providerOf(scheme).stat(uri),
        watch: () => new vscode.Disposable(() => undefined),
        readDirectory: () => [],
        createDirectory: () => undefined,
        delete: () => undefined,
        rename: () => undefined,
      },
      { isCaseSensitive: true },
    ),
  );
  return {
    front,
    close: () => {
      for (const one of registrations) one.dispose();
    },
  };
}
