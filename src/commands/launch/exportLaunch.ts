import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { plainText } from '../../api/plainText';
import { printLaunch, type SavedLaunch } from '../../domain/launch/launchFile';
import { writeLaunch } from '../../prompts/launch/pickLaunch';
import { pick } from '../../prompts/steps';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';

/** A saved launch as JSON, without secrets: `{name}`. A person chooses it and the file. */
export async function exportLaunch(
  services: Pick<Services, 'launches'>,
  call: Call,
): Promise<{ json: string } | undefined> {
  const name = read(call.arguments, 'name', z.optional(z.string()));
  const launch =
    name === undefined ? await pickOwn(services) : services.launches.saved.find((one) => one.name === name);
  if (!launch) {
    if (name === undefined) return undefined;
    throw new LocalError('not_found', vscode.l10n.t('No launch is named {0}.', plainText(name, 60)));
  }
  if (call.interactive) await writeLaunch(launch);
  return { json: printLaunch(launch) };
}

async function pickOwn({ launches }: Pick<Services, 'launches'>): Promise<SavedLaunch | undefined> {
  const rows = launches.saved.map((launch) => ({ launch, label: plainText(launch.name, 60) }));
  if (rows.length === 0) throw new LocalError('not_found', vscode.l10n.t('You have no saved launches.'));
  const step = await pick(rows, { title: vscode.l10n.t('Export Launch') });
  return step.kind === 'done' ? step.value.item?.launch : undefined;
}
