import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import { describeError } from '../../api/describeError';
import { plainText } from '../../api/plainText';
import type { Clock } from '../../clock';
import type { AccountStore } from '../../stores/account/accountStore';
import type { InstanceStore } from '../../stores/instances/instanceStore';
import type { TemplateListName } from '../../stores/templates/templateLists';
import type { TemplateStore } from '../../stores/templates/templateStore';
import { detailItem, DetailNode } from '../detailNode';
import { ContextKey, isWrongKey } from '../menuKeys';
import type { LateTree } from '../lateTree';
import { showMessage, staleWords } from '../listMessage';
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
import { searchWords } from './templateWords';
import { commandId } from '../../commandNames';
import { counted } from '../../domain/format';

export type Node = ListNode | TemplateNode | DraftNode | NoteNode | DetailNode;

/** The sidebar's lists of templates, drawn from the store. They are loaded when the view is first visible. */
export class TemplatesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #store: TemplateStore;
  readonly #accounts: AccountStore;
  readonly #files: TemplateFiles;
  readonly #instances: Pick<InstanceStore, 'state'>;
  readonly #clock: Clock;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<Node>;
  readonly #subscriptions: vscode.Disposable;
  readonly #stateKey = new ContextKey('gpuRental.templates.state');

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    tree: LateTree<Node>,
    store: TemplateStore,
    accounts: AccountStore,
    files: TemplateFiles,
    instances: Pick<InstanceStore, 'state'>,
    clock: Clock,
  ) {
    this.#instances = instances;
    this.#clock = clock;
    this.#store = store;
    this.#accounts = accounts;
    this.#files = files;
    this.#view = tree.view;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      this.#view.onDidChangeVisibility(() => {
        store.watch(this.#view.visible);
        this.#loadIfSeen();
      }),
      store.onDidChange(() => this.#redraw()),
      files.onDidChangeDrafts(() => this.#redraw()),
    );
    store.watch(this.#view.visible);
    this.#redraw();
    tree.attach(this);
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
    if (node instanceof DetailNode) return detailItem(node, this.#accounts.active?.id ?? '');
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
      ...(this.#store.lastSearch ? ['found' as const] : []),
      'mine',
      'recommended',
    ];
    return names.map((list) => ({ kind: 'list', list }));
  }

  #rowsOf(list: TemplateListName): Node[] {
    const { templates, unreadable = 0, fetchedAt, error } = this.#store.list(list);
    const drafts = list === 'mine' ? this.#files.drafts().filter((uri) => isNew(readPath(uri))) : [];
    const notes: NoteNode[] =
      error !== undefined && fetchedAt === undefined
        ? [{ kind: 'note', text: describeError(error).message }]
        : templates.length + drafts.length + unreadable > 0
          ? []
          : [emptyNote(list, fetchedAt === undefined)];
    return [
      ...notes,
      ...drafts.map((uri) => new DraftNode(uri)),
      ...templates.map(({ id }) => new TemplateNode(id, list)),
      ...(unreadable > 0 ? [unreadableNote(unreadable)] : []),
    ];
  }

  #listItem(list: TemplateListName): vscode.TreeItem {
    const item = new vscode.TreeItem(listTitle(list), vscode.TreeItemCollapsibleState.Expanded);
    item.id = list;
    item.contextValue = `;list;${list};`;
    if (list === 'found') item.description = searchWords(this.#store.lastSearch);
    return item;
  }

  #loadIfSeen(): void {
    if (this.#view.visible && this.#accounts.active) void this.#store.load();
  }

  #redraw(): void {
    this.#stateKey.set(this.#state());
    showMessage(this.#view, this.#age());
    this.#loadIfSeen();
    this.#changed.fire(undefined);
  }

  /** How old the lists are when the last refresh failed, and why it did. */
  #age(): string {
    const stale = (['mine', 'recommended', 'found'] as const)
      .map((name) => this.#store.list(name))
      .find(({ error, fetchedAt }) => error !== undefined && fetchedAt !== undefined);
    return stale ? staleWords(stale, this.#clock.now(), this.#instances.state.error) : '';
  }

  /** Why the view shows no lists. */
  #state(): 'noAccount' | 'wrongKey' | 'forbidden' | 'unreachable' | 'some' {
    if (!this.#accounts.active) return 'noAccount';
    const lists = (['mine', 'recommended'] as const).map((name) => this.#store.list(name));
    const known = lists.some(({ fetchedAt }) => fetchedAt !== undefined) || this.#files.drafts().length > 0;
    const error = lists.find((list) => list.error !== undefined)?.error;
    if (known || error === undefined) return 'some';
    if (error instanceof ApiError && error.code === 'forbidden') return 'forbidden';
    return isWrongKey(error) ? 'wrongKey' : 'unreachable';
  }
}

function emptyNote(list: TemplateListName, isLoading: boolean): NoteNode {
  if (isLoading) return { kind: 'note', text: vscode.l10n.t('Loading…') };
  if (list !== 'mine') return { kind: 'note', text: vscode.l10n.t('None') };
  const title = vscode.l10n.t('None yet. Create one');
  return { kind: 'note', text: title, command: { command: commandId('createTemplate'), title } };
}

function unreadableNote(count: number): NoteNode {
  const text = counted(count, vscode.l10n.t('{0} template can’t be read|{0} templates can’t be read'));
  return {
    kind: 'note',
    text,
    command: { command: commandId('openConsole'), title: vscode.l10n.t('Open Web Console') },
  };
}

function noteItem({ text, command }: NoteNode): vscode.TreeItem {
  const item = new vscode.TreeItem(text, vscode.TreeItemCollapsibleState.None);
  item.contextValue = ';note;';
  item.tooltip = text;
  if (command) item.command = command;
  return item;
}

function draftItem({ uri }: DraftNode): vscode.TreeItem {
  const file = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const name = plainText(file.replace('.gpu-template.jsonc', ''), 80);
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  item.id = `draft/${uri.path}`;
  item.description = vscode.l10n.t('draft, not sent yet');
  item.iconPath = new vscode.ThemeIcon('edit');
  item.contextValue = ';unsent;';
  item.command = { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [uri] };
  item.accessibilityInformation = { label: vscode.l10n.t('Draft of a template, {0}, not sent yet', name) };
  return item;
}
