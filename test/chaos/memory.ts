import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Computer } from './window';
import type { Life } from './time';

/** What VS Code keeps for the extension: secrets in the system's keyring, and what it remembers. */
export class Memory {
  readonly #secrets = new Map<string, string>();
  readonly #remembered = new Map<string, unknown>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();

  /** What activation gets. */
  contextOf({ storage, extensionFolder, troubles }: Computer, life: Life) {
    const packageJSON: unknown = JSON.parse(readFileSync(join(extensionFolder, 'package.json'), 'utf8'));
    const subscriptions: { dispose(): unknown }[] = [];
    const secrets = {
      keys: () => Promise.resolve([...this.#secrets.keys()]),
      get: (key: string) => this.#reached(troubles, () => this.#secrets.get(key)),
      store: (key: string, value: string) =>
        this.#reached(troubles, () => {
          this.#secrets.set(key, value);
          this.#changed.fire({ key });
        }),
      delete: (key: string) =>
        this.#reached(troubles, () => {
          this.#secrets.delete(key);
          this.#changed.fire({ key });
        }),
      onDidChange: (listener: (event: vscode.SecretStorageChangeEvent) => unknown) => {
        const heard = this.#changed.event((event) => {
          if (!life.isOver) listener(event);
        });
        subscriptions.push(heard);
        return heard;
      },
    };
    return {
      subscriptions,
      secrets,
      globalState: memento(this.#remembered),
      workspaceState: memento(new Map()),
      globalStorageUri: vscode.Uri.file(storage),
      extensionUri: vscode.Uri.file(extensionFolder),
      extension: { packageJSON, extensionKind: vscode.ExtensionKind.UI },
    };
  }

  #reached<T>(troubles: Computer['troubles'], use: () => T): Promise<T> {
    if (troubles.isKeyringBroken) return Promise.reject(new Error('The keyring does not answer.'));
    return Promise.resolve(use());
  }
}

/** A window reads what is remembered when it opens, and sees its own changes. */
function memento(shared: Map<string, unknown>) {
  const own = new Map(shared);
  return {
    keys: () => [...own.keys()],
    get: (key: string, otherwise?: unknown) => own.get(key) ?? otherwise,
    update: (key: string, value: unknown) => {
      for (const values of [own, shared])
        if (value === undefined) values.delete(key);
        else values.set(key, value);
      return Promise.resolve();
    },
    setKeysForSync: () => undefined,
  };
}
