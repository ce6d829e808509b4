import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import type { Call } from '../call';
import { targetTemplate } from './targetTemplate';
import type { Services } from '../../prompts/services';
import { link } from '../../views/templates/templateNodes';

/** Copies a template's hash, which identifies it for others. It changes with every edit. */
export async function copyTemplateHash(
  services: Pick<Services, 'log' | 'templates'>,
  call: Call,
): Promise<{ hashId: string } | undefined> {
  const template = await targetTemplate(services, call, vscode.l10n.t('Copy Template Hash'));
  if (!template) return undefined;
  await vscode.env.clipboard.writeText(template.hash_id);
  return { hashId: template.hash_id };
}

/** Opens a template's documentation link. VS Code asks before opening unknown websites. */
export async function openTemplateLink(
  services: Pick<Services, 'log' | 'templates'>,
  call: Call,
): Promise<{ opened: boolean } | undefined> {
  const hasLink = (one: Parameters<typeof link>[0]): boolean => link(one) !== undefined;
  const template = await targetTemplate(
    services,
    call,
    vscode.l10n.t('Open Template Documentation'),
    hasLink,
  );
  if (!template) return undefined;
  const uri = link(template);
  if (!uri) throw new LocalError('not_found', vscode.l10n.t('This template has no link to a web page.'));
  return { opened: await vscode.env.openExternal(uri) };
}
