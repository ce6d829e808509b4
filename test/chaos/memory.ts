import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Computer } from './window';
import type { Life, Time } from './time';

/** What VS Code keeps for the extension: secrets in the system's keyring, and what it remembers. */
export class Memory {
  readonly #secrets = new Map<string, string>();
  readonly #remembered = new Map<string, unknown>();
  readonly #mementos = new Map<Life, Map<string, unknown>>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();

  /** What VS Code writes to its own file. */
  get remembered(): string {
    return JSON.stringify([...this.#remembered]);
  }

  /** What activation gets. */
  contextOf({ storage, extensionFolder, troubles, time }: Computer, life: Life) {
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
      globalState: this.#memento(life, time),
      workspaceState: memento(new Map()),
      globalStorageUri: vscode.Uri.file(storage),
      extensionUri: vscode.Uri.file(extensionFolder),
      extension: { packageJSON, extensionKind: vscode.ExtensionKind.UI },
    };
  }

  /** A window sees its own changes at once, and those of the others soon after. */
  #memento(life: Life, time: Time) {
    const own = new Map(this.#remembered);
    this.#mementos.set(life, own);
    const change = (values: Map<string, unknown>, key: string, value: unknown) =>
      void (value === undefined ? values.delete(key) : values.set(key, value));
    return {
      ...memento(own),
      update: (key: string, value: unknown) => {
        change(own, key, value);
        change(this.#remembered, key, value);
        for (const [other, values] of this.#mementos)
          if (other !== life) time.after(seenAfter, () => change(values, key, value), other);
        return Promise.resolve();
      },
    };
  }

  #reached<T>(troubles: Computer['troubles'], use: () => T): Promise<T> {
    if (troubles.isKeyringBroken) return Promise.reject(new Error('The keyring does not answer.'));
    return Promise.resolve(use());
  }
}

/** Milliseconds until another window sees what one has remembered. */
const seenAfter = 100;

function memento(values: Map<string, unknown>) {
  return {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: (key: string, value: unknown) => {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
      return Promise.resolve();
    },
    setKeysForSync: () => undefined,
  };
}
