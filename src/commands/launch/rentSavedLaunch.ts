import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { describeError } from '../../api/describeError';
import { plainText } from '../../api/plainText';
import { showErrorMessage } from '../../ask/notify';
import type { SavedLaunch } from '../../domain/launch/launchFile';
import { filtersOf } from '../../domain/launch/launchPrecedence';
import { defaultDisk } from '../../domain/launch/launchRequest';
import { projectLaunches } from '../../stores/launch/projectLaunches';
import { settings } from '../../stores/settings';
import { chooseFromQuery } from '../../prompts/offers/chooseOffer';
import { pick } from '../../prompts/steps';
import { type Call, read } from '../call';
import { launch } from '../../prompts/launch/launch';
import { startingState } from '../../prompts/launch/launchState';
import { startOf } from '../../prompts/launch/savedLaunch';
import { firstInstance, type RentedInstance } from '../../prompts/launch/launched';
import { searchAndRent } from '../../prompts/offers/searchAndRent';
import { forgetLaunch } from '../../prompts/launch/forgetLaunch';
import { writeLaunch } from '../../prompts/launch/writeLaunch';
import type { Services } from '../../prompts/services';
import { runtypeWords } from '../../domain/instances/runtypeWords';
import { callCommand } from '../../commandNames';
import { formatNumber } from '../../domain/format';

/**
 * Rents a saved launch, or one from a project: `{name, offerId?}`. Always shows the launch form and asks about the
 * price.
 */
export async function rentSavedLaunch(services: Services, call: Call): Promise<RentedInstance | undefined> {
  const name = read(call.arguments, 'name', z.optional(z.string()));
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  const chosen = name === undefined ? await pickLaunch(services) : await launchNamed(services, name);
  if (!chosen) return undefined;
  const start = await startOf(services, chosen);
  const { offers } = chosen;
  if (offerId !== undefined) {
    const found = await services.offers.get(offerId);
    return firstInstance(await launch(services, found, startingState(found, start)));
  }
  if (!offers) return searchAndRent(services, { disk: start.disk }, start);
  const disk = start.disk ?? defaultDisk;
  const query = {
    ...offers,
    // Merged like the service does: later ones win.
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
    const found = await chooseFromQuery(services, query, disk, title);
    if (!found) return undefined;
    const launched = await launch(services, found, startingState(found, start));
    if (launched.kind !== 'back') return firstInstance(launched);
  }
}

/** Own launches first, then those of the workspace's folders. @throws LocalError 'not_found' */
async function launchNamed({ launches }: Pick<Services, 'launches'>, name: string): Promise<SavedLaunch> {
  const isMeant = (one: SavedLaunch): boolean => one.name === name;
  const found = launches.saved.find(isMeant) ?? (await projectLaunches()).find(isMeant);
  if (found) return found;
  throw new LocalError('not_found', vscode.l10n.t('No launch is named {0}.', plainText(name, 60)));
}

interface Row extends vscode.QuickPickItem {
  launch?: SavedLaunch;
  act?: 'import';
}

const exportButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('export'),
  tooltip: vscode.l10n.t('Export to File…'),
};
const deleteButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: vscode.l10n.t('Delete'),
};

async function pickLaunch(
  services: Pick<Services, 'dialogs' | 'launchSecrets' | 'launches'>,
): Promise<SavedLaunch | undefined> {
  for (;;) {
    const step = await pick(await rowsOf(services), {
      title: vscode.l10n.t('Rent Saved Launch'),
      placeholder: vscode.l10n.t(
        'Next, you search for offers. Nothing is rented until you confirm the price',
      ),
    });
    if (step.kind !== 'done') return undefined;
    const { item, pressed } = step.value;
    if (item?.act === 'import') await callCommand('importLaunch');
    if (!item?.launch) continue;
    if (!pressed) return item.launch;
    if (pressed === exportButton) await writeLaunch(item.launch);
    else await forgetLaunch(services, item.launch);
  }
}

async function rowsOf({ launches }: Pick<Services, 'launches'>): Promise<Row[]> {
  const fromProjects = await projectLaunches().catch((error: unknown) => {
    void showErrorMessage(describeError(error).message);
    return [];
  });
  const separator = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    ...launches.saved.map((one) => ({ ...rowOf(one), buttons: [exportButton, deleteButton] })),
    ...(fromProjects.length > 0 ? [separator(vscode.l10n.t('from this workspace'))] : []),
    ...fromProjects.map((one) => ({ ...rowOf(one), detail: plainText(one.folder, 60) })),
    separator(''),
    { label: vscode.l10n.t('$(cloud-download) Import Launch from File…'), act: 'import' },
  ];
}

function rowOf(one: SavedLaunch): Row {
  const { image, disk, runtype } = one.launch;
  return {
    launch: one,
    label: `$(bookmark) ${plainText(one.name, 60)}`,
    description: [
      image,
      disk === undefined ? '' : `${formatNumber(disk)} GB`,
      runtype && runtypeWords(runtype).label,
    ]
      .filter(Boolean)
      .map((text) => plainText(text ?? '', 60))
      .join(' · '),
  };
}
