import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { plainText } from '../../api/plainText';
import { parseLaunchFile, readLaunch, type SavedLaunch } from '../../domain/launch/launchFile';
import { type Call, isAgreed, read } from '../call';
import type { Services } from '../../prompts/services';

/**
 * Saves a launch from outside: `{json}`, the text of a file. Its secrets are asked for when it is rented. A launch with
 * the same name is replaced only with consent.
 */
export async function importLaunch(
  services: Pick<Services, 'dialogs' | 'launches'>,
  call: Call,
): Promise<{ name: string } | undefined> {
  const given = read(call.arguments, 'json', z.optional(z.string()));
  const text = given ?? (await readChosen());
  if (text === undefined) return undefined;
  // Each import has its own secrets: a second file with the same name must not use those of the first.
  const launch = readLaunch(parseLaunchFile(text), `import:${randomUUID().slice(0, 8)}`);
  const isTaken = services.launches.saved.some(({ name }) => name === launch.name);
  const isChosen = given === undefined || isAgreed(call);
  const question = isTaken ? mayReplace : isChosen ? undefined : maySave;
  if (question && !call.confirmed && !(await question(services, launch))) return undefined;
  await services.launches.save(launch);
  return { name: launch.name };
}

async function readChosen(): Promise<string | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import Launch'),
      filters: { JSON: ['json'] },
    })) ?? [];
  return uri && Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
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
