import * as vscode from 'vscode';
import type { Volume } from '../../api/schemas/volume';
import { callCommand, type CommandName, showView } from '../../commandNames';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import { type InstanceButton, runButton } from '../instances/instanceButtons';
import { VolumeNode } from '../volumes/volumeNodes';

export interface WarningButton {
  title: string;
  run: () => Thenable<unknown>;
  /** It needs no account to be in use. */
  forAnyAccount?: true;
}

type About = Pick<SharedInstance, 'id'>;

export const forInstance = (button: InstanceButton, instance: About): WarningButton => ({
  title: button.title,
  run: () => runButton(button, instance),
});

const ofInstance = (title: string, command: CommandName, instance: About): WarningButton =>
  forInstance({ title, command }, instance);

const ofVolume = (title: string, command: CommandName, { id }: Volume): WarningButton => ({
  title,
  run: () => callCommand(command, new VolumeNode(id)),
});

export const stop = (one: About): WarningButton => ofInstance(vscode.l10n.t('Stop…'), 'stopInstance', one);
export const start = (one: About): WarningButton => ofInstance(vscode.l10n.t('Start…'), 'startInstance', one);
export const destroy = (one: About): WarningButton =>
  ofInstance(vscode.l10n.t('Destroy…'), 'destroyInstance', one);
export const scheduleStop = (one: About): WarningButton =>
  ofInstance(vscode.l10n.t('Schedule Stop…'), 'scheduleStop', one);
export const changeBid = (one: About): WarningButton =>
  ofInstance(vscode.l10n.t('Change Bid…'), 'changeBid', one);
export const openTerminal = (one: About): WarningButton =>
  ofInstance(vscode.l10n.t('Open Terminal'), 'openTerminal', one);
export const rentAnother = (one: About): WarningButton =>
  ofInstance(vscode.l10n.t('Rent Another Like This'), 'rentAnother', one);

export const deleteVolume = (volume: Volume): WarningButton =>
  ofVolume(vscode.l10n.t('Delete Volume…'), 'deleteVolume', volume);
export const rentWithVolume = (volume: Volume): WarningButton =>
  ofVolume(vscode.l10n.t('Rent on Its Machine'), 'rentWithVolume', volume);

/** Asks which one. */
export const stopAny = (): WarningButton => ({
  title: vscode.l10n.t('Stop…'),
  run: () => callCommand('stopInstance'),
});

export const showSpending = (): WarningButton => ({
  title: vscode.l10n.t('Show Spending'),
  run: () => callCommand('showSpending'),
});

export function showAll(view: 'instances' | 'volumes'): WarningButton {
  const title = view === 'instances' ? vscode.l10n.t('Show Instances') : vscode.l10n.t('Show Volumes');
  return { title, run: () => showView(view) };
}
