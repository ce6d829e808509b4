import * as vscode from 'vscode';

/**
 * A key for `when` clauses. It is set only if its value has changed, because VS Code then checks all its menus again.
 */
export class ContextKey<T extends string | boolean> {
  readonly #name: string;
  #value: T | undefined;

  /** @param initial what a key that was never set means to VS Code */
  constructor(name: string, initial?: T) {
    this.#name = name;
    this.#value = initial;
  }

  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    void vscode.commands.executeCommand('setContext', this.#name, value);
  }
}
