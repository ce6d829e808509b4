import * as vscode from 'vscode';
import { callCommand, type CommandName } from '../commandNames';
import type { SharedInstance } from '../domain/sharedInstance';
import { InstanceNode, lacksSsh } from './instanceNodes';

/** A button of a notification about an instance. */
export interface InstanceButton {
  title: string;
  command: CommandName;
}

const showLogs = (): InstanceButton => ({ title: vscode.l10n.t('Show Logs'), command: 'showLogs' });
const replace = (): InstanceButton => ({
  title: vscode.l10n.t('Destroy and Try Another Offer'),
  command: 'replaceInstance',
});
const destroy = (): InstanceButton => ({ title: vscode.l10n.t('Destroy…'), command: 'destroyInstance' });
const changeBid = (): InstanceButton => ({ title: vscode.l10n.t('Change Bid…'), command: 'changeBid' });

/** What helps, by what has become of an instance; the most helpful button comes first. */
export const buttonsFor = {
  /** One without SSH can only be looked at. */
  running: (instance: SharedInstance): InstanceButton[] =>
    lacksSsh(instance)
      ? [showLogs()]
      : [
          { title: vscode.l10n.t('Connect'), command: 'connect' },
          { title: vscode.l10n.t('Open in Terminal'), command: 'openTerminal' },
        ],
  /** It waits for its GPU, or for a bid that is high enough. */
  queued: ({ is_bid }: SharedInstance): InstanceButton[] => [
    { title: vscode.l10n.t('Stop Again'), command: 'stopInstance' },
    is_bid ? changeBid() : { title: vscode.l10n.t('Search the Same GPU'), command: 'rentAnother' },
  ],
  notStarted: (): InstanceButton[] => [showLogs(), replace()],
  outbid: (): InstanceButton[] => [changeBid(), destroy()],
  crashed: (): InstanceButton[] => [showLogs(), destroy()],
  hostOffline: (): InstanceButton[] => [replace()],
  frozen: (): InstanceButton[] => [
    { title: vscode.l10n.t('Reboot…'), command: 'rebootInstance' },
    { title: vscode.l10n.t('Stop…'), command: 'stopInstance' },
    destroy(),
  ],
};

/** Runs the command for the instance's row, so that it asks and shows as for any other click of a person. */
export function runButton(
  { command }: InstanceButton,
  { id }: Pick<SharedInstance, 'id'>,
): Thenable<unknown> {
  return callCommand(command, new InstanceNode(id));
}
