import * as vscode from 'vscode';
import { plainText } from '../api/plainText';

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
