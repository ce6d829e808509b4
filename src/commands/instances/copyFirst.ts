import * as vscode from 'vscode';
import { callCommand } from '../../commandNames';
import { instanceName } from '../../ask/instanceName';
import { formatPerHour } from '../../domain/money/cost';
import { lifecycleOf } from '../../domain/instances/lifecycle';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { pickOne } from '../../prompts/steps';
import { diskUse } from '../../views/instances/instanceDetails';
import { InstanceNode, lacksSsh } from '../../views/instances/instanceNodes';
import type { Services } from '../../prompts/services';
import { costOf, nameOf } from './eachInstance';
import { formatFacts } from '../../domain/format';

/** Those from which files can be copied over SSH, now or after a start, unless the service tells that there are none. */
export function withFiles(
  { instances }: Pick<Services, 'instances'>,
  ids: readonly number[],
): SharedInstance[] {
  return ids
    .map((id) => instances.get(id))
    .filter((one) => one !== undefined)
    .filter((one) => {
      const { phase, can } = lifecycleOf(one);
      const isReachable = phase === 'running' || (phase === 'stopped' && can.start);
      return isReachable && !lacksSsh(one) && instances.figures(one.id)?.disk_usage !== 0;
    });
}

/** Each instance with what is on its disk, where the service tells: one per line, or a sentence for a single one. */
export function diskLines({ instances, ...services }: Services, ids: readonly number[]): string {
  const [first = 0] = ids;
  const useOf = (id: number): string => {
    const instance = instances.get(id);
    return (instance && diskUse(instance, instances.figures(id))) ?? '';
  };
  if (ids.length === 1) return useOf(first) === '' ? '' : vscode.l10n.t('Its disk: {0}.', useOf(first));
  return ids.map((id) => formatFacts(nameOf({ ...services, instances }, id), useOf(id))).join('\n');
}

/** What to know before copying: a stopped one may have to cost money again. Empty if all are running. */
export function startFirst(
  services: Pick<Services, 'instances'>,
  sources: readonly SharedInstance[],
): string {
  const stopped = sources.filter((one) => lifecycleOf(one).can.start).map(({ id }) => id);
  if (stopped.length === 0) return '';
  const cost = formatPerHour(costOf(services, stopped).running);
  return sources.length === 1
    ? vscode.l10n.t('To copy files from it, you may have to start it, for {0}.', cost)
    : vscode.l10n.t('To copy files from a stopped instance, you may have to start it.');
}

/** Leads to the files of one of these instances, in a window or a terminal. Changes nothing; starting it is asked about. */
export async function copyFiles(sources: readonly SharedInstance[]): Promise<void> {
  const title = vscode.l10n.t('Copy Files First');
  const rows = sources.map((one) => ({
    id: one.id,
    label: instanceName(one),
    description: lifecycleOf(one).word,
  }));
  const source =
    rows.length > 1
      ? await pickOne(rows, { title, placeholder: vscode.l10n.t('Select an instance') })
      : rows[0];
  if (!source) return;
  const { id, label: name } = source;
  const ways = [
    {
      label: `$(cloud-download) ${vscode.l10n.t('Copy to This Computer…')}`,
      description: vscode.l10n.t('select a file or folder there'),
      command: 'copyFromInstance',
    },
    {
      label: `$(remote) ${vscode.l10n.t('Connect')}`,
      description: vscode.l10n.t('opens a window, to look at the files'),
      command: 'connect',
    },
    {
      label: `$(terminal) ${vscode.l10n.t('Open in Terminal')}`,
      description: vscode.l10n.t('to copy files somewhere else'),
      command: 'openTerminal',
    },
  ] as const;
  const placeholder = vscode.l10n.t('Nothing was destroyed. Destroy it after you’ve copied the files');
  const way = await pickOne(ways, { title: vscode.l10n.t('Copy Files of {0} First', name), placeholder });
  if (way) await callCommand(way.command, new InstanceNode(id));
}
