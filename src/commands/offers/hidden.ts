import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { showStatus } from '../../ask/notify';
import type { Services } from '../../prompts/services';
import { pickMany } from '../../prompts/steps';
import { accountInUse } from '../../stores/account/accountInUse';
import { type Hidden, type Hideable, hideableFields } from '../../domain/offers/hidden';
import { type Call, read } from '../call';

type HiddenServices = Pick<Services, 'accounts' | 'hidden'>;

/** Leaves a machine or a host out of all searches until it is shown again: `{machine_id}` or `{host_id}`. */
export async function hideOffers(services: HiddenServices, call: Call): Promise<Hidden> {
  const { id: accountId } = accountInUse(services.accounts).account;
  const wanted = thingsOf(call);
  if (wanted.length === 0)
    throw new LocalError(
      'invalid_input',
      vscode.l10n.t('Argument {0} is missing or has the wrong type.', 'machine_id'),
    );
  for (const [what, id] of wanted) await services.hidden.hide(accountId, what, id);
  for (const [what, id] of call.interactive ? wanted : [])
    showStatus('eye-closed', hiddenSentence(what, id), 5000);
  return services.hidden.list(accountId);
}

/**
 * The hidden machines and hosts, of which a person clears those to show again; a program names one: `{machine_id}` or
 * `{host_id}`.
 */
export async function hiddenOffers(services: HiddenServices, call: Call): Promise<Hidden> {
  const { id: accountId } = accountInUse(services.accounts).account;
  const hidden = await services.hidden.list(accountId);
  const shown = call.interactive ? await chosenToShow(hidden) : thingsOf(call);
  for (const [what, id] of shown) await services.hidden.show(accountId, what, id);
  return services.hidden.list(accountId);
}

type Thing = readonly [Hideable, number];

function thingsOf(call: Call): Thing[] {
  return (['machine', 'host'] as const).flatMap((what) => {
    const id = read(call.arguments, hideableFields[what], z.optional(z.int().check(z.minimum(0))));
    return id === undefined ? [] : [[what, id] as const];
  });
}

async function chosenToShow(hidden: Hidden): Promise<Thing[]> {
  const rows = (['machine', 'host'] as const).flatMap((what) =>
    hidden[what].map((id) => ({ label: thingWords(what, id), thing: [what, id] as const })),
  );
  if (rows.length === 0)
    throw new LocalError(
      'nothing_suits',
      vscode.l10n.t('No machines or hosts are hidden. Hide one from the menu of its offer.'),
    );
  const step = await pickMany(rows, {
    title: vscode.l10n.t('Hidden Machines and Hosts'),
    placeholder: vscode.l10n.t('Clear those that searches should show again'),
    selected: () => true,
  });
  if (step.kind !== 'done') return [];
  const kept = new Set(step.value);
  return rows.filter((row) => !kept.has(row)).map(({ thing }) => thing);
}

const thingWords = (what: Hideable, id: number): string =>
  what === 'machine' ? vscode.l10n.t('Machine {0}', id) : vscode.l10n.t('Host {0}', id);

const hiddenSentence = (what: Hideable, id: number): string =>
  what === 'machine'
    ? vscode.l10n.t('Machine {0} is hidden from searches', id)
    : vscode.l10n.t('Host {0} is hidden from searches', id);
