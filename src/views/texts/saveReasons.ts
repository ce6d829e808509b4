import * as vscode from 'vscode';

/** Tells a file system whether a person or VS Code saved: a write doesn't say, but the event just before it does. */
export class SaveReasons implements vscode.Disposable {
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
