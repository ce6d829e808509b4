import * as vscode from 'vscode';
import { callCommand, type CommandName } from '../../commandNames';
import { PersonCall } from '../../ask/personCall';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { InstanceNode, lacksSsh } from './instanceNodes';

/** A button of a notification about an instance. */
export interface InstanceButton {
  title: string;
  command: CommandName;
  /** In addition to the instance. */
  arguments?: Readonly<Record<string, unknown>>;
}

const showLogs = (): InstanceButton => ({ title: vscode.l10n.t('Show Logs'), command: 'showLogs' });
/** Its container may have nothing to say. */
const showMachineLog = (): InstanceButton => ({
  title: vscode.l10n.t('Show Machine Log'),
  command: 'showLogs',
  arguments: { daemon: true },
});
const replace = (): InstanceButton => ({
  title: vscode.l10n.t('Destroy and Try Another Offer'),
  command: 'replaceInstance',
});
const destroy = (): InstanceButton => ({ title: vscode.l10n.t('Destroy…'), command: 'destroyInstance' });
const changeBid = (): InstanceButton => ({ title: vscode.l10n.t('Change Bid…'), command: 'changeBid' });
const start = (): InstanceButton => ({ title: vscode.l10n.t('Start…'), command: 'startInstance' });
const otherGpu = ({ is_bid }: SharedInstance): InstanceButton =>
  is_bid ? changeBid() : { title: vscode.l10n.t('Search the Same GPU'), command: 'rentAnother' };

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
  queued: (instance: SharedInstance): InstanceButton[] => [
    { title: vscode.l10n.t('Stop Again'), command: 'stopInstance' },
    otherGpu(instance),
  ],
  leftQueue: (instance: SharedInstance): InstanceButton[] => [start(), otherGpu(instance)],
  stoppedAgain: (instance: SharedInstance): InstanceButton[] => [start(), otherGpu(instance)],
  notStarted: (): InstanceButton[] => [
    { ...showLogs(), arguments: { daemon: false } },
    showMachineLog(),
    replace(),
  ],
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
  { command, arguments: others }: InstanceButton,
  { id }: Pick<SharedInstance, 'id'>,
): Thenable<unknown> {
  const argument = others ? new PersonCall({ instanceId: id, ...others }) : new InstanceNode(id);
  return callCommand(command, argument);
}
