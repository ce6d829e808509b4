import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import type { Clock } from '../../clock';
import type { LateFiles, TextSource } from './lateFiles';
import type { ReadOnlyTexts } from './readOnlyTexts';

/** Texts of one scheme that exist only in this extension. */
export abstract class TextFiles implements TextSource, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #clock: Clock;
  readonly #reasons: SaveReasons;
  readonly #registration: vscode.Disposable;
  /**
   * The time of the last change by URI, in milliseconds since the epoch; never the same twice, so that VS Code notices
   * each change.
   */
  readonly #changedAt = new Map<string, number>();

  readonly onDidChangeFile = this.#changed.event;

  constructor(files: LateFiles, scheme: string, clock: Clock) {
    this.#clock = clock;
    this.#reasons = new SaveReasons(scheme);
    this.#registration = files.attach(this);
  }

  /** The text of a file. @throws FileSystemError FileNotFound */
  protected abstract textOf(uri: vscode.Uri): Promise<string>;

  /**
   * Takes what an editor saved; `manual` if a person saved. If it rejects, the document stays unsaved and VS Code shows
   * the message.
   */
  protected abstract takeText(uri: vscode.Uri, text: string, manual: boolean): Promise<void>;

  /** Notifies editors that a file's text has changed. */
  announce(uri: vscode.Uri): void {
    this.#touch(uri);
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from(await this.textOf(uri), 'utf8');
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const manual = this.#reasons.takeManual(uri);
    try {
      await this.takeText(uri, Buffer.from(content).toString('utf8'), manual);
    } catch (error) {
      // VS Code shows it in its own notification, with links.
      throw error instanceof vscode.FileSystemError ? error : new Error(describeError(error).message);
    }
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

  dispose(): void {
    this.#registration.dispose();
    this.#reasons.dispose();
    this.#changed.dispose();
  }

  #touch(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#changedAt.set(key, Math.max(this.#clock.now(), (this.#changedAt.get(key) ?? 0) + 1));
  }
}

/** Closes the tabs that show a file, in any group. */
export async function closeTabs(uri: vscode.Uri): Promise<void> {
  const tabs = allTabs().filter((tab) => shows(tab, uri));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
}

/** Closes diff editors with the file on the right side. */
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

/** Tells a file system whether a person or VS Code saved: a write doesn't say, but the event just before it does. */
class SaveReasons implements vscode.Disposable {
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  readonly #subscription: vscode.Disposable;

  constructor(scheme: string) {
    this.#subscription = vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (document.uri.scheme === scheme) this.#reasons.set(document.uri.toString(), reason);
    });
  }

  /** Whether a person requested the current write. */
  takeManual(uri: vscode.Uri): boolean {
    const reason = this.#reasons.get(uri.toString());
    this.#reasons.delete(uri.toString());
    return reason === vscode.TextDocumentSaveReason.Manual;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

/** Shows a text that can only be read, such as a log, at its end. */
export async function showAtItsEnd(
  { texts }: { texts: ReadOnlyTexts },
  name: string,
  text: string,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(texts.put(name, text));
  const end = document.lineAt(document.lineCount - 1).range.end;
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(end, end) });
}
