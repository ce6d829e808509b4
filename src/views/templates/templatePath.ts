import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import type { Template } from '../../api/schemas/templates/template';
import { schemes } from '../texts/lateFiles';

/** Identifies a document: an account and a template's numeric id, or a template that doesn't exist yet. */
export interface TemplatePath {
  accountId: string;
  /** The template's id, or `new-…`. */
  key: string;
}

const ending = '.gpu-template.jsonc';

/**
 * `gpu-template:/<account>/<id>/<name>.gpu-template.jsonc`: the name is for the tab, the extension for the JSON schema.
 */
export function templateUri({ accountId, key }: TemplatePath, name: string): vscode.Uri {
  const file = plainText(name, 60).replace(/[/\\?%*:|"<>]/g, '-') || vscode.l10n.t('Untitled');
  return vscode.Uri.from({ scheme: schemes.template, path: `/${accountId}/${key}/${file}${ending}` });
}

/** @throws FileSystemError FileNotFound for a path in another format */
export function readPath(uri: vscode.Uri): TemplatePath {
  const [, accountId, key] = /^\/([^/]+)\/(\d+|new-[\w-]+)\/[^/]+\.gpu-template\.jsonc$/.exec(uri.path) ?? [];
  if (accountId === undefined || key === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  return { accountId, key };
}

export const isNew = ({ key }: TemplatePath): boolean => key.startsWith('new-');

/** The name of a template's registry password in the secret storage. */
export const passwordName = ({ accountId, key }: TemplatePath): string => `template:${accountId}/${key}`;

export const pathOf = (accountId: string, { id }: Pick<Template, 'id'>): TemplatePath => ({
  accountId,
  key: String(id),
});
