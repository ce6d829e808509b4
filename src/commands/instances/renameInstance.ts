import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { plainText } from '../../api/plainText';
import { confirmFor } from '../../ask/confirmFor';
import { inView } from '../../ask/notify';
import { accountInUse } from '../../stores/account/accountInUse';
import { askText } from '../../prompts/steps';
import { type Call, isAgreed, read } from '../call';
import { listAgain, nameOf } from './eachInstance';
import { knownInstance, targetInstance } from './targetInstance';
import type { Services } from '../../prompts/services';

/** Gives an instance another label. */
export async function renameInstance(
  services: Pick<Services, 'accounts' | 'dialogs' | 'instances' | 'log'>,
  call: Call,
): Promise<{ instanceId: number; label: string } | undefined> {
  const who = accountInUse(services.accounts);
  const id = await targetInstance(services, call, vscode.l10n.t('Rename'));
  if (id === undefined) return undefined;
  const given = read(call.arguments, 'label', z.optional(z.string()));
  const label = given ?? (await askLabel(services, id));
  if (label === undefined) return undefined;
  const agreed = await confirmFor(services, who, {
    confirmed: given === undefined || isAgreed(call),
    message: vscode.l10n.t('Rename {0} to “{1}”?', nameOf(services, id), plainText(label, 60)),
    yes: vscode.l10n.t('Rename'),
  });
  if (!agreed) return undefined;
  await inView(call.interactive && 'instances', async () => {
    await who.client.instances.setLabel(id, label);
    await listAgain(services);
  });
  return { instanceId: id, label };
}

async function askLabel(services: Pick<Services, 'instances'>, id: number): Promise<string | undefined> {
  const instance = await knownInstance(services, id);
  const text = await askText({
    title: vscode.l10n.t('Rename {0}', nameOf(services, id)),
    prompt: vscode.l10n.t('Label; leave empty for none'),
    value: instance.label ?? '',
  });
  return text?.trim();
}
