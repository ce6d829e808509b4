import * as vscode from 'vscode';
import * as z from 'zod/mini';
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
