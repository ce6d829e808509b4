import * as vscode from 'vscode';
import { plainText } from '../../api/plainText';
import { sayLate } from '../../ask/notify';
import { formatBytes, inOrder } from '../../domain/format';
import { parentOf } from '../../domain/runs/tree';
import type { Source } from '../../ssh/transfer/source';
import { pickOne } from '../steps';

interface Row extends vscode.QuickPickItem {
  /** Where it leads, or what it chooses. */
  go?: string;
  choose?: string;
}

/**
 * Lets a person choose a file or a folder of a machine. Resolves to its absolute path; undefined if they closed the
 * list.
 *
 * @param start absolute, or below the home folder with `~/`
 */
export async function pickRemoteFile(
  source: Source,
  start: string,
  { title, signal }: { title: string; signal: AbortSignal },
): Promise<string | undefined> {
  const list = (path: string): ReturnType<Source['list']> =>
    sayLate(vscode.l10n.t('Loading {0}', plainText(path, 200)), source.list(path, signal));
  for (let folder: string | undefined = start; folder !== undefined;) {
    const { root, entries } = await list(folder);
    const rows: Row[] = [...entries]
      .sort(
        (one, other) =>
          Number(other.kind === 'folder') - Number(one.kind === 'folder') || inOrder(one.path, other.path),
      )
      .map(({ path, kind, size }) => {
        const whole = root === '/' ? `/${path}` : `${root}/${path}`;
        const name = plainText(path, 200);
        return kind === 'folder'
          ? { label: `$(folder) ${name}`, go: whole }
          : { label: `$(file) ${name}`, description: formatBytes(size), choose: whole };
      });
    const all = vscode.l10n.t('Copy This Folder');
    const up = parentOf(root) || '/';
    const placeholder = vscode.l10n.t('{0}: select a file, or open a folder', plainText(root, 200));
    const row = await pickOne<Row>(
      [
        ...(root === '/'
          ? []
          : [
              { label: `$(folder-opened) ${all}`, description: plainText(root, 200), choose: root },
              { label: '$(arrow-up) ..', description: plainText(up, 200), go: up },
            ]),
        { label: '', kind: vscode.QuickPickItemKind.Separator },
        ...rows,
      ],
      { title, placeholder },
    );
    if (row?.choose !== undefined) return row.choose;
    folder = row?.go;
  }
  return undefined;
}
