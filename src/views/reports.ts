import * as vscode from 'vscode';

const scheme = 'gpu-rental-report';

/** Reports as read-only documents, shown as rendered Markdown and copied like any text. */
export class Reports implements vscode.TextDocumentContentProvider, vscode.Disposable {
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

  /** Shows a report under a name; one of the same name before takes the new text. */
  async show(name: string, markdown: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}.md` });
    this.#texts.set(uri.path, markdown);
    this.#changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
