import * as vscode from 'vscode';
import { TextDocument } from './textDocument';
import type { Life, Time } from './time';

type Reason = vscode.TextDocumentSaveReason;

/** What VS Code has of a window's editors when it is gone, and shows again in the next window. */
export interface LeftEditors {
  /** The addresses of open tabs. */
  tabs: string[];
  /** Unsaved texts by address, which VS Code writes to files. */
  backups: Map<string, string>;
}

interface EditorWorld {
  time: Time;
  life: Life;
  /** From the windows before. The window takes it over, and leaves its own there. */
  left: LeftEditors;
  /** What VS Code shows when a save fails. */
  told: (message: string) => void;
  /** Whether VS Code saves by itself a second after each change. */
  savesByItself: boolean;
}

const backupAfter = 1000;

/** The text editors of one window: documents of file systems that the extension provides, their tabs, and their saving. */
export class Editors {
  readonly documents = new Map<string, TextDocument>();
  readonly opened = new vscode.EventEmitter<TextDocument>();
  readonly closed = new vscode.EventEmitter<TextDocument>();
  readonly saved = new vscode.EventEmitter<TextDocument>();
  readonly changed = new vscode.EventEmitter<{
    document: TextDocument;
    contentChanges: { text: string }[];
  }>();
  readonly willSave = new vscode.EventEmitter<{
    document: TextDocument;
    reason: Reason;
    waitUntil: (edits: Thenable<vscode.TextEdit[]>) => void;
  }>();
  readonly #world: EditorWorld;
  readonly #providers = new Map<string, vscode.FileSystemProvider>();
  readonly #opening = new Map<string, Promise<TextDocument>>();
  readonly #tabs: { input: vscode.TabInputText | vscode.TabInputTextDiff }[] = [];
  active: TextDocument | undefined;

  constructor(world: EditorWorld) {
    this.#world = world;
  }

  /** Whether it is a document of a file system that the extension provides. */
  has({ scheme }: vscode.Uri): boolean {
    return this.#providers.has(scheme);
  }

