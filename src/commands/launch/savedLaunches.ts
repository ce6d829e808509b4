import { randomUUID } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { type Call, read, isAgreed } from '../call';
import { type SavedLaunch, printLaunch, parseLaunchFile, readLaunch } from '../../domain/launch/launchFile';
import { omitUndefined } from '../../domain/omitUndefined';
import { filtersOf } from '../../domain/launch/launchPrecedence';
import { taskFormats } from '../../domain/tasks/task';
import { firstInstance, launch, type RentedInstance } from '../../prompts/launch/launch';
import { startingState } from '../../prompts/launch/launchState';
import { pickLaunch, writeLaunch } from '../../prompts/launch/pickLaunch';
import { startOf } from '../../prompts/launch/savedLaunch';
import { chooseFromQuery } from '../../prompts/offers/chooseOffer';
import { searchAndRent } from '../../prompts/offers/searchAndRent';
import type { Services } from '../../prompts/services';
import { pickOne } from '../../prompts/steps';
import { accountInUse } from '../../stores/account/accountInUse';
import { projectLaunches } from '../../stores/launch/projectLaunches';
import { leftOutOf } from '../../stores/offers/hiddenOffers';
import { settings } from '../../stores/settings';

/**
 * Rents a saved launch, or one from a project: `{name, offerId?}`, with `project: true` of the project alone. Always
 * shows the launch form and asks about the price.
 */
export async function rentSavedLaunch(services: Services, call: Call): Promise<RentedInstance | undefined> {
  const name = read(call.arguments, 'name', z.optional(z.string()));
  const offerId = read(call.arguments, 'offerId', z.optional(z.int()));
  const project = read(call.arguments, 'project', z.optional(z.boolean()));
  const known = { launches: project ? { saved: [] } : services.launches };
  const chosen =
    name === undefined
      ? await pickLaunch(services, { ...picking(), ...omitUndefined({ project }) })
      : await launchNamed(known, name);
  if (!chosen) return undefined;
  const start = await startOf(services, chosen);
  const { offers } = chosen;
  if (offerId !== undefined) {
    const found = await services.offers.get(offerId);
    return firstInstance(await launch(services, found, startingState(found, start)));
  }
  if (!offers) return searchAndRent(services, { disk: start.disk }, start);
  const disk = start.disk ?? settings.rent.disk;
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
  const leftOut = await leftOutOf(services, accountInUse(services.accounts).account.id);
  for (;;) {
    const picked = await chooseFromQuery(services, query, disk, title, leftOut);
    if (!picked) return undefined;
    const state = startingState(picked.found, { ...start, disk: picked.disk });
    const launched = await launch(services, picked.found, state);
    if (launched.kind !== 'back') return firstInstance(launched);
  }
}

/** Own launches first, then those of the workspace's folders. @throws LocalError 'not_found' */
async function launchNamed(
  { launches }: { launches: Pick<Services['launches'], 'saved'> },
  name: string,
): Promise<SavedLaunch> {
  const isMeant = (one: SavedLaunch): boolean => one.name === name;
  const found = launches.saved.find(isMeant) ?? (await projectLaunches()).find(isMeant);
  if (found) return found;
  throw new LocalError('not_found', vscode.l10n.t('No launch is named {0}.', plainText(name, 60)));
}

const picking = () => ({
  title: vscode.l10n.t('Rent Saved Launch'),
  placeholder: vscode.l10n.t('Next, you search for offers. Nothing is rented until you confirm the price'),
});

/**
 * A saved launch without secrets: `{name}` as JSON, `{name, format}` as a file of SkyPilot or dstack. A person chooses
 * it, the format and the file.
 */
export async function exportLaunch(
  services: Pick<Services, 'dialogs' | 'launches'>,
  call: Call,
): Promise<{ json: string } | { yaml: string } | undefined> {
  const name = read(call.arguments, 'name', z.optional(z.string()));
  const launch =
    name === undefined ? await pickOwn(services) : services.launches.saved.find((one) => one.name === name);
  if (!launch) {
    if (name === undefined) return undefined;
    throw new LocalError('not_found', vscode.l10n.t('No launch is named {0}.', plainText(name, 60)));
  }
  const format = read(call.arguments, 'format', z.optional(z.enum(taskFormats)));
  if (format) {
    const { launchAsTask } = await import('../../domain/launch/launchAsTask');
    return { yaml: launchAsTask(launch, format) };
  }
  if (call.interactive) await writeLaunch(services, launch);
  return { json: printLaunch(launch) };
}

async function pickOwn({ launches }: Pick<Services, 'launches'>): Promise<SavedLaunch | undefined> {
  const rows = launches.saved.map((launch) => ({ launch, label: plainText(launch.name, 60) }));
  if (rows.length === 0) throw new LocalError('not_found', vscode.l10n.t('You have no saved launches.'));
  return (await pickOne(rows, { title: vscode.l10n.t('Export Launch') }))?.launch;
}

/**
 * Saves a launch from outside: `{json}`, the text of a file, or `{yaml}`, that of a file of SkyPilot or dstack. Its
 * secrets are asked for when it is rented. A launch with the same name is replaced only with consent.
 */
export async function importLaunch(
  services: Pick<Services, 'dialogs' | 'gpus' | 'launches'>,
  call: Call,
): Promise<{ name: string } | undefined> {
  const json = read(call.arguments, 'json', z.optional(z.string()));
  const yaml = read(call.arguments, 'yaml', z.optional(z.string()));
  const given = json ?? yaml;
  const file =
    given === undefined ? await readChosen() : { text: given, name: '', isTask: json === undefined };
  if (!file) return undefined;
  const said = file.isTask
    ? (await import('../../domain/launch/launchFromTask')).launchFromTask(
        file.text,
        file.name || vscode.l10n.t('Imported launch'),
        services.gpus.names.all,
      )
    : parseLaunchFile(file.text);
  // Each import has its own secrets: a second file with the same name must not use those of the first.
  const launch = readLaunch(said, `import:${randomUUID().slice(0, 8)}`);
  const isTaken = services.launches.saved.some(({ name }) => name === launch.name);
  const isChosen = given === undefined || isAgreed(call);
  const question = isTaken ? mayReplace : isChosen ? undefined : maySave;
  if (question && !call.confirmed && !(await question(services, launch))) return undefined;
  await services.launches.save(launch);
  return { name: launch.name };
}

async function readChosen(): Promise<{ text: string; name: string; isTask: boolean } | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import Launch'),
      filters: { [vscode.l10n.t('Launches')]: ['json', 'yaml', 'yml'] },
    })) ?? [];
  if (!uri) return undefined;
  const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
  const name = path.posix.basename(uri.path).replace(/(\.dstack)?\.ya?ml$/i, '');
  return { text, name, isTask: /\.ya?ml$/i.test(uri.path) };
}

function maySave({ dialogs }: Pick<Services, 'dialogs'>, { name, launch }: SavedLaunch): Promise<boolean> {
  return dialogs.confirm({
    message: vscode.l10n.t('Save the launch {0}?', plainText(name, 60)),
    detail: vscode.l10n.t(
      'It runs the image {0}. Look at its startup command before you rent with it.',
      plainText(launch.image ?? '', 120),
    ),
    yes: vscode.l10n.t('Save'),
  });
}

function mayReplace({ dialogs }: Pick<Services, 'dialogs'>, { name }: SavedLaunch): Promise<boolean> {
  return dialogs.confirm({
    message: vscode.l10n.t('Replace the launch {0}?', plainText(name, 60)),
    yes: vscode.l10n.t('Replace'),
  });
}
