import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { LocalError } from '../../api/localError';
import { showInfo, showWarning } from '../../ask/notify';
import type { Clock } from '../../clock';
import { counted, formatBytes, formatList, formatSentences } from '../../domain/format';
import { CopySpeed, leftOutLines } from '../../domain/runs/copyWords';
import type { CopyPlan } from '../../domain/runs/tree';
import type { CopyProgress, CopyResult } from '../../ssh/transfer/stage';
import { type Call, read } from '../call';

/** Where a program has the files copied to; undefined if it doesn't say. @throws LocalError 'invalid_input' */
export const givenTarget = (call: Call): string | undefined =>
  read(call.arguments, 'to', z.optional(z.string().check(z.minLength(1))));

const oneOrMore = z.union([z.string(), z.array(z.string()).check(z.minLength(1))]);

/**
 * The absolute paths to copy: those of the call, which may be `file:` URIs, or what is selected in the Explorer.
 * Undefined if the call names none. @throws LocalError for a file that isn't on this computer
 */
export function localFiles({ arguments: given }: Call): readonly string[] | undefined {
  if (given.from === undefined) {
    const named = z
      .array(z.string())
      .safeParse(given.documents ?? (given.document === undefined ? [] : [given.document]));
    return named.data === undefined || named.data.length === 0 ? undefined : named.data.map(localPath);
  }
  const from = read(given, 'from', oneOrMore);
  return (typeof from === 'string' ? [from] : from).map(localPath);
}

export function localPath(text: string): string {
  const isUri = /^[a-z][a-z0-9+.-]+:\//i.test(text);
  const uri = isUri ? vscode.Uri.parse(text, true) : vscode.Uri.file(text);
  const isAbsolute = isUri || text.startsWith('/') || /^([a-z]:[\\/]|\\\\)/i.test(text);
  if (uri.scheme !== 'file' || !isAbsolute)
    throw new LocalError('invalid_input', vscode.l10n.t('{0} isn’t a file of this computer.', text));
  return uri.fsPath;
}

/** Lets a person choose files, or a folder: some systems have a dialog for each. */
export async function pickFiles(title: string): Promise<readonly string[] | undefined> {
  const both = process.platform === 'darwin';
  const kinds = [
    { label: `$(folder) ${vscode.l10n.t('Folder…')}`, folders: true },
    { label: `$(file) ${vscode.l10n.t('Files…')}`, folders: false },
  ];
  const kind = both
    ? kinds[0]
    : await vscode.window.showQuickPick(kinds, {
        title,
        placeHolder: vscode.l10n.t('What do you want to copy?'),
      });
  if (!kind) return undefined;
  const picked = await vscode.window.showOpenDialog({
    title,
    openLabel: vscode.l10n.t('Copy'),
    canSelectFiles: both || !kind.folders,
    canSelectFolders: kind.folders,
    canSelectMany: true,
  });
  return picked?.map(({ fsPath }) => fsPath);
}

const running = new Map<string, Promise<unknown>>();

/** One copy after the other into the same place. @param place the instance and the folder, or a folder of this computer */
export async function inTurn<T>(place: string, copy: () => Promise<T>): Promise<T> {
  const before = running.get(place);
  const mine = (async () => {
    // Its failure is shown by whoever began it.
    await before?.catch(() => undefined);
    return copy();
  })();
  running.set(place, mine);
  try {
    return await mine;
  } finally {
    if (running.get(place) === mine) running.delete(place);
  }
}

/** Shows how far a copy is, a few times a second at most. */
export function reportTo(
  report: (message: string) => void,
  clock: Pick<Clock, 'monotonic'>,
): (progress: CopyProgress) => void {
  const speed = new CopySpeed();
  let last = -Infinity;
  return ({ phase, bytes, total }) => {
    const now = clock.monotonic();
    if (phase === 'copying' && now - last < pause) return;
    last = now;
    if (phase === 'copying') report(speed.words(now, bytes, total));
    else report(phase === 'checking' ? vscode.l10n.t('checking the content') : vscode.l10n.t('finishing'));
  };
}

/** Milliseconds between two reports. */
const pause = 250;

/** Tells a person how a copy ended, and throws for a program what isn't whole. @param result undefined: nothing to do */
export function copyOutcome(
  { interactive }: Call,
  { unchanged, leftOut }: CopyPlan,
  result: CopyResult | undefined,
  name: string,
): CopyResult {
  const ended = result ?? { copied: 0, bytes: 0, unchanged, kept: [], damaged: [] };
  const { kept, damaged } = ended;
  const problems = [
    damaged.length === 0
      ? ''
      : counted(
          damaged.length,
          vscode.l10n.t(
            '{0} file changed while it was copied, and wasn’t copied: {1}.|{0} files changed while they were copied, and weren’t copied: {1}.',
          ),
          formatList(damaged.slice(0, 3)),
        ),
    kept.length === 0
      ? ''
      : counted(
          kept.length,
          vscode.l10n.t(
            '{0} file wasn’t replaced, because it appeared or changed meanwhile: {1}.|{0} files weren’t replaced, because they appeared or changed meanwhile: {1}.',
          ),
          formatList(kept.slice(0, 3)),
        ),
  ].filter(Boolean);
  const again = vscode.l10n.t('Copy again to see what is left.');
  if (problems.length > 0 && !interactive) throw new LocalError('may_pass', [...problems, again].join(' '));
  if (problems.length > 0) void showWarning([...problems, again].join(' '));
  else if (interactive)
    void showInfo(
      result
        ? counted(
            ended.copied,
            vscode.l10n.t('Copied {0} file ({1}): {2}.|Copied {0} files ({1}): {2}.'),
            formatBytes(ended.bytes),
            name,
          )
        : formatSentences([
            vscode.l10n.t('Nothing to copy: everything is already there.'),
            ...leftOutLines(leftOut.filter(({ why }) => why === 'unreadable')),
          ]),
    );
  return ended;
}

/** Shows a folder: in the Explorer if it is in the workspace, else in the system's. */
export async function revealFolder(folder: string): Promise<void> {
  const uri = vscode.Uri.file(folder);
  const isOpen = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(isOpen ? 'revealInExplorer' : 'revealFileInOS', uri);
}
