import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import { describeError } from '../api/describeError';
import { plainText } from '../api/plainText';
import type { Template } from '../api/schemas/template';
import type { SavedLaunch } from '../domain/launchFile';
import { filtersOf } from '../domain/launchPrecedence';
import { defaultDisk } from '../domain/launchRequest';
import { projectLaunches } from '../stores/projectLaunches';
import { settings } from '../stores/settings';
import type { TemplateStore } from '../stores/templateStore';
import { chooseFromQuery } from '../views/wizard/chooseOffer';
import { runtypeWords } from '../views/launch/fields';
import { pick } from '../views/wizard/steps';
import { type Call, read } from './call';
import { launch } from './launchFlow';
import { type LaunchStart, startingState } from './launchState';
import { knownOffer, type Rental, rentalOf, searchAndRent } from './rentOffer';
import { forgetLaunch, writeLaunch } from './launchFiles';
import type { Services } from './services';

/**
 * Rents again what was saved under a name, or what a project proposes: `{name, offerId?}`. It always goes through the
 * launch form and the question about the price.
 */
export async function rentSavedLaunch(services: Services, call: Call): Promise<Rental | undefined> {
  const name = read(call.arguments, 'name', z.optional(z.string()));
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  const chosen = name === undefined ? await pickLaunch(services) : await launchNamed(services, name);
  if (!chosen) return undefined;
  const start = await startOf(services, chosen);
  const { offers } = chosen;
  if (offerId !== undefined) {
    const found = await knownOffer(services, offerId);
    return rentalOf(await launch(services, found, startingState(found, start)));
  }
  if (!offers) return searchAndRent(services, start.disk === undefined ? {} : { disk: start.disk }, start);
  const disk = start.disk ?? defaultDisk;
  const query = {
    ...offers,
    // As the service merges them: what comes later wins.
    filters: {
      ...(start.template ? filtersOf(start.template) : {}),
      ...chosen.launch.extra_filters,
      ...offers.filters,
    },
    limit: settings.search.limit,
    allocated_storage: disk,
  };
  const title = vscode.l10n.t('Offers for {0}', plainText(chosen.name, 60));
  for (;;) {
    const found = await chooseFromQuery(services.offers, query, disk, title);
    if (!found) return undefined;
    const launched = await launch(services, found, startingState(found, start));
    if (launched.kind !== 'back') return rentalOf(launched);
  }
}

/** Own launches first, then those of the workspace's folders. @throws ApiError 'not_found' */
async function launchNamed({ launches }: Services, name: string): Promise<SavedLaunch> {
  const isMeant = (one: SavedLaunch): boolean => one.name === name;
  const found = launches.saved.find(isMeant) ?? (await projectLaunches()).find(isMeant);
  if (found) return found;
  throw new ApiError('not_found', vscode.l10n.t('There is no launch of the name {0}.', plainText(name, 60)));
}

async function startOf(
  { templates }: Services,
  { launch: saved, templateId }: SavedLaunch,
): Promise<LaunchStart> {
  const { template_hash_id: hashId, ...draft } = saved;
  const template = hashId === undefined ? undefined : await templateOf(templates, hashId, templateId);
  const disk = draft.disk ?? template?.recommended_disk_space;
  return { template, draft, disk };
}

/** As it is now: an edit gives a template another hash. */
async function templateOf(
  templates: TemplateStore,
  hashId: string,
  templateId: number | undefined,
): Promise<Template> {
  return templates.ask({ hashId }).catch((error: unknown) => {
    if (templateId === undefined || !(error instanceof ApiError) || error.code !== 'not_found') throw error;
    return templates.ask({ templateId });
  });
}

interface Row extends vscode.QuickPickItem {
  launch?: SavedLaunch;
  act?: 'import';
}

const exportButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('export'),
  tooltip: vscode.l10n.t('Export as a file'),
};
const deleteButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: vscode.l10n.t('Delete'),
};

async function pickLaunch(services: Services): Promise<SavedLaunch | undefined> {
  for (;;) {
    const step = await pick(await rowsOf(services), {
      title: vscode.l10n.t('Rent a Saved Launch'),
      placeholder: vscode.l10n.t(
        'Its offers are searched next; nothing is rented before you agree to the price',
      ),
    });
    if (step.kind !== 'done') return undefined;
    const { item, pressed } = step.value;
    if (item?.act === 'import') await vscode.commands.executeCommand('gpuRental.importLaunch');
    if (!item?.launch) continue;
    if (!pressed) return item.launch;
    if (pressed === exportButton) await writeLaunch(item.launch);
    else await forgetLaunch(services, item.launch);
  }
}

async function rowsOf({ launches }: Services): Promise<Row[]> {
  const fromProjects = await projectLaunches().catch((error: unknown) => {
    void vscode.window.showErrorMessage(describeError(error).message);
    return [];
  });
  const separator = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    ...launches.saved.map((one) => ({ ...rowOf(one), buttons: [exportButton, deleteButton] })),
    ...(fromProjects.length > 0 ? [separator(vscode.l10n.t('of this workspace'))] : []),
    ...fromProjects.map((one) => ({ ...rowOf(one), detail: plainText(one.folder, 60) })),
    separator(''),
    { label: vscode.l10n.t('$(cloud-download) Import a launch from a file…'), act: 'import' },
  ];
}

function rowOf(one: SavedLaunch): Row {
  const { image, disk, runtype } = one.launch;
  return {
    launch: one,
    label: `$(bookmark) ${plainText(one.name, 60)}`,
    description: [image, disk === undefined ? '' : `${disk} GB`, runtype && runtypeWords(runtype).label]
      .filter(Boolean)
      .map((text) => plainText(text ?? '', 60))
      .join(' · '),
  };
}
