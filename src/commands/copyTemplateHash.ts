import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import { link } from '../views/templates/templateNodes';
import type { Call } from './call';
import { targetTemplate } from './pickTemplate';
import type { Services } from './services';

/** Copies what others name a template by; it changes with every edit. */
export async function copyTemplateHash(
  services: Services,
  call: Call,
): Promise<{ hashId: string } | undefined> {
  const template = await targetTemplate(services, call, vscode.l10n.t('Copy Hash'));
  if (!template) return undefined;
  await vscode.env.clipboard.writeText(template.hash_id);
  return { hashId: template.hash_id };
}

/** Opens the documentation that a template links to, after VS Code's own question about strange sites. */
export async function openTemplateLink(
  services: Services,
  call: Call,
): Promise<{ opened: boolean } | undefined> {
  const hasLink = (one: Parameters<typeof link>[0]): boolean => link(one) !== undefined;
  const template = await targetTemplate(services, call, vscode.l10n.t('Open Link'), hasLink);
  if (!template) return undefined;
  const uri = link(template);
  if (!uri) throw new ApiError('not_found', vscode.l10n.t('This template links to no web page.'));
  return { opened: await vscode.env.openExternal(uri) };
}
