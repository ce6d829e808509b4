import * as vscode from 'vscode';
import { describeError } from '../../api/describeError';
import { plainText } from '../../api/plainText';
import { showErrorMessage } from '../../ask/notify';
import { callCommand } from '../../commandNames';
import { formatNumber } from '../../domain/format';
import { runtypeWords } from '../../domain/instances/runtypeWords';
import { secretsOf } from '../../domain/launch/launchDraft';
import { printLaunch, type SavedLaunch } from '../../domain/launch/launchFile';
import { addToProject, projectFile, projectLaunches } from '../../stores/launch/projectLaunches';
import { formatRows, openTask } from '../runs/taskFormats';
import type { Services } from '../services';
import { pick, pickOne, type PickOptions } from '../steps';

interface Row extends vscode.QuickPickItem {
  launch?: SavedLaunch;
  act?: 'import';
}

const exportButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('export'),
  tooltip: vscode.l10n.t('Export…'),
};
const deleteButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: vscode.l10n.t('Delete'),
};

/** Own launches and those of the workspace, each to be chosen, exported or deleted; or the project's, to be chosen only. */
export async function pickLaunch(
  services: Pick<Services, 'dialogs' | 'launchSecrets' | 'launches'>,
  {
    project = false,
    ...options
  }: Pick<PickOptions<Row>, 'title' | 'placeholder' | 'back'> & { project?: boolean },
): Promise<SavedLaunch | undefined> {
  for (;;) {
    const step = await pick(await rowsOf(services, project), options);
    if (step.kind !== 'done') return undefined;
    const { item, pressed } = step.value;
    if (item?.act === 'import') await callCommand('importLaunch');
    if (!item?.launch) continue;
    if (!pressed) return item.launch;
    if (pressed === exportButton) {
      // The list would cover what was opened.
      if (await writeLaunch(services, item.launch)) return undefined;
    } else await forgetLaunch(services, item.launch);
  }
}

async function rowsOf({ launches }: Pick<Services, 'launches'>, project: boolean): Promise<Row[]> {
  const fromProjects = await projectLaunches().catch((error: unknown) => {
    void showErrorMessage(describeError(error).message);
    return [];
  });
  const separator = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const projectRows = fromProjects.map((one) => ({ ...rowOf(one), detail: plainText(one.folder, 60) }));
  if (project) return projectRows;
  return [
    ...launches.saved.map((one) => ({ ...rowOf(one), buttons: [exportButton, deleteButton] })),
    ...(fromProjects.length > 0 ? [separator(vscode.l10n.t('from this workspace'))] : []),
    ...projectRows,
    separator(''),
    { label: vscode.l10n.t('$(cloud-download) Import Launch from File…'), act: 'import' },
  ];
}

function rowOf(one: SavedLaunch): Row {
  const { image, disk, runtype } = one.launch;
  return {
    launch: one,
    label: `$(bookmark) ${plainText(one.name, 60)}`,
    description: [
      image,
      disk === undefined ? '' : `${formatNumber(disk)} GB`,
      runtype && runtypeWords(runtype).label,
    ]
      .filter(Boolean)
      .map((text) => plainText(text ?? '', 60))
      .join(' · '),
  };
}

/** Forgets a launch, and the secrets that nothing else refers to. */
async function forgetLaunch(
  services: Pick<Services, 'dialogs' | 'launchSecrets' | 'launches'>,
  { name, launch }: SavedLaunch,
): Promise<void> {
  const { launches, launchSecrets, dialogs } = services;
  const question = {
    message: vscode.l10n.t('Delete launch {0}?', plainText(name, 60)),
    detail: vscode.l10n.t('Instances rented with it aren’t affected.'),
    yes: vscode.l10n.t('Delete'),
    warns: true,
  };
  if (!(await dialogs.confirm(question))) return;
  await launches.forget(name);
  const stillUsed = launches.drafts?.flatMap(secretsOf);
  if (!stillUsed) return;
  for (const secret of secretsOf(launch)) if (!stillUsed.includes(secret)) await launchSecrets.delete(secret);
}

const ending = '.gpu-launch.json';

/**
 * Writes a launch to a project's file, which is proposed, or to one that the person chooses, or shows it as one of
 * another tool. False if the person closed a question.
 */
export async function writeLaunch(
  { dialogs }: Pick<Services, 'dialogs'>,
  launch: SavedLaunch,
): Promise<boolean> {
  const title = vscode.l10n.t('Export Launch');
  const projects = (vscode.workspace.workspaceFolders ?? []).map((folder) => ({
    label: vscode.l10n.t('This Project'),
    description: projectFile,
    detail: vscode.l10n.t('Whoever opens {0} in VS Code is offered the launch', plainText(folder.name, 60)),
    format: folder,
  }));
  const own = {
    label: 'GPU Rental',
    description: vscode.l10n.t('all of the launch'),
    format: 'json' as const,
  };
  const rows = [...projects, own, ...formatRows()];
  const placeholder = vscode.l10n.t('Select a format');
  const format = (await pickOne(rows, { title, placeholder }))?.format;
  if (format === undefined) return false;
  if (format === 'json' || typeof format === 'object') {
    const mayReplace = () => mayReplaceIn(dialogs, launch);
    const uri =
      format === 'json' ? await writeFile(launch, title) : await addToProject(format, launch, mayReplace);
    if (uri) await vscode.window.showTextDocument(uri);
    return uri !== undefined;
  }
  const { launchAsTask } = await import('../../domain/launch/launchAsTask');
  await openTask(launchAsTask(launch, format));
  return true;
}

const mayReplaceIn = (dialogs: Services['dialogs'], { name }: SavedLaunch): Promise<boolean> =>
  dialogs.confirm({
    message: vscode.l10n.t('Replace the launch {0} in {1}?', plainText(name, 60), projectFile),
    yes: vscode.l10n.t('Replace'),
  });

async function writeFile(launch: SavedLaunch, title: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${plainText(launch.name, 60).replace(/[/\\?%*:|"<>\s]+/g, '-')}${ending}`;
  const uri = await vscode.window.showSaveDialog({
    title,
    filters: { JSON: ['json'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, file) } : {}),
  });
  if (uri) await vscode.workspace.fs.writeFile(uri, Buffer.from(printLaunch(launch), 'utf8'));
  return uri;
}
