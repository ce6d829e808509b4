import * as vscode from 'vscode';

const scheme = 'gpu-rental-text';

/** Texts to look at, to copy from and to compare with, which nobody can change. */
export class ReadOnlyTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /**
   * `name` ends as the language wants it; a text of the same name before takes the new one. `version` tells apart two
   * texts of one name, so that an editor that compares them shows no renaming.
   */
  put(name: string, text: string, version = ''): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${name}`, query: version });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  /** Shows a report as rendered Markdown; one of the same name before takes the new text. */
  async showReport(name: string, markdown: string): Promise<void> {
    await vscode.commands.executeCommand('markdown.showPreview', this.put(`${name}.md`, markdown));
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
