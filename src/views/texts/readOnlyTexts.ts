import * as vscode from 'vscode';

export const textScheme = 'gpu-rental-text';

/** Read-only texts to view, copy and compare. */
export class ReadOnlyTexts
  implements vscode.TextDocumentContentProvider, vscode.InlayHintsProvider, vscode.Disposable
{
  readonly #texts = new Map<string, string>();
  readonly #hints = new Map<string, ReadonlyMap<number, string>>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#registration = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(textScheme, this),
      vscode.languages.registerInlayHintsProvider({ scheme: textScheme }, this),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  provideInlayHints(document: vscode.TextDocument): vscode.InlayHint[] {
    return [...(this.#hints.get(document.uri.toString()) ?? [])]
      .filter(([line]) => line < document.lineCount)
      .map(([line, words]) => {
        const hint = new vscode.InlayHint(document.lineAt(line).range.end, words);
        hint.paddingLeft = true;
        return hint;
      });
  }

  /**
   * The extension of `name` selects the language. An open text with the same name is replaced. `version` distinguishes
   * two texts with one name, so that a diff editor shows no renaming. `hints` are shown at the ends of lines without
   * being part of the text, by line number from 0.
   */
  put(name: string, text: string, version = '', hints: ReadonlyMap<number, string> = new Map()): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: textScheme, path: `/${name}`, query: version });
    this.#texts.set(uri.toString(), text);
    this.#hints.set(uri.toString(), hints);
    this.#changed.fire(uri);
    return uri;
  }

  /** Shows a report as rendered Markdown. A report with the same name is replaced. */
  async showReport(name: string, markdown: string): Promise<void> {
    await vscode.commands.executeCommand('markdown.showPreview', this.put(`${name}.md`, markdown));
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
