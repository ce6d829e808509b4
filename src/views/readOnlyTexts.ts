import * as vscode from 'vscode';

const scheme = 'gpu-rental-text';

/** Texts to look at and compare with, which nobody can change. */
export class ReadOnlyTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.path) ?? '';
  }

  /** `name` ends as the language wants it; a text of the same name before takes the new one. */
  put(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    this.#texts.set(uri.path, text);
    this.#changed.fire(uri);
    return uri;
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
