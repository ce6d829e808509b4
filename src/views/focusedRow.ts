import * as vscode from 'vscode';
import type { EarlyViews } from './earlyViews';
import type { LateTree } from './lateTree';

/** The views whose rows have keys, by the last part of their id. */
export type RowView = 'instances' | 'runs' | 'templates' | 'volumes';

export interface FocusedRow {
  /** The row with the focus; then, if it is selected, the others that are. */
  rows: readonly [unknown, ...unknown[]];
  /** Its words for the conditions of menus. */
  words: string;
}

/** The row of a view that has the focus; undefined if none has, or the rows changed meanwhile. */
export function focusedRow(
  { instances, runs, templates, volumes }: Pick<EarlyViews, RowView>,
  view: RowView,
): Promise<FocusedRow | undefined> {
  switch (view) {
    case 'instances':
      return focusedIn(instances);
    case 'runs':
      return focusedIn(runs);
    case 'templates':
      return focusedIn(templates);
    case 'volumes':
      return focusedIn(volumes);
  }
}

/**
 * VS Code tells an extension only what is selected. So the selection of the row with the focus is switched, which shows
 * which one it is, and switched back.
 */
async function focusedIn<T>(tree: LateTree<T>): Promise<FocusedRow | undefined> {
  const { view } = tree;
  const toggle = (): Thenable<unknown> => vscode.commands.executeCommand('list.toggleSelection');
  const before = view.selection;
  await toggle();
  const after = view.selection;
  const [more, less] = after.length > before.length ? [after, before] : [before, after];
  const [row, ...others] = more.filter((one) => !less.includes(one));
  if (row === undefined) return undefined;
  await toggle();
  if (others.length > 0 || more.length !== less.length + 1) return undefined;
  const { contextValue = '' } = await tree.getTreeItem(row);
  return { rows: more === before ? [row, ...less] : [row], words: contextValue };
}
