import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { ApiError } from '../api/errors';
import { readProject, type SavedLaunch } from '../domain/launchFile';

/** A launch that a folder of the workspace proposes. */
export interface ProjectLaunch extends SavedLaunch {
  /** The folder's name. */
  folder: string;
}

/** Where in a folder its launches are. */
const file = '.vscode/gpu-rental.json';

/**
 * The launches of the workspace's folders. Nothing is read where the person does not trust the workspace, and a launch
 * never does anything by itself. @throws ApiError 'invalid_request' that names the folder and the place
 */
export async function projectLaunches(): Promise<ProjectLaunch[]> {
  if (!vscode.workspace.isTrusted) return [];
  const found = await Promise.all((vscode.workspace.workspaceFolders ?? []).map(launchesOf));
  return found.flat();
}

async function launchesOf({ uri, name }: vscode.WorkspaceFolder): Promise<ProjectLaunch[]> {
  const text = await read(vscode.Uri.joinPath(uri, file));
  if (text === undefined) return [];
  // The secrets of one project's launches are not those of another.
  const scope = `project:${createHash('sha256').update(uri.toString()).digest('hex').slice(0, 12)}`;
  try {
    return readProject(JSON.parse(text), scope).map((launch) => ({ ...launch, folder: name }));
  } catch (error) {
    const reason = error instanceof ApiError ? error.message : vscode.l10n.t('It is not valid JSON.');
    throw new ApiError('invalid_request', vscode.l10n.t('{0} in {1}: {2}', file, name, reason), {
      cause: error,
    });
  }
}

async function read(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
  } catch {
    return undefined;
  }
}
