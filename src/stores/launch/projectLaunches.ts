import { createHash } from 'node:crypto';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { LocalError } from '../../api/localError';
import {
  parseLaunchFile,
  readProject,
  readProjectRuns,
  withLaunch,
  type SavedLaunch,
} from '../../domain/launch/launchFile';
import type { ProjectRun } from '../../domain/tasks/projectRun';

/** A launch from a folder of the workspace. */
export interface ProjectLaunch extends SavedLaunch {
  /** The folder's name. */
  folder: string;
}

/** A project's file that can't be read; `message` names its folder and the place. */
export class ProjectFileError extends LocalError {
  readonly uri: vscode.Uri;
  /** What is wrong, without where. */
  readonly reason: string;

  constructor({ uri, name }: { uri: vscode.Uri; name: string }, cause: LocalError) {
    super('invalid_input', vscode.l10n.t('{0} in {1}: {2}', projectFile, name, cause.message), { cause });
    this.uri = uri;
    this.reason = cause.message;
  }
}

/** The file with a folder's launches. */
export const projectFile = '.vscode/gpu-rental.json';

const fileIn = ({ uri }: vscode.WorkspaceFolder): vscode.Uri => vscode.Uri.joinPath(uri, projectFile);

/**
 * The launches of the workspace's folders. Nothing is read if the workspace isn't trusted, and a launch never does
 * anything by itself. @throws ProjectFileError
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
 * @throws ProjectFileError
 */
export async function projectRun(taskFile: string): Promise<ProjectRun | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(taskFile));
  if (!vscode.workspace.isTrusted || !folder) return undefined;
  const terms = await inProject(folder, readProjectRuns);
  return terms?.find(({ task }) => path.resolve(folder.uri.fsPath, task) === path.resolve(taskFile));
}

/**
 * Puts a launch into a folder's file, in place of one with its name, once `mayReplace` agrees to that. Undefined if it
 * doesn't.
 *
 * @throws ProjectFileError if the file can't be read as it is
 */
export async function addToProject(
  folder: vscode.WorkspaceFolder,
  launch: SavedLaunch,
  mayReplace: () => Promise<boolean>,
): Promise<vscode.Uri | undefined> {
  const known = (await launchesOf(folder)).some(({ name }) => name === launch.name);
  if (known && !(await mayReplace())) return undefined;
  const uri = fileIn(folder);
  // One that is there but can't be read must not be overwritten.
  const text = await vscode.workspace.fs.readFile(uri).then(textOf, ifMissing);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(withLaunch(text, launch), 'utf8'));
  return uri;
}

/** Fires when one of these files was written or deleted. */
export function followProjects(changed: () => void): vscode.Disposable {
  // Of a new folder, what is in it at once isn't told.
  const watcher = vscode.workspace.createFileSystemWatcher(`{**/.vscode,**/${projectFile}}`);
  const { onDidGrantWorkspaceTrust, onDidChangeWorkspaceFolders } = vscode.workspace;
  return vscode.Disposable.from(
    watcher,
    ...[watcher.onDidCreate(changed), watcher.onDidChange(changed), watcher.onDidDelete(changed)],
    onDidGrantWorkspaceTrust(changed),
    onDidChangeWorkspaceFolders(changed),
  );
}

/** What is read from a folder's file; undefined without one. */
async function inProject<T>(
  folder: vscode.WorkspaceFolder,
  take: (value: unknown) => T,
): Promise<T | undefined> {
  const uri = fileIn(folder);
  const text = await read(uri);
  if (text === undefined) return undefined;
  try {
    return take(parseLaunchFile(text));
  } catch (error) {
    throw error instanceof LocalError ? new ProjectFileError({ uri, name: folder.name }, error) : error;
  }
}

async function read(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return textOf(await vscode.workspace.fs.readFile(uri));
  } catch {
    // Most projects have no such file.
    return undefined;
  }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

function ifMissing(error: unknown): undefined {
  if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
  throw error;
}
