import * as vscode from 'vscode';

/**
 * A tree view that is registered from the start. Its data provider is loaded when the view is first shown; until then
 * the view shows that it is loading.
 */
export class LateTree<T> implements vscode.TreeDataProvider<T>, vscode.Disposable {
  readonly view: vscode.TreeView<T>;
  readonly #changed = new vscode.EventEmitter<T | T[] | undefined | null>();
  readonly #load: () => Promise<unknown>;
  readonly #secret: string;
  #provider: vscode.TreeDataProvider<T> | undefined;
  #subscription: vscode.Disposable | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  /**
   * @param load loads and attaches a provider
   * @param secret is put into the ids of rows. VS Code takes an id in a command's arguments, which a program can write,
   * for a click on the row.
   */
  constructor(
    id: string,
    load: () => Promise<unknown>,
    secret: string,
    options: Partial<Omit<vscode.TreeViewOptions<T>, 'treeDataProvider'>> = {},
  ) {
    this.#load = load;
    this.#secret = secret;
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
    if (!this.#provider) return this.#loaded().then(() => this.getTreeItem(node));
    const item = this.#provider.getTreeItem(node);
    return 'then' in item ? item.then((it) => this.#marked(it)) : this.#marked(item);
  }

  #marked(item: vscode.TreeItem): vscode.TreeItem {
    if (item.id !== undefined && !item.id.startsWith(this.#secret)) item.id = `${this.#secret}/${item.id}`;
    return item;
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
