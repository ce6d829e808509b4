import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import type { AccountStore } from '../../stores/accountStore';
import type { TemplateListName, TemplateStore } from '../../stores/templateStore';
import { detailItem, type DetailNode } from '../instanceNodes';
import { isWrongKey } from '../instancesView';
import { filterSummary } from './templateFilters';
import {
  DraftNode,
  type ListNode,
  listTitle,
  type NoteNode,
  templateDetails,
  templateItem,
  TemplateNode,
} from './templateNodes';
import type { TemplateFiles } from './templateFiles';
import { isNew, readPath } from './templatePath';

type Node = ListNode | TemplateNode | DraftNode | NoteNode | DetailNode;

/** The sidebar's lists of templates, drawn from the store. They are asked for when the view is first seen. */
export class TemplatesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #store: TemplateStore;
  readonly #accounts: AccountStore;
  readonly #files: TemplateFiles;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<Node>;
  readonly #subscriptions: vscode.Disposable;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(store: TemplateStore, accounts: AccountStore, files: TemplateFiles) {
    this.#store = store;
    this.#accounts = accounts;
    this.#files = files;
    this.#view = vscode.window.createTreeView('gpuRental.templates', { treeDataProvider: this });
    this.#subscriptions = vscode.Disposable.from(
      this.#view,
      this.#changed,
      this.#view.onDidChangeVisibility(() => this.#loadIfSeen()),
      store.onDidChange(() => this.#redraw()),
      files.onDidChangeDrafts(() => this.#redraw()),
    );
    this.#redraw();
  }

  getChildren(node?: Node): Node[] {
    if (!node) return this.#state() === 'some' ? this.#lists() : [];
    if (node instanceof TemplateNode) {
      const template = this.#templateOf(node);
      return template ? templateDetails(node, template) : [];
    }
    return 'kind' in node && node.kind === 'list' ? this.#rowsOf(node.list) : [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node instanceof TemplateNode) {
      const template = this.#templateOf(node);
      if (!template) return new vscode.TreeItem(String(node.templateId));
      const hasDraft = this.#files.drafts().some((uri) => readPath(uri).key === String(template.id));
      return templateItem(node, template, { isMine: this.#store.isMine(template), hasDraft });
    }
    if (node instanceof DraftNode) return draftItem(node);
    if (!('kind' in node)) return detailItem(node, this.#accounts.active?.id ?? '');
    return node.kind === 'note' ? noteItem(node) : this.#listItem(node.list);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #templateOf({ templateId, list }: TemplateNode) {
    return this.#store.list(list).templates.find(({ id }) => id === templateId);
  }

  #lists(): ListNode[] {
    const names: TemplateListName[] = [
      ...(this.#store.filters ? ['found' as const] : []),
      'mine',
      'recommended',
    ];
    return names.map((list) => ({ kind: 'list', list }));
  }

  #rowsOf(list: TemplateListName): Node[] {
    const { templates, fetchedAt, error } = this.#store.list(list);
    const drafts = list === 'mine' ? this.#files.drafts().filter((uri) => isNew(readPath(uri))) : [];
    const notes: NoteNode[] =
      error !== undefined
        ? [{ kind: 'note', text: describeError(error).message }]
        : templates.length + drafts.length > 0
          ? []
          : [emptyNote(list, fetchedAt === undefined)];
    return [
      ...notes,
      ...drafts.map((uri) => new DraftNode(uri)),
      ...templates.map(({ id }) => new TemplateNode(id, list)),
    ];
  }

  #listItem(list: TemplateListName): vscode.TreeItem {
    const item = new vscode.TreeItem(listTitle(list), vscode.TreeItemCollapsibleState.Expanded);
    item.id = list;
    item.contextValue = `;list;${list};`;
    if (list === 'found') item.description = filterSummary(this.#store.filters ?? {});
    return item;
  }

  #loadIfSeen(): void {
    if (this.#view.visible && this.#accounts.active) void this.#store.load();
  }

  #redraw(): void {
    void vscode.commands.executeCommand('setContext', 'gpuRental.templates.state', this.#state());
    this.#loadIfSeen();
    this.#changed.fire(undefined);
  }

  /** What the view shows instead of lists, when there is no reason to show them. */
  #state(): 'noAccount' | 'wrongKey' | 'unreachable' | 'some' {
    if (!this.#accounts.active) return 'noAccount';
    const lists = (['mine', 'recommended'] as const).map((name) => this.#store.list(name));
    const known = lists.some(({ fetchedAt }) => fetchedAt !== undefined) || this.#files.drafts().length > 0;
    const error = lists.find((list) => list.error !== undefined)?.error;
    if (known || error === undefined) return 'some';
    return isWrongKey(error) ? 'wrongKey' : 'unreachable';
  }
}

function emptyNote(list: TemplateListName, isLoading: boolean): NoteNode {
  if (isLoading) return { kind: 'note', text: vscode.l10n.t('Asking the service…') };
  if (list !== 'mine') return { kind: 'note', text: vscode.l10n.t('None') };
  const title = vscode.l10n.t('None yet: create one');
  return { kind: 'note', text: title, command: { command: 'gpuRental.createTemplate', title } };
}

function noteItem({ text, command }: NoteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(text, vscode.TreeItemCollapsibleState.None);
  item.contextValue = ';note;';
  item.tooltip = text;
  if (command) item.command = command;
  return item;
}

function draftItem({ uri }: DraftNode): vscode.TreeItem {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1).replace('.gpu-template.jsonc', '');
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  item.id = `draft/${uri.path}`;
  item.description = vscode.l10n.t('draft, not sent yet');
  item.iconPath = new vscode.ThemeIcon('edit');
  item.contextValue = ';unsent;';
  item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] };
  item.accessibilityInformation = { label: vscode.l10n.t('Draft of a template, {0}, not sent yet', name) };
  return item;
}
