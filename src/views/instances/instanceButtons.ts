import * as vscode from 'vscode';
import { type Button, showInfo, showWith } from '../../ask/notify';
import { PersonCall } from '../../ask/caller';
import { callCommand, type CommandName, showView } from '../../commandNames';
import type { SharedInstance } from '../../domain/instances/sharedInstance';
import type { Diagnosis } from '../../ssh/diagnosis/finding';
import { InstanceNode, lacksSsh } from './instanceNodes';

type About = Pick<SharedInstance, 'id'>;

/**
 * Runs a command for the instance's row, so that it asks and shows as for any other click of a person.
 * @param more arguments besides the instance
 */
const button = (
  title: string,
  command: CommandName,
  { id }: About,
  more?: Readonly<Record<string, unknown>>,
): Button => ({
  title,
  run: () => callCommand(command, more ? new PersonCall({ instanceId: id, ...more }) : new InstanceNode(id)),
});

export const start = (one: About) => button(vscode.l10n.t('Start…'), 'startInstance', one);
export const startAgain = (one: About) => button(vscode.l10n.t('Start Again…'), 'startInstance', one);
export const stop = (one: About) => button(vscode.l10n.t('Stop…'), 'stopInstance', one);
export const destroy = (one: About) => button(vscode.l10n.t('Destroy…'), 'destroyInstance', one);
export const scheduleStop = (one: About) => button(vscode.l10n.t('Schedule Stop…'), 'scheduleStop', one);
export const changeBid = (one: About) => button(vscode.l10n.t('Change Bid…'), 'changeBid', one);
export const openTerminal = (one: About) => button(vscode.l10n.t('Open Terminal'), 'openTerminal', one);
export const copyFrom = (one: About) => button(vscode.l10n.t('Copy from Instance…'), 'copyFromInstance', one);
export const rentAnother = (one: About) =>
  button(vscode.l10n.t('Rent Another Like This'), 'rentAnother', one);
const reboot = (one: About) => button(vscode.l10n.t('Reboot…'), 'rebootInstance', one);
const replace = (one: About) =>
  button(vscode.l10n.t('Destroy and Try Another Offer'), 'replaceInstance', one);
const move = (one: About) => button(vscode.l10n.t('Move to Another Machine…'), 'moveInstance', one);
const showLogs = (one: About, more?: { daemon: boolean }) =>
  button(vscode.l10n.t('Show Logs'), 'showLogs', one, more);
const otherGpu = (one: SharedInstance) =>
  one.is_bid ? changeBid(one) : button(vscode.l10n.t('Search the Same GPU'), 'rentAnother', one);

export const showInstances = (): Button => ({
  title: vscode.l10n.t('Show Instances'),
  run: () => showView('instances'),
});

/** What helps, by what has become of an instance; the most helpful button comes first. */
export const buttonsFor = {
  /** One without SSH can only be looked at. */
  running: (one: SharedInstance) =>
    lacksSsh(one)
      ? [showLogs(one)]
      : [
          button(vscode.l10n.t('Connect'), 'connect', one),
          button(vscode.l10n.t('Open in Terminal'), 'openTerminal', one),
        ],
  /** It waits for its GPU, or for a bid that is high enough. */
  queued: (one: SharedInstance) => [button(vscode.l10n.t('Stop Again'), 'stopInstance', one), otherGpu(one)],
  leftQueue: (one: SharedInstance) => [start(one), one.is_bid ? changeBid(one) : move(one)],
  stoppedAgain: (one: SharedInstance) => [start(one), otherGpu(one)],
  /** Its container may have nothing to say. */
  notStarted: (one: About) => [
    showLogs(one, { daemon: false }),
    button(vscode.l10n.t('Show Machine Log'), 'showLogs', one, { daemon: true }),
    replace(one),
  ],
  outbid: (one: About) => [changeBid(one), destroy(one)],
  crashed: (one: About) => [showLogs(one), destroy(one)],
  hostOffline: (one: About) => [replace(one)],
  frozen: (one: About) => [reboot(one), stop(one), destroy(one)],
};

/** Offers what a diagnosis advises, where a command of ours does it; the report itself can have no button. */
export async function offerRemedy(name: string, instanceId: number, diagnosis: Diagnosis): Promise<void> {
  const finding = diagnosis.find(({ command }) => command !== undefined);
  if (finding?.command === undefined || finding.remedy === undefined) return;
  const offered = { changeBid, rebootInstance: reboot, startInstance: start }[finding.command];
  const text = vscode.l10n.t('{0}: {1}', name, finding.remedy);
  await showWith(showInfo, text, [offered({ id: instanceId })]);
}

/** Copies files that were dragged onto the row of an instance, after the question of the command. */
export async function dropFiles(row: unknown, dropped: vscode.DataTransfer): Promise<void> {
  if (!(row instanceof InstanceNode)) return;
  const listed = (await dropped.get('text/uri-list')?.asString()) ?? '';
  const files = [...dropped].flatMap(([, item]) => item.asFile()?.uri?.toString() ?? []);
  const from = new Set([
    ...listed.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#')),
    ...files,
  ]);
  if (from.size > 0)
    await callCommand('copyToInstance', new PersonCall({ instanceId: row.instanceId, from: [...from] }));
}
