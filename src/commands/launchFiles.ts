import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ApiError } from '../api/errors';
import { plainText } from '../api/plainText';
import { secretsOf } from '../domain/launchDraft';
import { printLaunch, readLaunch, type SavedLaunch } from '../domain/launchFile';
import { pick } from '../views/wizard/steps';
import { type Call, read } from './call';
import type { Services } from './services';

const ending = '.gpu-launch.json';

/** A saved launch as JSON, without secrets: `{name}`. A person chooses it, and where it is written. */
export async function exportLaunch(services: Services, call: Call): Promise<{ json: string } | undefined> {
  const name = read(call.arguments, 'name', z.optional(z.string()));
  const launch =
    name === undefined ? await pickOwn(services) : services.launches.saved.find((one) => one.name === name);
  if (!launch) {
    if (name === undefined) return undefined;
    throw new ApiError(
      'not_found',
      vscode.l10n.t('There is no launch of the name {0}.', plainText(name, 60)),
    );
  }
  if (call.interactive) await writeLaunch(launch);
  return { json: printLaunch(launch) };
}

/**
 * Keeps a launch from elsewhere: `{json}`, the text of a file. Its secrets are asked for when it is rented. One of the
 * same name is replaced only with consent.
 */
export async function importLaunch(services: Services, call: Call): Promise<{ name: string } | undefined> {
  const given = read(call.arguments, 'json', z.optional(z.string()));
  const text = given ?? (await readChosen());
  if (text === undefined) return undefined;
  // Each import has secrets of its own: a second file of the same name must not find those of the first.
  const launch = readLaunch(parsed(text), `import:${randomUUID().slice(0, 8)}`);
  const isTaken = services.launches.saved.some(({ name }) => name === launch.name);
  if (isTaken && !call.confirmed && !(await mayReplace(services, launch.name))) return undefined;
  await services.launches.save(launch);
  return { name: launch.name };
}

/** Writes a launch to a file that the person chooses. */
export async function writeLaunch(launch: SavedLaunch): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${plainText(launch.name, 60).replace(/[/\\?%*:|"<>\s]+/g, '-')}${ending}`;
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Launch'),
    filters: { JSON: ['json'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, file) } : {}),
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, Buffer.from(printLaunch(launch), 'utf8'));
  await vscode.window.showTextDocument(uri);
}

/** Forgets a launch, and the secrets that nothing else refers to. */
export async function forgetLaunch(services: Services, { name, launch }: SavedLaunch): Promise<void> {
  const { launches, launchSecrets, dialogs } = services;
  const question = {
    message: vscode.l10n.t('Delete the launch {0}?', plainText(name, 60)),
    detail: vscode.l10n.t('Instances rented with it stay as they are.'),
    yes: vscode.l10n.t('Delete'),
  };
  if (!(await dialogs.confirm(question))) return;
  await launches.forget(name);
  const stillUsed = new Set(
    [...launches.saved.map((one) => one.launch), launches.closedForm?.draft ?? {}].flatMap(secretsOf),
  );
  for (const secret of secretsOf(launch)) if (!stillUsed.has(secret)) await launchSecrets.delete(secret);
}

async function pickOwn({ launches }: Services): Promise<SavedLaunch | undefined> {
  const rows = launches.saved.map((launch) => ({ launch, label: plainText(launch.name, 60) }));
  if (rows.length === 0) throw new ApiError('not_found', vscode.l10n.t('You have saved no launch yet.'));
  const step = await pick(rows, { title: vscode.l10n.t('Export Launch') });
  return step.kind === 'done' ? step.value.item?.launch : undefined;
}

async function readChosen(): Promise<string | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import Launch'),
      filters: { JSON: ['json'] },
    })) ?? [];
  return uri && Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError('invalid_request', vscode.l10n.t('This is not valid JSON.'), { cause });
  }
}

function mayReplace({ dialogs }: Services, name: string): Promise<boolean> {
  return dialogs.confirm({
    message: vscode.l10n.t('Replace the launch {0}?', plainText(name, 60)),
    yes: vscode.l10n.t('Replace'),
  });
}
