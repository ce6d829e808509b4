import * as vscode from 'vscode';
import { isNotFound } from '../../api/errors';
import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/templates/template';
import { showStatus } from '../../ask/notify';
import { omitUndefined } from '../../domain/omitUndefined';
import type { FormState } from '../../domain/launch/form/state';
import { allLeftOut, type Hidden } from '../../domain/offers/hidden';
import { leftOutOf } from '../../stores/offers/hiddenOffers';
import { withListed } from '../../domain/offers/offerQuery';
import type { SavedLaunch } from '../../domain/launch/launchFile';
import type { FoundOffer } from '../../stores/offers/offerStore';
import type { TemplateStore } from '../../stores/templates/templateStore';
import type { Services } from '../services';
import { askText } from '../steps';
import type { LaunchForm } from './form';
import { type LaunchStart, showingTemplate, startingState } from './launchState';
import { pickLaunch } from './pickLaunch';

/** What the launch form begins with for a saved launch. */
export async function startOf(
  { templates }: Pick<Services, 'templates'>,
  { launch: saved, templateId }: SavedLaunch,
): Promise<LaunchStart> {
  const { template_hash_id: hashId, ...draft } = saved;
  const template =
    hashId === undefined ? undefined : await showingTemplate(templateOf(templates, hashId, templateId));
  const disk = draft.disk ?? template?.recommended_disk_space;
  return { template, draft, disk };
}

/** The current version: an edit gives a template another hash. */
async function templateOf(
  templates: TemplateStore,
  hashId: string,
  templateId: number | undefined,
): Promise<Template> {
  return templates.ask({ hashId }).catch((error: unknown) => {
    if (templateId === undefined || !isNotFound(error)) throw error;
    return templates.ask({ templateId });
  });
}

/** What a form goes on with for a saved launch, which asks first where something would be lost. As it is, if the person stops. */
export async function takeOver(
  services: Pick<Services, 'dialogs' | 'launchSecrets' | 'launches' | 'templates'>,
  { found, state }: Pick<LaunchForm, 'found' | 'state'>,
): Promise<FormState> {
  const launch = await pickLaunch(services, {
    title: vscode.l10n.t('Use Saved Launch'),
    placeholder: vscode.l10n.t('It replaces what is filled in'),
    back: true,
  });
  if (!launch) return state;
  const { draft, id, count } = state;
  const question = {
    message: vscode.l10n.t('Replace what is filled in with launch {0}?', plainText(launch.name, 60)),
    yes: vscode.l10n.t('Replace'),
  };
  const usual = startingState(found, { disk: draft.disk, bid: draft.price }).draft;
  const isUsual = JSON.stringify(draft) === JSON.stringify(usual) && Object.keys(state.typed).length === 0;
  if (!isUsual && !(await services.dialogs.confirm(question))) return state;
  const start = await startOf(services, launch);
  return { ...startingState(found, start), count, ...omitUndefined({ id }) };
}

/** Saves a form's launch under a name that the person types, with the search that found its offer. */
export async function saveLaunch(
  services: Pick<Services, 'badMachines' | 'dialogs' | 'hidden' | 'launches'>,
  accountId: string,
  { found, state }: Pick<LaunchForm, 'found' | 'state'>,
): Promise<void> {
  const leftOut = async () => allLeftOut(await leftOutOf(services, accountId));
  await askAndSave(services, nameOfLaunch(state), async () => launchOf(found, state, await leftOut()));
}

/**
 * Saves a launch under a name that the person types; one with the same name is replaced only with consent.
 *
 * @returns the name; undefined when the person stopped
 */
export async function askAndSave(
  { launches, dialogs }: Pick<Services, 'dialogs' | 'launches'>,
  proposed: string,
  launchToSave: () => Promise<Omit<SavedLaunch, 'name'>>,
): Promise<string | undefined> {
  const typed = await askText({
    title: vscode.l10n.t('Save Launch'),
    prompt: vscode.l10n.t('Launch name. Secrets aren’t included; they stay in the system’s secret storage'),
    value: proposed,
    back: true,
    validate: (text) => (text.trim() === '' ? vscode.l10n.t('Enter a name.') : undefined),
  });
  if (typed === undefined) return undefined;
  const name = typed.trim();
  // Another window may have saved it while the name was typed.
  const replaced = launches.saved.some((one) => one.name === name);
  const question = {
    message: vscode.l10n.t('Replace saved launch {0}?', plainText(name, 60)),
    detail: vscode.l10n.t('The launch saved under this name will be lost.'),
    yes: vscode.l10n.t('Replace'),
    warns: true,
  };
  if (replaced && !(await dialogs.confirm(question))) return undefined;
  await launches.save({ name, ...(await launchToSave()) });
  showStatus(
    'check',
    replaced
      ? vscode.l10n.t('Launch {0} replaced', plainText(name, 60))
      : vscode.l10n.t('Launch {0} saved', plainText(name, 60)),
    5000,
  );
  return name;
}

/** A name to propose. */
export const nameOfLaunch = ({ draft, template }: Pick<FormState, 'draft' | 'template'>): string =>
  plainText(draft.label || template?.name || draft.image || '', 60) || '?';

/** @param leftOut machines and hosts that the person's searches leave out, and not the launch */
export function launchOf(
  { query }: FoundOffer,
  { draft, template }: FormState,
  leftOut: Hidden,
): Omit<SavedLaunch, 'name'> {
  const { filters, order, type } = query;
  // A search for one offer by its id finds nothing once it is rented.
  const { id: _, ...lasting } = withListed(filters, leftOut);
  return {
    launch: { ...draft, ...omitUndefined({ template_hash_id: template?.hash_id }) },
    ...omitUndefined({
      templateId: template?.id,
      offers:
        Object.keys(lasting).length > 0 ? { filters: lasting, ...omitUndefined({ order, type }) } : undefined,
    }),
  };
}
