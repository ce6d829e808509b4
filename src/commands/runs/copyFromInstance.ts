import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { confirmFor } from '../../ask/confirmFor';
import { offerToStop, openSource } from '../../connect/openSource';
import { withCancellableProgress } from '../../prompts/connectProgress';
import { copyQuestion } from '../../prompts/runs/copyQuestion';
import { pickRemoteFile } from '../../prompts/runs/remoteFiles';
import { accountInUse } from '../../stores/account/accountInUse';
import { settings } from '../../stores/settings';
import type { Source } from '../../ssh/transfer/source';
import { type Call, read } from '../call';
import type { Services } from '../../prompts/services';
import { nameOf } from '../instances/eachInstance';
import { targetInstance } from '../instances/targetInstance';
import { copyOutcome, inTurn, localPath, reportTo, givenTarget } from './copying';

/**
 * Copies files and folders of an instance into a folder of this computer. Resolves to the number of files received and
 * of those that were there already, and to the bytes received; undefined if the person said no.
 */
export async function copyFromInstance(
  services: Services,
  call: Call,
): Promise<{ received: number; unchanged: number; bytes: number } | undefined> {
  const title = vscode.l10n.t('Copy from Instance');
  const id = await targetInstance(services, call, title, ({ can }) => can.connect);
  if (id === undefined) return undefined;
  const name = nameOf(services, id);
  const { confirmed, interactive } = call;
  const progressTitle = vscode.l10n.t('Copying from {0}', name);
  const opened = await withCancellableProgress(progressTitle, (progress) =>
    openSource(services, id, { ...progress, confirmed, interactive }),
  );
  if (!opened) return undefined;
  try {
    return await copyFrom(services, call, { name, source: opened.source });
  } finally {
    // Also after a failure or a no: it is billed now.
    if (opened.started && interactive) offerToStop(services, opened.started);
  }
}

async function copyFrom(
  services: Services,
  call: Call,
  { name, source }: { name: string; source: Source },
): Promise<ReturnType<typeof outcome> | undefined> {
  const who = accountInUse(services.accounts);
  const title = vscode.l10n.t('Copy from Instance');
  const progressTitle = vscode.l10n.t('Copying from {0}', name);
  const signal = new AbortController().signal;
  const start = settings.connect.remoteFolder ?? '~';
  const from = remoteFiles(call) ?? (await pickRemoteFile(source, start, { title, signal }));
  if (from === undefined) return undefined;
  const given = givenTarget(call);
  const to = given === undefined ? await pickFolder(title) : localPath(given);
  if (to === undefined) return undefined;
  const sources = sourcesOf(typeof from === 'string' ? [from] : from);
  const plan = await withCancellableProgress(progressTitle, (progress) => {
    progress.report(vscode.l10n.t('comparing files'));
    return source.plan(sources, to, progress);
  });
  if (!plan) return undefined;
  const isEmpty = plan.added.length === 0 && plan.replaced.length === 0;
  if (isEmpty && plan.unchanged === 0 && plan.leftOut.length === 0)
    throw new LocalError('not_found', vscode.l10n.t('There is nothing at {0}.', [from].flat().join(', ')));
  if (isEmpty) return outcome(copyOutcome(call, plan, undefined, name));
  const ends = { name, from: [from].flat().join(', '), to };
  if (!(await confirmFor(services, who, { ...copyQuestion(plan, 'from', ends), confirmed: call.confirmed })))
    return undefined;
  const result = await inTurn(to, () =>
    withCancellableProgress(progressTitle, (progress) =>
      source.download(plan, { ...progress, report: reportTo(progress.report, services.clock) }),
    ),
  );
  return result && outcome(copyOutcome(call, plan, result, name));
}

const outcome = ({ copied, unchanged, bytes }: { copied: number; unchanged: number; bytes: number }) => ({
  received: copied,
  unchanged,
  bytes,
});

const remotePath = z.string().check(z.regex(/^(~$|~\/|\/)/));

/** Paths of the instance in the call: absolute, or below the home folder with `~/`. */
function remoteFiles({ arguments: given }: Call): string | readonly string[] | undefined {
  return given.from === undefined
    ? undefined
    : read(given, 'from', z.union([remotePath, z.array(remotePath)]));
}

/** @throws LocalError unless all are in one folder */
function sourcesOf(paths: readonly string[]): { folder: string; names?: readonly string[] } {
  const [first = ''] = paths;
  if (paths.length === 1 && /^(~|\/)\/?$/.test(first)) return { folder: first };
  const clean = paths.map((one) => one.replace(/\/+$/, ''));
  const folders = new Set(clean.map((one) => path.posix.dirname(one)));
  const [folder] = folders;
  if (folder === undefined || folders.size > 1)
    throw new LocalError('invalid_input', vscode.l10n.t('Select files of one folder.'));
  return { folder, names: clean.map((one) => path.posix.basename(one)) };
}

async function pickFolder(title: string): Promise<string | undefined> {
  const open = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri;
  const picked = await vscode.window.showOpenDialog({
    title,
    openLabel: vscode.l10n.t('Copy Here'),
    defaultUri: open ?? vscode.Uri.file(os.homedir()),
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return picked?.[0]?.fsPath;
}
