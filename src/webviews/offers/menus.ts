import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { columnOf, columns, columnTitle, usualColumns } from '../../domain/offers/table/columns';
import type { Layout } from '../../domain/offers/table/layout';
import type { Plan } from '../../domain/offers/plannedPrice';
import { menuActions, type MenuMessage } from './protocol';

/** What VS Code hands to a command of a panel's menu: what the panel said where the menu was opened. */
const place = z.object({ of: z.string() });

/** The commands of the table's menus, while there is a panel. What they do is done in the table. */
export function registerMenus(post: (message: MenuMessage) => void): vscode.Disposable {
  return vscode.Disposable.from(
    ...menuActions.map((action) =>
      vscode.commands.registerCommand(`gpuRental.offersPanel.${action}`, (context: unknown) => {
        const found = place.safeParse(context);
        if (found.success) post({ kind: 'menu', action, of: found.data.of });
      }),
    ),
  );
}

/**
 * The columns that a person wants, none for the usual ones; undefined if the list was closed. Those that are shown keep
 * their order and width, and others follow.
 */
export async function pickColumns(
  layout: Layout['columns'],
  plan: Plan,
): Promise<Layout['columns'] | undefined> {
  const given = layout.length > 0 ? layout : usualColumns('both').map((id) => ({ id }));
  const shown = given.filter(({ id }) => columnOf(id));
  const ids = new Set(shown.map(({ id }) => id));
  const rows = [...shown, ...columns.filter(({ id }) => !ids.has(id))].flatMap(({ id }) => {
    const column = columnOf(id);
    return column ? [{ id, label: columnTitle(column, plan), picked: ids.has(id) }] : [];
  });
  const picked = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t('Columns'),
    placeHolder: vscode.l10n.t('Select the columns to show'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  const widths = new Map(shown.map((choice) => [choice.id, choice]));
  return picked?.map(({ id }) => widths.get(id) ?? { id });
}
