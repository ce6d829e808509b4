import * as vscode from 'vscode';
import { callCommand } from '../../commandNames';
import { showInfo } from '../../ask/notify';
import type { Diagnosis } from '../../ssh/diagnosis/finding';
import { InstanceNode } from './instanceNodes';

/** Offers what a diagnosis advises, where a command of ours does it; the report itself can have no button. */
export async function offerRemedy(name: string, instanceId: number, diagnosis: Diagnosis): Promise<void> {
  const finding = diagnosis.find(({ command }) => command !== undefined);
  if (finding?.command === undefined || finding.remedy === undefined) return;
  const title = {
    changeBid: vscode.l10n.t('Change Bid…'),
    rebootInstance: vscode.l10n.t('Reboot…'),
    startInstance: vscode.l10n.t('Start…'),
  }[finding.command];
  const pressed = await showInfo(vscode.l10n.t('{0}: {1}', name, finding.remedy), title);
  if (pressed === title) await callCommand(finding.command, new InstanceNode(instanceId));
}