  get tabs() {
    return [...this.#tabs];
  }

  /** Shows what was open in the windows before. */
  async restore(): Promise<void> {
    const { left } = this.#world;
    const [tabs, backups] = [left.tabs.splice(0), new Map(left.backups)];
    left.backups.clear();
    for (const address of new Set([...tabs, ...backups.keys()])) {
      const text = backups.get(address);
      // What can't be opened now stays in its backup.
      await this.show(vscode.Uri.parse(address), text).catch(() => {
        if (text !== undefined) left.backups.set(address, text);
      });
    }
  }

  /** The window is gone. */
  leave(): void {
    const { left } = this.#world;
    for (const [address, { isDirty }] of this.documents) {
      left.tabs.push(address);
      if (!isDirty) left.backups.delete(address);
    }
  }

  provide(scheme: string, provider: vscode.FileSystemProvider): vscode.Disposable {
    this.#providers.set(scheme, provider);
    return provider.onDidChangeFile((changes) => {
      for (const { uri } of changes) void this.#reload(uri);
    });
  }

  /** Opens a document. @param backup the text that was not saved */
  async open(uri: vscode.Uri, backup?: string): Promise<TextDocument> {
    const key = uri.toString();
    const known = this.documents.get(key) ?? this.#opening.get(key);
    if (known) return known;
    const opening = this.#read(uri, backup);
    this.#opening.set(key, opening);
    return opening.finally(() => this.#opening.delete(key));
  }

  async show(uri: vscode.Uri, backup?: string): Promise<TextDocument> {
    const document = await this.open(uri, backup);
    const key = uri.toString();
    if (!this.#tabs.some(({ input }) => 'uri' in input && input.uri.toString() === key))
      this.#tabs.push({ input: new vscode.TabInputText(uri) });
    this.active = document;
    return document;
  }

  compare(left: vscode.Uri, right: vscode.Uri): void {
    this.#tabs.push({ input: new vscode.TabInputTextDiff(left, right) });
  }

  /** VS Code asks about unsaved changes, and the person cancels. */
  closeTabs(closed: readonly unknown[]): void {
    for (const tab of closed) {
      const index = this.#tabs.findIndex((one) => one === tab);
      const input = this.#tabs[index]?.input;
      const isUnsaved = input && 'uri' in input && this.documents.get(input.uri.toString())?.isDirty === true;
      if (index >= 0 && !isUnsaved) this.#tabs.splice(index, 1);
    }
    const shown = new Set(this.#tabs.flatMap(({ input }) => ('uri' in input ? [input.uri.toString()] : [])));
    for (const [key, document] of this.documents) {
      if (shown.has(key)) continue;
      this.documents.delete(key);
      this.#world.left.backups.delete(key);
      document.isClosed = true;
      if (this.active === document) this.active = undefined;
      this.#fire(this.closed, document);
    }
  }

  /** Throws the changes in front away, as the person would. */
  async revert({ closes }: { closes: boolean }): Promise<void> {
    const document = this.active;
    if (!document) return;
    document.isDirty = false;
    this.#world.left.backups.delete(document.uri.toString());
    if (!closes) return this.#reload(document.uri);
    this.closeTabs(
      this.#tabs.filter(({ input }) => 'uri' in input && input.uri.toString() === document.uri.toString()),
    );
  }

  /** The person types, or the extension changes the text. */
  async apply(uri: vscode.Uri, edits: readonly vscode.TextEdit[]): Promise<void> {
    const document = await this.open(uri);
    const places = edits.map(({ range, newText }) => ({
      from: document.offsetAt(range.start),
      to: document.offsetAt(range.end),
      newText,
    }));
    const text = places
      .toSorted((a, b) => b.from - a.from)
      .reduce((all, { from, to, newText }) => all.slice(0, from) + newText + all.slice(to), document.text);
    this.type(document, text);
  }

  type(document: TextDocument, text: string): void {
    if (text === document.text || document.isClosed) return;
    this.#setText(document, text);
    document.isDirty = true;
    const { time, life, left, savesByItself } = this.#world;
    const { version } = document;
    const key = document.uri.toString();
    time.after(
      backupAfter,
      () => {
        if (document.version !== version || !document.isDirty || document.isClosed) return;
        left.backups.set(key, document.text);
        if (savesByItself) void this.save(document, vscode.TextDocumentSaveReason.AfterDelay);
      },
      life,
    );
  }

  /** False, and the document stays unsaved, if that fails; VS Code then shows why. */
  async save(document: TextDocument, reason: Reason): Promise<boolean> {
    if (!document.isDirty || document.isClosed) return true;
    return this.#write(document, reason).then(
      () => true,
      (error: unknown) => {
        this.#world.told(`Failed to save: ${error instanceof Error ? error.message : String(error)}`);
        return false;
      },
    );
  }

  async #write(document: TextDocument, reason: Reason): Promise<void> {
    const { life, left } = this.#world;
    const { uri } = document;
    const waited: Thenable<vscode.TextEdit[]>[] = [];
    this.#fire(this.willSave, { document, reason, waitUntil: (edits) => void waited.push(edits) });
    for (const edits of waited) await this.apply(uri, await edits);
    const provider = this.#providerOf(uri);
    const { mtime } = await provider.stat(uri);
    if (mtime > document.mtime) throw new Error('The content of the file is newer.');
    const { version, text } = document;
    await provider.writeFile(uri, Buffer.from(text), { create: false, overwrite: true });
    if (life.isOver) return;
    document.mtime = (await provider.stat(uri)).mtime;
    if (document.version === version) {
      document.isDirty = false;
      left.backups.delete(uri.toString());
    }
    this.#fire(this.saved, document);
  }

  async #read(uri: vscode.Uri, backup: string | undefined): Promise<TextDocument> {
    const provider = this.#providerOf(uri);
    const text = Buffer.from(await provider.readFile(uri)).toString();
    const { mtime } = await provider.stat(uri);
    const document = new TextDocument(uri, backup ?? text, mtime, (one) =>
      this.save(one, vscode.TextDocumentSaveReason.Manual),
    );
    document.isDirty = backup !== undefined;
    if (backup !== undefined) this.#world.left.backups.set(uri.toString(), backup);
    this.documents.set(uri.toString(), document);
    this.#fire(this.opened, document);
    return document;
  }

  /** A document with unsaved changes keeps them. */
  async #reload(uri: vscode.Uri): Promise<void> {
    const document = this.documents.get(uri.toString());
    if (!document || document.isDirty) return;
    const provider = this.#providerOf(uri);
    const text = Buffer.from(await provider.readFile(uri)).toString();
    const { mtime } = await provider.stat(uri);
    if (document.isDirty || document.isClosed) return;
    document.mtime = mtime;
    if (text !== document.text) this.#setText(document, text);
  }

  #setText(document: TextDocument, text: string): void {
    document.text = text;
    document.version += 1;
    this.#fire(this.changed, { document, contentChanges: [{ text }] });
  }

  #providerOf(uri: vscode.Uri): vscode.FileSystemProvider {
    const provider = this.#providers.get(uri.scheme);
    if (!provider) throw vscode.FileSystemError.Unavailable(uri);
    return provider;
  }

  #fire<T>(emitter: vscode.EventEmitter<T>, value: T): void {
    if (!this.#world.life.isOver) emitter.fire(value);
  }
}
