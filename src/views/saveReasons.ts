import * as vscode from 'vscode';

/**
 * Tells a file system whether a person saved or VS Code did by itself: a write does not say, but the event just
 * before it does.
 */
export class SaveReasons implements vscode.Disposable {
  readonly #reasons = new Map<string, vscode.TextDocumentSaveReason>();
  readonly #subscription: vscode.Disposable;

  constructor(scheme: string) {
    this.#subscription = vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
      if (document.uri.scheme === scheme) this.#reasons.set(document.uri.toString(), reason);
    });
  }

  /** Whether the write that is under way was asked for by a person. */
  takeManual(uri: vscode.Uri): boolean {
    const reason = this.#reasons.get(uri.toString());
    this.#reasons.delete(uri.toString());
    return reason === vscode.TextDocumentSaveReason.Manual;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
