import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { PersonCall } from '../../ask/caller';
import { gpuTitle } from '../../ask/instanceName';
import { showInfo } from '../../ask/notify';
import { callCommand } from '../../commandNames';
import { omitUndefined } from '../../domain/omitUndefined';
import {
  type Layout,
  matchingRows,
  type PanelQuery,
  serviceQuery,
} from '../../domain/offers/filters/panelQuery';
import { watchedPrice } from '../../domain/offers/offerWatch';
import { columnOf, columns, columnTitle, usualColumns } from '../../domain/offers/table/columns';
import type { Plan } from '../../domain/offers/plannedPrice';
import type { FoundOffer } from '../../stores/offers/offerStore';
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
  const given = layout.length > 0 ? layout : usualColumns.map((id) => ({ id }));
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

/** Lets the person save or watch what the panel looks for, with the price of the cheapest of the rows that matches. */
export function keepSearch(as: 'save' | 'watch', rows: readonly FoundOffer[], query: PanelQuery): void {
  const prices = matchingRows(rows, query).flatMap((one) => watchedPrice(one, query) ?? []);
  const cheapest = prices.length > 0 ? Math.min(...prices) : undefined;
  void callCommand(as === 'save' ? 'saveSearch' : 'watchOffers', new PersonCall({ query, cheapest }));
}

/** Opens the launch form on top of the panel, with what the row was priced with. */
export async function rentRow(
  { offer: { id: offerId } }: FoundOffer,
  { disk, hours, bid }: PanelQuery,
): Promise<void> {
  await callCommand('rentOffer', new PersonCall({ offerId, disk, hours, ...omitUndefined({ bid }) }));
}

/**
 * Copies an offer as the service told it, or a query for offers like it: the person's own, for the same GPU and number
 * of them. Both as JSON, with the service's names and units.
 */
export async function copyOffer(found: FoundOffer, query: PanelQuery, as: 'json' | 'query'): Promise<void> {
  const { offer } = found;
  const copied = as === 'json' ? offer : queryLike(found, query);
  await vscode.env.clipboard.writeText(JSON.stringify(copied, undefined, 2));
  void showInfo(
    as === 'json'
      ? vscode.l10n.t('Copied the offer of {0} as JSON.', gpuTitle(offer))
      : vscode.l10n.t('Copied a query for offers like {0}.', gpuTitle(offer)),
  );
}

function queryLike({ offer, isBid }: Pick<FoundOffer, 'offer' | 'isBid'>, query: PanelQuery): object {
  const { gpu_name, num_gpus } = offer;
  const filters = {
    ...query.filters,
    ...omitUndefined({
      gpu_name: gpu_name === undefined ? undefined : { eq: gpu_name },
      num_gpus: num_gpus === undefined ? undefined : { eq: num_gpus },
    }),
  };
  const { limit: _, ...like } = serviceQuery({ ...query, filters }, isBid ? 'bid' : 'on-demand', 0);
  return like;
}
