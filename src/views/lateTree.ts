import * as vscode from 'vscode';

/**
 * A tree view that is registered from the start. Its data provider is loaded when the view is first shown; until then
 * the view shows that it is loading.
 */
export class LateTree<T> implements vscode.TreeDataProvider<T>, vscode.Disposable {
  readonly view: vscode.TreeView<T>;
  readonly #changed = new vscode.EventEmitter<T | T[] | undefined | null>();
  readonly #load: () => Promise<unknown>;
  #provider: vscode.TreeDataProvider<T> | undefined;
  #subscription: vscode.Disposable | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  /** @param load loads and attaches a provider */
  constructor(
    id: string,
    load: () => Promise<unknown>,
    options: Partial<Omit<vscode.TreeViewOptions<T>, 'treeDataProvider'>> = {},
  ) {
    this.#load = load;
    this.view = vscode.window.createTreeView(id, { ...options, treeDataProvider: this });
  }

  attach(provider: vscode.TreeDataProvider<T>): void {
    this.#subscription = provider.onDidChangeTreeData?.((nodes) => this.#changed.fire(nodes ?? undefined));
    this.#provider = provider;
  }

  // Returns at once if possible: VS Code drops the children of a row that is refreshed while it waits for them.
  getChildren(node?: T): vscode.ProviderResult<T[]> {
    return this.#provider
      ? this.#provider.getChildren(node)
      : this.#loaded().then((it) => it.getChildren(node));
  }

  getTreeItem(node: T): vscode.TreeItem | Thenable<vscode.TreeItem> {
    return this.#provider
      ? this.#provider.getTreeItem(node)
      : this.#loaded().then((it) => it.getTreeItem(node));
  }

  /** Only rows of the first level are revealed. */
  getParent(): undefined {
    return undefined;
  }

  dispose(): void {
    this.#subscription?.dispose();
    this.#changed.dispose();
    this.view.dispose();
  }

  async #loaded(): Promise<vscode.TreeDataProvider<T>> {
    await this.#load();
    if (!this.#provider) throw new Error('Nothing draws this view.');
    return this.#provider;
  }
}
