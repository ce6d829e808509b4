import * as vscode from 'vscode';

/** A secret storage that windows of a test share. */
export class MemorySecrets implements vscode.SecretStorage {
  readonly #values = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;
  keys = () => Promise.resolve([...this.#values.keys()]);
  get = (key: string) => Promise.resolve(this.#values.get(key));
  store = (key: string, value: string) => {
    this.#values.set(key, value);
    this.#changed.fire({ key });
    return Promise.resolve();
  };
  delete = (key: string) => {
    this.#values.delete(key);
    this.#changed.fire({ key });
    return Promise.resolve();
  };
}
