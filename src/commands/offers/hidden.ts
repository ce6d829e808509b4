import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { showStatus } from '../../ask/notify';
import type { Services } from '../../prompts/services';
import { pickOne } from '../../prompts/steps';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Hidden, type Hideable, hideableFields } from '../../domain/offers/hidden';
import { type Call, read, wrongArgument } from '../call';

type HiddenServices = Pick<Services, 'accounts' | 'hidden'>;

/** Leaves a machine or a host out of all searches until it is shown again: `{machine_id}` or `{host_id}`. */
export async function hideOffers(services: HiddenServices, call: Call): Promise<Hidden> {
  const { id: accountId } = accountInUse(services.accounts).account;
  const wanted = thingsOf(call);
  if (wanted.length === 0) throw wrongArgument('machine_id');
  for (const [what, id] of wanted) await services.hidden.hide(accountId, what, id);
  for (const [what, id] of call.interactive ? wanted : [])
    showStatus('eye-closed', hiddenSentence(what, id), 5000);
  return services.hidden.list(accountId);
}

/**
 * The hidden machines and hosts, of which a person chooses those to show again; a program names one: `{machine_id}` or
 * `{host_id}`.
 */
export async function hiddenOffers(services: HiddenServices, call: Call): Promise<Hidden> {
  const { id: accountId } = accountInUse(services.accounts).account;
  for (const [what, id] of thingsOf(call)) await services.hidden.show(accountId, what, id);
  let hidden = await services.hidden.list(accountId);
  if (!call.interactive) return hidden;
  if (rowsOf(hidden).length === 0)
    throw new LocalError(
      'nothing_yet',
      vscode.l10n.t('No machines or hosts are hidden. Hide one from the menu of its offer.'),
    );
  for (;;) {
    const rows = rowsOf(hidden);
    const chosen = rows.length === 0 ? undefined : await chosenOf(rows);
    if (!chosen) return hidden;
    for (const { thing } of chosen) await services.hidden.show(accountId, ...thing);
    hidden = await services.hidden.list(accountId);
  }
}

type Thing = readonly [Hideable, number];

function thingsOf(call: Call): Thing[] {
  return (['machine', 'host'] as const).flatMap((what) => {
    const id = read(call.arguments, hideableFields[what], z.optional(z.int().check(z.minimum(0))));
    return id === undefined ? [] : [[what, id] as const];
  });
}

interface HiddenRow extends vscode.QuickPickItem {
  thing: Thing;
}

const rowsOf = (hidden: Hidden): HiddenRow[] =>
  (['machine', 'host'] as const).flatMap((what) =>
    hidden[what].map((id): HiddenRow => ({ label: thingWords(what, id), thing: [what, id] })),
  );

/** Undefined when the list was closed. */
async function chosenOf(rows: readonly HiddenRow[]): Promise<readonly HiddenRow[] | undefined> {
  const all = { label: `$(eye) ${vscode.l10n.t('Show All Again')}` };
  const item = await pickOne<vscode.QuickPickItem & Partial<HiddenRow>>(
    [...rows, ...(rows.length > 1 ? [all] : [])],
    {
      title: vscode.l10n.t('Hidden Machines and Hosts'),
      placeholder: vscode.l10n.t('Select what searches should show again'),
    },
  );
  if (!item) return undefined;
  return rows.find((row) => row === item) ? rows.filter((row) => row === item) : rows;
}

const thingWords = (what: Hideable, id: number): string =>
  what === 'machine' ? vscode.l10n.t('Machine {0}', id) : vscode.l10n.t('Host {0}', id);

const hiddenSentence = (what: Hideable, id: number): string =>
  what === 'machine'
    ? vscode.l10n.t('Machine {0} is hidden from searches', id)
    : vscode.l10n.t('Host {0} is hidden from searches', id);
