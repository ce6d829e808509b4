import * as vscode from 'vscode';
import { fewNames } from '../../ask/instanceName';
import type { Button } from '../../ask/notify';
import { showView } from '../../commandNames';
import type { WarningFacts, WarningKind } from '../../domain/money/warnings/warning';
import { showInstances } from '../instances/instanceButtons';
import type { WarningButton, WarningContext, WarningWords } from './warningRow';
import { warningWords } from './warningWords';

export interface WarningMessage {
  text: string;
  buttons: readonly WarningButton[];
}

/** The notification for warnings of one kind, with costs and the buttons that help. Undefined if there are none. */
export function warningMessage<K extends WarningKind>(
  kind: K,
  all: readonly WarningFacts[K][],
  context: WarningContext,
): WarningMessage | undefined {
  const { one, several, name, buttons, view }: WarningWords<K> = warningWords[kind];
  const [first] = all;
  if (first === undefined) return undefined;
  if (all.length === 1) return { text: one(first, context.now), buttons: buttons(first, context) };
  const list = fewNames(all.map(name));
  return { text: several(all, list), buttons: [view === 'instances' ? showInstances() : showVolumes()] };
}

const showVolumes = (): Button => ({
  title: vscode.l10n.t('Show Volumes'),
  run: () => showView('volumes'),
});
