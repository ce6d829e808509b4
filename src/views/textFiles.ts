import * as vscode from 'vscode';
import { SaveReasons } from './saveReasons';

/** A file system of texts that exist only here: nothing can be listed, made, renamed or deleted in it. */
export abstract class TextFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #reasons: SaveReasons;
  readonly #registration: vscode.Disposable;
  /** Milliseconds since the epoch of the last change, by URI; never twice the same, so that each is noticed. */
  readonly #changedAt = new Map<string, number>();

  readonly onDidChangeFile = this.#changed.event;

  constructor(scheme: string) {
    this.#reasons = new SaveReasons(scheme);
    this.#registration = vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true });
  }

  /** The text of a file. @throws FileSystemError FileNotFound */
  protected abstract textOf(uri: vscode.Uri): Promise<string>;

  /**
   * Takes over what an editor saved; `manual` when a person asked for it. A rejection leaves the document unsaved and
   * its message is shown.
   */
  protected abstract takeText(uri: vscode.Uri, text: string, manual: boolean): Promise<void>;

  /** Says that a file's text is another one by now, so that an editor shows it. */
  protected announce(uri: vscode.Uri): void {
    this.#touch(uri);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from(await this.textOf(uri), 'utf8');
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const manual = this.#reasons.takeManual(uri);
    await this.takeText(uri, Buffer.from(content).toString('utf8'), manual);
    this.#touch(uri);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: this.#changedAt.get(uri.toString()) ?? 1,
      size: length,
    };
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#reasons.dispose();
    this.#changed.dispose();
  }

  #touch(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#changedAt.set(key, Math.max(Date.now(), (this.#changedAt.get(key) ?? 0) + 1));
  }
}

/** Closes the tabs that show a file, in whatever group. */
export async function closeTabs(uri: vscode.Uri): Promise<void> {
  const tabs = allTabs().filter((tab) => shows(tab, uri));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
}

/** Closes the comparisons that a file stands at the right of. */
export async function closeComparisons(uri: vscode.Uri): Promise<void> {
  const tabs = allTabs().filter(
    ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString(),
  );
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
}

export const isShown = (uri: vscode.Uri): boolean => allTabs().some((tab) => shows(tab, uri));

const allTabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

export function shows({ input }: vscode.Tab, uri: vscode.Uri): boolean {
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}
