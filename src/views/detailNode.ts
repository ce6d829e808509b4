import * as vscode from 'vscode';
import { plainText } from '../api/plainText';
import { formatFacts, formatLines } from '../domain/format';

/** A row below another one: one fact about it. */
export class DetailNode {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly value: string;
  /** The value where there is room for all of it. */
  readonly whole: string;
  /** What Copy copies. */
  readonly copied: string;

  constructor({ id, label, icon, value, whole, copied = whole ?? value }: Fact) {
    this.id = id;
    this.label = label;
    this.icon = icon;
    this.value = plainText(value, 120);
    this.whole = whole === undefined ? this.value : plainText(whole, 1000);
    this.copied = plainText(copied, 4000);
  }
}

interface Fact extends Pick<DetailNode, 'id' | 'label' | 'icon' | 'value'> {
  whole?: string | undefined;
  copied?: string | undefined;
}

type Row = readonly [
  key: string,
  label: string,
  icon: string,
  value: string | undefined,
  whole?: string | undefined,
  copied?: string | undefined,
];

/** The facts about something that are known, a row each. */
export const detailRows = (of: string, rows: readonly Row[]): DetailNode[] =>
  rows.flatMap(([key, label, icon, value, whole, copied]) =>
    value ? [new DetailNode({ id: `${of}/${key}`, label, icon, value, whole, copied })] : [],
  );

export function detailItem(node: DetailNode, accountId: string): vscode.TreeItem {
  const item = new vscode.TreeItem(node.label, vscode.TreeItemCollapsibleState.None);
  item.id = `${accountId}/${node.id}`;
  item.description = node.value;
  item.tooltip = vscode.l10n.t('{0}: {1}', node.label, node.whole);
  item.iconPath = new vscode.ThemeIcon(node.icon);
  item.contextValue = ';detail;';
  item.accessibilityInformation = { label: item.tooltip };
  return item;
}

/**
 * The row of something that exists, but whose data from the service can't be read.
 * @param id negative for none
 * @param before what was known of it earlier
 */
export function unreadableItem(
  id: number,
  itemId: string,
  abilities: readonly string[],
  { explanation, before, price }: Record<'explanation' | 'before' | 'price', string>,
): vscode.TreeItem {
  const hasId = id >= 0;
  const title = vscode.l10n.t('unreadable ({0})', hasId ? id : vscode.l10n.t('no ID'));
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.None);
  item.id = itemId;
  item.description = formatFacts(price, before);
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.contextValue = `;${[...(hasId ? abilities : []), 'unreadable'].join(';')};`;
  item.tooltip = formatLines(
    explanation,
    before ? vscode.l10n.t('Last known: {0}, {1}.', before, price) : '',
    vscode.l10n.t('Check it in the web console. The log “GPU Rental” shows what couldn’t be read.'),
    hasId ? '' : vscode.l10n.t('Without an ID, it can’t be managed here.'),
  );
  item.accessibilityInformation = { label: [title, explanation, before].filter(Boolean).join(', ') };
  return item;
}
