import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import { parseLaunchFile, readProject, type SavedLaunch } from '../../domain/launch/launchFile';

/** A launch from a folder of the workspace. */
export interface ProjectLaunch extends SavedLaunch {
  /** The folder's name. */
  folder: string;
}

/** The file with a folder's launches. */
const file = '.vscode/gpu-rental.json';

/**
 * The launches of the workspace's folders. Nothing is read if the workspace isn't trusted, and a launch never does
 * anything by itself. @throws LocalError 'invalid_input' that names the folder and the place
 */
export async function projectLaunches(): Promise<ProjectLaunch[]> {
  if (!vscode.workspace.isTrusted) return [];
  const found = await Promise.all((vscode.workspace.workspaceFolders ?? []).map(launchesOf));
  return found.flat();
}

async function launchesOf({ uri, name }: vscode.WorkspaceFolder): Promise<ProjectLaunch[]> {
  const text = await read(vscode.Uri.joinPath(uri, file));
  if (text === undefined) return [];
  // Each project's launches have their own secrets.
  const scope = `project:${createHash('sha256').update(uri.toString()).digest('hex').slice(0, 12)}`;
  try {
    return readProject(parseLaunchFile(text), scope).map((launch) => ({ ...launch, folder: name }));
  } catch (error) {
    if (!(error instanceof LocalError)) throw error;
    const message = vscode.l10n.t('{0} in {1}: {2}', file, name, error.message);
    throw new LocalError('invalid_input', message, { cause: error });
  }
}

async function read(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
  } catch {
    // Most projects have no such file.
    return undefined;
  }
}
