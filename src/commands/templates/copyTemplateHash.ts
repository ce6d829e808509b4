import * as vscode from 'vscode';
import type { Call } from '../call';
import { targetTemplate } from './targetTemplate';
import type { Services } from '../../prompts/services';

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
