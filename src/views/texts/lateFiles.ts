import * as vscode from 'vscode';

/** The schemes of the texts that are edited in tabs. */
export const schemes = { template: 'gpu-template', launch: 'gpu-launch' } as const;

/** The storage behind a file system of texts. */
export interface TextSource {
  readonly onDidChangeFile: vscode.Event<vscode.FileChangeEvent[]>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void>;
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
}

/**
 * A file system of texts that is registered from the start, because a tab of an earlier window may show one. Its
 * storage is attached once it is loaded. Files can't be listed, created, renamed or deleted.
 */
export class LateFiles implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #attached = Promise.withResolvers<TextSource>();
  readonly #load: () => Promise<unknown>;
  readonly #registration: vscode.Disposable;

  readonly onDidChangeFile = this.#changed.event;

  /** @param load loads and attaches the storage; every access waits for it */
  constructor(scheme: string, load: () => Promise<unknown>) {
    this.#load = load;
    // An unsaved text of an earlier window is restored without a look at its file.
    const prepare = ({ uri }: vscode.TextDocument): void => {
      if (uri.scheme === scheme) void load().catch(() => undefined); // Reading the file says why.
    };
    vscode.workspace.textDocuments.forEach(prepare);
    this.#registration = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider(scheme, this, { isCaseSensitive: true }),
      vscode.workspace.onDidOpenTextDocument(prepare),
    );
  }

  attach(source: TextSource): vscode.Disposable {
    this.#attached.resolve(source);
    return source.onDidChangeFile((changes) => this.#changed.fire(changes));
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#source()).readFile(uri);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await (await this.#source()).writeFile(uri, content);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.#source()).stat(uri);
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
    this.#changed.dispose();
  }

  async #source(): Promise<TextSource> {
    await this.#load();
    return this.#attached.promise;
  }
}
