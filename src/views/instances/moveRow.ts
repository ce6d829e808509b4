import * as vscode from 'vscode';
import { instanceName } from '../../ask/instanceName';
import { commandId } from '../../commandNames';
import type { InstanceState } from '../../stores/instances/instanceChange';
import type { Moves } from '../../stores/instances/moves';

/** A row below an instance: its move to another one that was rented, but that isn't finished. */
export class MoveNode {
  readonly instanceId: number;
  /** What the other one is called. */
  readonly target: string;

  constructor({ instanceId, target }: Pick<MoveNode, 'instanceId' | 'target'>) {
    this.instanceId = instanceId;
    this.target = target;
  }
}

/** The row of an instance, while what was rented for it is there as far as is known. */
export function moveNodes(
  instanceId: number,
  moves: Pick<Moves, 'knownTarget'>,
  { accountId = '', instances, expected }: InstanceState,
): MoveNode[] {
  const to = moves.knownTarget(accountId, instanceId);
  if (to === undefined) return [];
  const listed = instances.get(to);
  if (listed) return [new MoveNode({ instanceId, target: instanceName(listed) })];
  const isAwaited = expected.some((rental) => rental.instanceId === to);
  return isAwaited ? [new MoveNode({ instanceId, target: vscode.l10n.t('instance {0}', to) })] : [];
}

export function moveItem(node: MoveNode, accountId: string): vscode.TreeItem {
  const label = vscode.l10n.t('Move to {0} isn’t finished', node.target);
  // A long name goes last, so that a narrow view doesn't cut off the rest.
  const item = new vscode.TreeItem(vscode.l10n.t('Move isn’t finished'));
  item.description = vscode.l10n.t('to {0}', node.target);
  item.id = `${accountId}/${node.instanceId}/move`;
  item.iconPath = new vscode.ThemeIcon('arrow-swap', new vscode.ThemeColor('list.warningForeground'));
  item.contextValue = ';move;';
  const why = vscode.l10n.t(
    'Select it to go on with the files. Nothing is rented again. Until the old instance is destroyed, both are billed.',
  );
  item.tooltip = [label, why].join('\n');
  item.command = {
    command: commandId('moveInstance'),
    title: vscode.l10n.t('Move to Another Machine'),
    arguments: [node],
  };
  item.accessibilityInformation = { label: [label, why].join('. ') };
  return item;
}
