import { createHash } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import {
  parseLaunchFile,
  readProject,
  readTaskTerms,
  type SavedLaunch,
} from '../../domain/launch/launchFile';
import type { TaskTerms } from '../../domain/runs/taskTerms';

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

async function launchesOf(folder: vscode.WorkspaceFolder): Promise<ProjectLaunch[]> {
  // Each project's launches have their own secrets.
  const scope = `project:${createHash('sha256').update(folder.uri.toString()).digest('hex').slice(0, 12)}`;
  const launches = await inProject(folder, (value) => readProject(value, scope));
  return (launches ?? []).map((launch) => ({ ...launch, folder: folder.name }));
}

/**
 * What a project says of one of its task files, which can't say all. Undefined if it says nothing, or isn't trusted.
 * @throws LocalError 'invalid_input' that names the folder and the place
 */
export async function projectTerms(taskFile: string): Promise<TaskTerms | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(taskFile));
  if (!vscode.workspace.isTrusted || !folder) return undefined;
  const terms = await inProject(folder, readTaskTerms);
  return terms?.find(({ task }) => path.resolve(folder.uri.fsPath, task) === path.resolve(taskFile));
}

/** What is read from a folder's file; undefined without one. */
async function inProject<T>(
  { uri, name }: vscode.WorkspaceFolder,
  take: (value: unknown) => T,
): Promise<T | undefined> {
  const text = await read(vscode.Uri.joinPath(uri, file));
  if (text === undefined) return undefined;
  try {
    return take(parseLaunchFile(text));
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
